import { z } from 'zod'
import { addDays, dayOf, endOfDay, isDay } from '../../lib/day-range.js'
import type { NewToken } from './queries/token-queries.js'

/** Periods of validity in days. `custom` is until a chosen day, and `never` is unlimited. */
export const PERIODS = ['30', '90', '365', 'custom', 'never'] as const
export type Period = (typeof PERIODS)[number]

/** Time of the request, and the time zone in which a day ends. */
export interface Moment {
  now: number
  timeZone: string
}

/** Each message is a key of `tokens.json`. */
export const tokenFormSchema = ({ now, timeZone }: Moment) =>
  z
    .object({
      name: z.string().trim().min(1, 'errors.nameRequired').max(100, 'errors.nameTooLong'),
      scope: z.enum(['read', 'write', 'install']),
      period: z.enum(PERIODS),
      /** YYYY-MM-DD, for a custom period. */
      lastDay: z.string(),
    })
    .refine(({ period, lastDay }) => period !== 'custom' || endOf(lastDay, timeZone) > now, {
      path: ['lastDay'],
      message: 'errors.dayInPast',
    })

export type TokenForm = z.infer<ReturnType<typeof tokenFormSchema>>

export const EMPTY: TokenForm = { name: '', scope: 'read', period: '90', lastDay: '' }

/** Returns the end of a day in milliseconds since 1970 UTC. NaN if it is not a day. */
const endOf = (day: string, timeZone: string): number => (isDay(day) ? endOfDay(day, timeZone) : NaN)

/** Returns when a token with that many days expires: at the end of the last day. */
export const endAfter = (days: number, { now, timeZone }: Moment): string =>
  new Date(endOfDay(addDays(dayOf(now, timeZone), days), timeZone)).toISOString()

/** Converts the form into the request body. */
export function toNewToken({ name, scope, period, lastDay }: TokenForm, moment: Moment): NewToken {
  if (period === 'never') return { name, scope, expires_at: null }
  if (period === 'custom') return { name, scope, expires_at: new Date(endOf(lastDay, moment.timeZone)).toISOString() }
  return { name, scope, expires_at: endAfter(Number(period), moment) }
}
