import { isTimeZone } from '@roadbook/platform'
import { readQuery } from './query-parameters.js'
import { field } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { invalid } from './problems.js'

/** Why a value is no time zone; undefined where it names one. */
export const zoneProblem = (value: unknown): Sentence | undefined =>
  typeof value === 'string' && isTimeZone(value) ? undefined : field('not-time-zone')

/** The zone that the parameter `tz` names; UTC where it names none. @throws Problem 422 */
export function timeZoneOf(tz: unknown): string {
  if (tz === undefined || tz === '') return 'UTC'
  const problem = zoneProblem(tz)
  if (problem) throw invalid({ tz: [problem] })
  return tz as string
}

/** `?tz=`, the only parameter of its call; undefined: the caller's own. */
export function askedTimeZone(query: Record<string, unknown>): string | undefined {
  const { tz } = readQuery(query, ['tz'])
  return tz ? timeZoneOf(tz) : undefined
}
