import { z } from 'zod'
import { addDays, dayOf, endOfDay, isDay } from '../../lib/day-range.js'
import type { NewToken } from './queries/token-queries.js'

/** Days that a token may be valid for, `custom` for a day of one's own, `never` for no end. */
export const PERIODS = ['30', '90', '365', 'custom', 'never'] as const
export type Period = (typeof PERIODS)[number]

/** The moment of asking, and the zone in which a day ends. */
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
      /** YYYY-MM-DD, of a period of one's own. */
      lastDay: z.string(),
    })
    .refine(({ period, lastDay }) => period !== 'custom' || endOf(lastDay, timeZone) > now, {
      path: ['lastDay'],
      message: 'errors.dayInPast',
    })

export type TokenForm = z.infer<ReturnType<typeof tokenFormSchema>>

export const EMPTY: TokenForm = { name: '', scope: 'read', period: '90', lastDay: '' }

/** Returns the end of a day, milliseconds since 1970 UTC; not a number where it is no day. */
const endOf = (day: string, timeZone: string): number => (isDay(day) ? endOfDay(day, timeZone) : NaN)

/** When a token of so many days ends: with the day. */
export const endAfter = (days: number, { now, timeZone }: Moment): string =>
  new Date(endOfDay(addDays(dayOf(now, timeZone), days), timeZone)).toISOString()

/** The form as the wire wants it. */
export function toNewToken({ name, scope, period, lastDay }: TokenForm, moment: Moment): NewToken {
  if (period === 'never') return { name, scope, expires_at: null }
  if (period === 'custom') return { name, scope, expires_at: new Date(endOf(lastDay, moment.timeZone)).toISOString() }
  return { name, scope, expires_at: endAfter(Number(period), moment) }
}
