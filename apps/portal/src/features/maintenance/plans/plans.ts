import { z } from 'zod'
import type { components } from '../../../lib/api/schema.js'
import { inTab } from '../../../storage/browser-storage.js'

/** A maintenance plan with its triggers. */
export type Plan = components['schemas']['MaintenancePlan']

/** First part of the query keys of plans. */
export const PLANS_KEY = 'maintenance-plans'

export const METRICS = ['days', 'weeks', 'months', 'years', 'kilometers'] as const
export const MAX_TITLE = 100
export const MAX_DESCRIPTION = 250
export const MAX_TRIGGERS = 20

/** Each message is a key of `maintenance.json`. */
export const planSchema = z.object({
  title: z.string().trim().min(1, 'form.titleRequired').max(MAX_TITLE, 'form.tooLong'),
  description: z.string().trim().min(1, 'form.descriptionRequired').max(MAX_DESCRIPTION, 'form.descriptionTooLong'),
  business_id: z.number().nullable(),
  /** Vehicles to add, by selection and by tag. */
  entity_ids: z.array(z.number()),
  tag_id: z.number().nullable(),
  triggers: z.array(
    z.object({
      /** ID of an existing trigger. With the ID, the trigger keeps its past services even if it is renamed. */
      id: z.number().optional(),
      name: z.string().trim().min(1, 'form.nameRequired').max(MAX_TITLE, 'form.tooLong'),
      value: z.coerce
        .number<number>('form.valueRequired')
        .int('form.valueRequired')
        .min(1, 'form.valueRequired')
        .max(100_000, 'form.valueRequired'),
      metric: z.enum(METRICS),
      description: z.string().trim().max(MAX_DESCRIPTION, 'form.descriptionTooLong').nullable(),
    }),
  ),
})
export type PlanForm = z.infer<typeof planSchema>

export const NEW_TRIGGER: PlanForm['triggers'][number] = { name: '', value: 12, metric: 'months', description: null }

export const toForm = ({ title, description, business_id, triggers }: Plan): PlanForm => ({
  title,
  description: description ?? '',
  business_id,
  entity_ids: [],
  tag_id: null,
  triggers: triggers.map(({ id, name, value, metric, description }) => ({ id, name, value, metric, description })),
})

/** Template of a new plan. */
export type Template = components['schemas']['MaintenancePlanTemplate']

const stored = (userId: number) => inTab(`roadbook.maintenance-plan.${userId}`)

/** Draft of a new plan, kept for this tab and user. */
export const draft = {
  read: (userId: number): PlanForm | undefined => stored(userId).readJson() as PlanForm | undefined,
  write: (userId: number, form: PlanForm | undefined): void => stored(userId).writeJson(form),
}
