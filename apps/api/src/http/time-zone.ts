import { applyDecorators } from '@nestjs/common'
import { timeZoneNamed } from '@roadbook/platform'
import { Transform } from 'class-transformer'
import { check } from './body-fields.js'
import { readQuery } from './query-parameters.js'
import { field } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { invalid } from './problems.js'

/** Returns the reason why a value is not a time zone; undefined when it is one. */
const zoneProblem = (value: unknown): Sentence | undefined =>
  typeof value === 'string' && timeZoneNamed(value) ? undefined : field('not-time-zone')

/**
 * Declares a body field with a time zone. Replaces the value by the database's name for the zone.
 * @param isAbsent returns true for values, such as null, that the field may have instead of a name
 */
export const ZoneName = (isAbsent: (value: unknown) => boolean) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (timeZoneNamed(value.trim()) ?? value) : value)),
    check((value) => (isAbsent(value) ? undefined : zoneProblem(value))),
  )

/**
 * Returns the time zone of the parameter `tz`, as the database names it; UTC when the parameter is absent.
 * @throws Problem 422
 */
export function timeZoneOf(tz: unknown): string {
  if (tz === undefined || tz === '') return 'UTC'
  const name = typeof tz === 'string' ? timeZoneNamed(tz) : undefined
  if (name === undefined) throw invalid({ tz: [field('not-time-zone')] })
  return name
}

/** Reads `?tz=` of a route that has no other parameter. Undefined means the caller's own time zone. */
export function askedTimeZone(query: Record<string, unknown>): string | undefined {
  const { tz } = readQuery(query, ['tz'])
  return tz ? timeZoneOf(tz) : undefined
}
