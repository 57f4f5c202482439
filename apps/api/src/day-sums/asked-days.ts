import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Sql } from '../database/sql.js'
import { invalid } from '../http/problems.js'
import { absent, query } from '../texts/platform.js'
import { findZone, hasGroup, membersOf } from './days.repository.js'

/** Time zone that is used if neither the request nor the user has a time zone. */
const STANDARD_TIME_ZONE = 'Europe/Amsterdam'
const DAY_MS = 86_400_000

/** Returns whether a text is a valid day (`YYYY-MM-DD`). An invalid example is 2026-02-30. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Returns the day this many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the number of days in a period. The first and the last day are included. */
export const daysBetween = (from: string, till: string): number => (Date.parse(till) - Date.parse(from)) / DAY_MS + 1

/**
 * Returns the days `from` and `till` of a query. The period includes these two days.
 * @throws Problem 422 for a value that is not a day, and for more than `mostDays` days
 */
export function askedPeriod({ from, till }: { from?: string; till?: string }, mostDays: number): { from: string; till: string } {
  const notDay = [query('not-day')]
  if (!isDay(from) || !isDay(till))
    throw invalid({ ...(!isDay(from) && { from: notDay }), ...(!isDay(till) && { till: notDay }) })
  if (till < from) throw invalid({ till: [query('till-before-from')] })
  if (daysBetween(from, till) > mostDays) throw invalid({ till: [query('too-many-days', { max: mostDays })] })
  return { from, till }
}

/** Returns the requested zone, or else the user's own. */
export async function zoneOf(transaction: ScopedTransaction, { userId }: Caller, asked: string | undefined): Promise<string> {
  if (asked !== undefined) return asked
  return (await findZone(transaction, userId)) ?? STANDARD_TIME_ZONE
}

/**
 * Returns the vehicles of a target group, as a SELECT of their ids. Row-level security limits them to the scope.
 * @throws Problem 422 when the caller does not see such a group
 */
export async function entitiesOfGroup(transaction: ScopedTransaction, groupId: number): Promise<Sql> {
  if (!(await hasGroup(transaction, groupId))) throw invalid({ target_group_id: [absent('target-group')] })
  return membersOf(groupId)
}
