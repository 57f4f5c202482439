import { readQuery } from './query-parameters.js'
import { field } from '../texts/platform.js'
import { invalid } from './problems.js'

/** Whether a text is the IANA name of a time zone. Offsets such as `+02:00` are not: they have no days of their own. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The zone that the parameter `tz` names; UTC where it names none. @throws Problem 422 */
export function timeZoneOf(tz: unknown): string {
  if (tz === undefined || tz === '') return 'UTC'
  if (typeof tz !== 'string' || !isTimeZone(tz)) throw invalid({ tz: [field('not-time-zone')] })
  return tz
}

/** `?tz=`, the only parameter of its call; undefined: the caller's own. */
export function askedTimeZone(query: Record<string, unknown>): string | undefined {
  const { tz } = readQuery(query, ['tz'])
  return tz ? timeZoneOf(tz) : undefined
}
