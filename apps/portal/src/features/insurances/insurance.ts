import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { daySchema } from '../../components/date-fields/moment-schema.js'
import { api, dataOf, dataOrNull } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import { AMOUNT, fromMinor, toMinor } from '../../lib/format/amounts.js'
import { formatDay, isDay } from '../../lib/day-range.js'
import { NONE } from '../../lib/format/none.js'

export type Insurance = components['schemas']['Insurance']

/** First part of the keys of all queries that must be read again after a change of an insurance. */
export const INSURANCES_KEY = 'insurances'
export const COVERAGES = ['liability', 'theft', 'partial', 'comprehensive'] as const
export const STATES = ['pending', 'active', 'expiring', 'expired'] as const

/** Formats a day YYYY-MM-DD as on every screen. */
export const shownDay = (day: string | null): string => (day === null ? NONE : formatDay(day))

export const insuranceQuery = (id: number) =>
  queryOptions({
    queryKey: [INSURANCES_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/insurances/{id}', { params: { path: { id } }, signal })),
  })

/** Present and past insurances of a vehicle, newest first. */
export const insurancesOfQuery = (entityId: number) =>
  queryOptions({
    queryKey: [INSURANCES_KEY, 'of-entity', entityId],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/{id}/insurances', { params: { path: { id: entityId } }, signal })),
  })

export const insurersQuery = queryOptions({
  queryKey: [INSURANCES_KEY, 'insurers'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/insurers', { signal })),
})

/** Makes the same checks as the API. Each message is a key of `insurances.json`. */
export const insuranceSchema = z
  .object({
    insurer: z.string().trim().min(1, 'errors.insurer').max(100, 'errors.tooLong'),
    policy_number: z.string().trim().min(1, 'errors.policy').max(100, 'errors.tooLong'),
    coverage: z.enum(COVERAGES),
    starts_on: daySchema.min(1, 'errors.day'),
    ends_on: daySchema,
    value: z.union([z.literal(''), z.string().trim().regex(AMOUNT, 'errors.amount')]),
    currency: z.string(),
  })
  .refine(({ starts_on, ends_on }) => !isDay(ends_on) || ends_on >= starts_on, { path: ['ends_on'], message: 'errors.before' })
export type InsuranceForm = z.infer<typeof insuranceSchema>

export const EMPTY_INSURANCE: InsuranceForm = {
  insurer: '',
  policy_number: '',
  coverage: 'comprehensive',
  starts_on: '',
  ends_on: '',
  value: '',
  currency: 'EUR',
}

export const toInsuranceForm = ({ insured_value_minor: value, currency, ends_on, ...insurance }: Insurance): InsuranceForm => ({
  insurer: insurance.insurer,
  policy_number: insurance.policy_number,
  coverage: insurance.coverage,
  starts_on: insurance.starts_on,
  ends_on: ends_on ?? '',
  value: fromMinor(value, currency ?? 'EUR'),
  currency: currency ?? 'EUR',
})

export const toInsuranceBody = ({ value, currency, ends_on, ...form }: InsuranceForm) => ({
  ...form,
  ends_on: ends_on || null,
  insured_value_minor: value === '' ? null : toMinor(value, currency),
  currency: value === '' ? null : currency,
})
