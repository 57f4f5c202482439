import { applyDecorators } from '@nestjs/common'
import { timeZoneNamed } from '@roadbook/platform'
import { Transform } from 'class-transformer'
import { check } from './body-fields.js'
import { readQuery } from './query-parameters.js'
import { field } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { invalid } from './problems.js'

/** Why a value is no time zone; undefined where it names one. */
const zoneProblem = (value: unknown): Sentence | undefined =>
  typeof value === 'string' && timeZoneNamed(value) ? undefined : field('not-time-zone')

/**
 * A field of a body that names a time zone. The name by which the database knows it takes its place.
 * @param isAbsent what the field may hold instead of a name
 */
export const ZoneName = (isAbsent: (value: unknown) => boolean) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (timeZoneNamed(value.trim()) ?? value) : value)),
    check((value) => (isAbsent(value) ? undefined : zoneProblem(value))),
  )

/** The zone that the parameter `tz` names, by a name that the database knows; UTC where it names none. @throws Problem 422 */
export function timeZoneOf(tz: unknown): string {
  if (tz === undefined || tz === '') return 'UTC'
  const name = typeof tz === 'string' ? timeZoneNamed(tz) : undefined
  if (name === undefined) throw invalid({ tz: [field('not-time-zone')] })
  return name
}

/** `?tz=`, the only parameter of its call; undefined: the caller's own. */
export function askedTimeZone(query: Record<string, unknown>): string | undefined {
  const { tz } = readQuery(query, ['tz'])
  return tz ? timeZoneOf(tz) : undefined
}
