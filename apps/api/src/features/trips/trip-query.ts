import { invalid } from '../../http/problems.js'
import { parseWith } from '../../lists/list-criteria.js'
import { readQuery } from '../../http/query-parameters.js'
import { timeZoneOf } from '../../http/time-zone.js'
import { field, query } from '../../texts/platform.js'
import { TRIP_FILE_FORMATS, type TripFileFormat } from './files/trip-file.js'

/** Period of trips in a list's query, and the time zone that decides the day of a trip. */
export interface TripPeriod {
  from?: Date
  till?: Date
  /** Time zone by its IANA name. */
  timeZone: string
}

const time = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const value = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(NaN)
  if (Number.isNaN(value.getTime())) throw invalid({ [name]: [field('not-time')] })
  return value
}

/**
 * Reads `from`, `till` and `tz` of a query. A trip belongs to the period in which it started.
 * @throws Problem 422 for an invalid time, period or zone
 */
export const tripPeriodOf = (given: Readonly<Record<string, unknown>>): TripPeriod => ({
  ...readTimes(given),
  timeZone: timeZoneOf(given.tz),
})

/**
 * Reads `from` and `till`.
 * @throws Problem 422 for an invalid time or period
 */
export function readTimes(given: Readonly<Record<string, unknown>>): Pick<TripPeriod, 'from' | 'till'> {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined)
  const [from, till] = [time('from', text('from')), time('till', text('till'))]
  if (from && till && from > till) throw invalid({ till: [query('till-before-from')] })
  return { from, till }
}

export interface TripDetailQuery {
  withWaypoints: boolean
  withQuality?: boolean
  withReasons?: boolean
  /** Maximum deviation of a simplified line in metres; undefined to return every waypoint. */
  simplifyM?: number
}

export interface TripFileQuery {
  format: TripFileFormat
  /** Time zone of the start time in the file's name. */
  timeZone: string
}

/** Reads `format` and `tz` of a trip's file. */
export function readTripFile(given: Record<string, unknown>): TripFileQuery {
  const { format = 'gpx', tz } = readQuery(given, ['format', 'tz'])
  const known = TRIP_FILE_FORMATS.find((one) => one === format)
  if (!known) throw invalid({ format: [field('not-one-of', { allowed: TRIP_FILE_FORMATS })] })
  return { format: known, timeZone: timeZoneOf(tz) }
}

/** Reads `with` and `simplify` of one trip. */
export function readTripDetail(given: Record<string, unknown>): TripDetailQuery {
  const { with: relations = '', simplify } = readQuery(given, ['with', 'simplify'])
  const asked = parseWith(relations, ['waypoints', 'quality', 'reasons'])
  const [withWaypoints, withQuality, withReasons] = [asked.has('waypoints'), asked.has('quality'), asked.has('reasons')]
  return { withWaypoints, withQuality, withReasons, simplifyM: readSimplify(simplify) }
}

/**
 * Returns the maximum deviation of a simplified line in metres; undefined to return every point.
 * @throws Problem 422
 */
export function readSimplify(simplify: string | undefined): number | undefined {
  if (simplify === undefined || simplify === '') return undefined
  const metres = /^\d{1,4}(\.\d{1,3})?$/.test(simplify) ? Number(simplify) : NaN
  if (Number.isNaN(metres)) throw invalid({ simplify: [query('simplify')] })
  return metres
}
