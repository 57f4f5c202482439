import { knotsToKph, mphToKph, mpsToKph } from '@roadbook/geo'
import type { Trouble } from './layout.js'
import { bad } from './location.js'
import { numberOf } from './number.js'
import type { Parameter } from './parameters.js'

/** How the client of a query writes its values. */
export interface Client {
  /** Converts its speeds to km/h. */
  toKph: (speed: number) => number
  /** Whether its `hdop` is an accuracy in metres. */
  isHdopInMetres: boolean
  /** Reads its numbers. */
  numberOf: (text: string) => number | undefined
}

/** What `speed_unit` may say, for clients whose address the user writes, such as GPSLogger. */
const SPEED_UNITS: ReadonlyMap<string, Client['toKph']> = new Map([
  ['kn', knotsToKph],
  ['m/s', mpsToKph],
  ['km/h', (kph) => kph],
  ['mph', mphToKph],
])

/** Finds out how the sender of these parameters writes; knots and decimal points, if nothing shows otherwise. */
export function clientOf(parameters: readonly Parameter[]): Client | Trouble {
  const values = new Map(parameters)
  const unit = values.get('speed_unit')
  const told = unit === undefined ? undefined : SPEED_UNITS.get(unit.toLowerCase())
  if (unit !== undefined && !told) return bad(`speed_unit must be ${[...SPEED_UNITS.keys()].join(', ')}`)
  const isApp = isOsmAnd(values)
  return {
    toKph: told ?? (isApp ? mpsToKph : knotsToKph),
    isHdopInMetres: isApp,
    numberOf: hasDecimalCommas(values) ? (text) => numberOf(text.replace(',', '.')) : numberOf,
  }
}

/** What Traccar Client and home-made trackers add to a place, and OsmAnd does not know. */
const FOREIGN_TO_OSMAND = ['accuracy', 'batt', 'charge', 'satellites', 'sat', 'ignition', 'valid', 'driverUniqueId']

/**
 * The app OsmAnd fills `lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}`: milliseconds, its speed in m/s, and as
 * `hdop` what Android calls accuracy, in metres (OsmAnd, "Online tracking" and LiveMonitoringHelper).
 */
function isOsmAnd(values: ReadonlyMap<string, string>): boolean {
  return (
    ['lat', 'lon', 'hdop', 'altitude', 'speed'].every((name) => values.has(name)) &&
    /^\d{13}$/.test(values.get('timestamp') ?? '') &&
    !FOREIGN_TO_OSMAND.some((name) => values.has(name))
  )
}

/** A phone set to a language with decimal commas may write all its numbers so. In a latitude, nothing else can be meant. */
const hasDecimalCommas = (values: ReadonlyMap<string, string>): boolean =>
  ['lat', 'lon'].some((name) => values.get(name)?.includes(',')) || values.get('location')?.split(',').length === 4

/** Splits `latitude,longitude`, also where both have a decimal comma. Empty parts where it is neither. */
export function splitPlace(location: string): [latitude: string, longitude: string] {
  const parts = location.split(',')
  if (parts.length === 2) return [parts[0]!.trim(), parts[1]!.trim()]
  if (parts.length === 4) return [`${parts[0]}.${parts[1]}`.trim(), `${parts[2]}.${parts[3]}`.trim()]
  return ['', '']
}
