import type { Fix } from '@roadbook/contracts'
import { type Fields, noteAll, numberOf, textOf } from '../common/http/json-fields.js'
import { note } from '../common/note.js'
import { isNoKey, isPercent, isSatellites, receiverHdopOf, within } from '../common/readings.js'

/**
 * Attributes that Traccar computes itself, or that repeat the message. Traccar's own code (MotionHandler, DistanceHandler)
 * sets `motion`, `distance` and `totalDistance`, so these are not the tracker's sensor and odometer. `raw` is the whole
 * message.
 */
const NOT_OF_THE_TRACKER: ReadonlySet<string> = new Set(['motion', 'distance', 'totalDistance', 'raw', 'approximate'])

/**
 * Values of a counter of 32 bits that was never set (every bit is 1), for the units metre, ten metres, a hundred metres and
 * kilometre.
 */
const UNWRITTEN: ReadonlySet<number> = new Set([1, 10, 100, 1_000].map((unit) => 0xffff_ffff * unit))
/** Maximum of the column, about 2 million km in metres. */
const MOST_METRES = 2 ** 31

/** Traccar's names of alarms that differ from the names used here. */
const ALARMS: Readonly<Record<string, string>> = { lowspeed: 'lowSpeed' }

/**
 * Reads attributes. Their names are the constants of `Position.java`, with these units: odometer in metres, hours in
 * milliseconds, battery and power in volts, batteryLevel in per cent. Traccar warns that some protocols use other units for
 * battery, power and batteryLevel. If a value is impossible in the unit, it is therefore stored under Traccar's name. All
 * other attributes keep their names.
 */
export function readAttributes(fix: Fix, attributes: Fields): void {
  noteAll(
    fix,
    Object.entries(attributes).filter(([name, value]) => !NOT_OF_THE_TRACKER.has(name) && !fill(fix, name, value)),
  )
}

/**
 * Stores a value in a column or in one of Roadbook's own attributes.
 * @returns false if the attribute must be stored under Traccar's name
 */
function fill(fix: Fix, name: string, value: unknown): boolean {
  const number = numberOf(value)
  switch (name) {
    case 'ignition':
      if (typeof value === 'boolean') fix.ignition = value
      return typeof value === 'boolean'
    case 'sat':
      if (isSatellites(number)) fix.satellites = number
      return number !== undefined
    case 'hdop': {
      const hdop = receiverHdopOf(number)
      if (hdop !== undefined) fix.hdop = hdop
      return number !== undefined
    }
    case 'odometer':
      if (number === undefined) return false
      if (number >= 0 && number < MOST_METRES && !UNWRITTEN.has(number)) fix.odometerM = Math.round(number)
      return true
    case 'power':
      return fillMillivolts(fix, 'externalBatteryMv', within(number, 0, 100))
    case 'battery':
      return fillMillivolts(fix, 'batteryMv', within(number, 2.5, 30))
    case 'batteryLevel':
      if (isPercent(number)) fix.batteryPercent = number
      return isPercent(number)
    case 'hours':
      if (number !== undefined && number >= 0) note(fix, 'engineHoursS', Math.round(number / 1000))
      return number !== undefined
    case 'alarm':
      note(fix, 'alarm', alarmsOf(value))
      return true
    case 'charge':
      if (typeof value === 'boolean') note(fix, 'charging', value)
      return typeof value === 'boolean'
    case 'archive':
      if (value === true) note(fix, 'buffered', true)
      return true
    case 'driverUniqueId': {
      const key = textOf(value)
      if (key !== undefined && !isNoKey(key)) note(fix, 'driverId', key)
      return true
    }
    default:
      return false
  }
}

function fillMillivolts(fix: Fix, column: 'externalBatteryMv' | 'batteryMv', volts: number | undefined): boolean {
  if (volts !== undefined) fix[column] = Math.round(volts * 1000)
  return volts !== undefined
}

const LONGEST_ALARM = 200

/** Returns the alarms with our names. Traccar separates several alarms by commas (`Position.addAlarm`). */
export function alarmsOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || text.length > LONGEST_ALARM) return undefined
  const names = text.split(',').map((one) => one.trim())
  return names.map((name) => (Object.hasOwn(ALARMS, name) ? ALARMS[name] : name)).join(',')
}
