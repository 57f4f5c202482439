import { isTimeZone } from '@roadbook/platform'
import { readQuery } from './query-parameters.js'
import { field } from '../texts/platform.js'
import { invalid } from './problems.js'

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
