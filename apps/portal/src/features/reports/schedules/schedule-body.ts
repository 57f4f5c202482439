import { z } from 'zod'
import type { components } from '../../../lib/api/schema.js'
import { EVERY, FORMATS, MODES, type ReportSchedule, USUAL_LIMIT_KPH, USUAL_MINUTES } from '../report.js'

export type ScheduleBody = components['schemas']['WriteReportSchedule']

/** Each message is a key of `reports.json`. */
export const scheduleSchema = z.object({
  name: z.string().trim().min(1, 'form.nameRequired').max(100, 'form.tooLong'),
  mode: z.enum(MODES),
  format: z.enum(FORMATS),
  every: z.enum(EVERY),
  /** Null for all vehicles. */
  target_group_id: z.number().nullable(),
  recipients: z.array(z.number()).min(1, 'form.recipientsRequired'),
  limit_kph: z.coerce.number<number>('form.measure').int('form.measure').min(1, 'form.measure').max(300, 'form.measure'),
  min_minutes: z.coerce.number<number>('form.measure').int('form.measure').min(1, 'form.measure').max(10_080, 'form.measure'),
})
export type ScheduleForm = z.infer<typeof scheduleSchema>

/** Returns the request body of a schedule. If its group was deleted, the API rejects it. */
export const toBody = ({ name, mode, format, every, target_group_id, recipients, ...rest }: ReportSchedule): ScheduleBody => ({
  name,
  mode,
  format,
  every,
  recipients,
  tz: rest.tz,
  is_active: rest.is_active,
  target_group_id,
  limit_kph: rest.limit_kph ?? USUAL_LIMIT_KPH,
  min_minutes: rest.min_minutes ?? USUAL_MINUTES,
})
