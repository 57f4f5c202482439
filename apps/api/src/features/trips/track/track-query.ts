import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { readQuery } from '../../../http/query-parameters.js'
import { invalid } from '../../../http/problems.js'
import { field, query } from '../../../texts/platform.js'
import { readSimplify, readTimes } from '../trip-query.js'

export const TRACK_FORMATS = ['json', 'geojson', 'gpx', 'csv'] as const
export type TrackFormat = (typeof TRACK_FORMATS)[number]

/** Media types for content negotiation. */
export const TRACK_TYPES: Record<TrackFormat, string> = {
  json: 'application/json',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  csv: 'text/csv',
}

const DAY_MS = 86_400_000

export interface TrackQuery {
  from: Date
  till: Date
  format: TrackFormat
  /** Maximum deviation of a simplified line in metres; undefined to return every reading. */
  simplifyM?: number
}

/**
 * Reads the parameters of a track: `from` (default: a day before `till`), `till` (default: now), `simplify` and `format`. If
 * there is no `format`, the header `Accept` decides.
 * @throws Problem 422
 */
export function readTrack(given: Record<string, unknown>, accept = ''): TrackQuery {
  const { simplify, format, ...period } = readQuery(given, ['from', 'till', 'simplify', 'format'])
  const { till = new Date(), from = new Date(till.getTime() - DAY_MS) } = readTimes(period)
  if (from > till) throw invalid({ till: [query('till-before-from')] })
  const known = TRACK_FORMATS.find((one) => one === (format || accepted(accept)))
  if (!known) throw invalid({ format: [field('not-one-of', { allowed: TRACK_FORMATS })] })
  return { from, till, format: known, simplifyM: readSimplify(simplify) }
}

/** Returns the first supported format in the header. */
const accepted = (accept: string): TrackFormat =>
  accept
    .split(',')
    .map((type) => type.split(';')[0]?.trim())
    .flatMap((type) => TRACK_FORMATS.filter((one) => TRACK_TYPES[one] === type))[0] ?? 'json'

/** Passes the parsed query of a track to a handler. */
export const AskedTrack = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>()
  return readTrack(request.query as Record<string, unknown>, request.headers.accept)
})
