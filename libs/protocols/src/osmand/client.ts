import { SPEED_UNITS, type SpeedUnit } from '@roadbook/contracts'
import { knotsToKph, mphToKph, mpsToKph } from '@roadbook/geo'
import type { Trouble } from './layout.js'
import { bad } from './location.js'
import { numberOf } from './number.js'
import type { Parameter } from './parameters.js'

/** Number formats and units that the client of a query uses. */
export interface Client {
  /** Converts the client's speeds to km/h. */
  toKph: (speed: number) => number
  /** True if the client's `hdop` is an accuracy in metres. */
  isHdopInMetres: boolean
  /** Reads the client's numbers. */
  numberOf: (text: string) => number | undefined
}

const TO_KPH: Readonly<Record<SpeedUnit, Client['toKph']>> = {
  kn: knotsToKph,
  'm/s': mpsToKph,
  'km/h': (kph) => kph,
  mph: mphToKph,
}
const isSpeedUnit = (unit: string): unit is SpeedUnit => Object.hasOwn(TO_KPH, unit)

/** Returns the function that converts from the speed unit configured for a device. */
export const toKphOf = (unit: SpeedUnit | undefined): Client['toKph'] | undefined => unit && TO_KPH[unit]

/** Returns the speed unit in the address. Undefined if the address contains none. */
export function unitOf(values: ReadonlyMap<string, string>): SpeedUnit | Trouble | undefined {
  const unit = values.get('speed_unit')?.toLowerCase()
  return unit === undefined || isSpeedUnit(unit) ? unit : bad(`speed_unit must be ${SPEED_UNITS.join(', ')}`)
}

/**
 * Determines the sender's formats. The speed unit is the first of these three that is known: the unit in the address
 * (`speed_unit`, because in some clients the user writes the address), the unit in the device's configuration, or the unit
 * of the client, which is recognised by its parameters. Default: knots and decimal points.
 */
export function clientOf(parameters: readonly Parameter[], configured?: SpeedUnit): Client | Trouble {
  const values = new Map(parameters)
  const unit = unitOf(values)
  if (typeof unit === 'object') return unit
  const isApp = isOsmAnd(values)
  return {
    toKph: toKphOf(unit ?? configured) ?? (isApp ? mpsToKph : knotsToKph),
    isHdopInMetres: isApp,
    numberOf: hasDecimalCommas(values) ? (text) => numberOf(text.replace(',', '.')) : numberOf,
  }
}

/** Parameters that Traccar Client and home-made trackers send but OsmAnd does not. */
const FOREIGN_TO_OSMAND = ['accuracy', 'batt', 'charge', 'satellites', 'sat', 'ignition', 'valid', 'driverUniqueId']

/**
 * Recognises the app OsmAnd. Its address is `lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}`. The timestamp is
 * in milliseconds, the speed in m/s, and `hdop` is Android's accuracy in metres (OsmAnd, "Online tracking" and
 * LiveMonitoringHelper).
 */
function isOsmAnd(values: ReadonlyMap<string, string>): boolean {
  return (
    ['lat', 'lon', 'hdop', 'altitude', 'speed'].every((name) => values.has(name)) &&
    /^\d{13}$/.test(values.get('timestamp') ?? '') &&
    !FOREIGN_TO_OSMAND.some((name) => values.has(name))
  )
}

/**
 * Returns true if the client writes decimal commas. A phone whose language uses decimal commas may write them in all
 * numbers. Only the coordinates are checked, because a comma in a coordinate has no other meaning.
 */
const hasDecimalCommas = (values: ReadonlyMap<string, string>): boolean =>
  ['lat', 'lon'].some((name) => values.get(name)?.includes(',')) || values.get('location')?.split(',').length === 4

/** Splits `latitude,longitude`, even if both have a decimal comma. Returns empty parts for anything else. */
export function splitPlace(location: string): [latitude: string, longitude: string] {
  const parts = location.split(',')
  if (parts.length === 2) return [parts[0]!.trim(), parts[1]!.trim()]
  if (parts.length === 4) return [`${parts[0]}.${parts[1]}`.trim(), `${parts[2]}.${parts[3]}`.trim()]
  return ['', '']
}
