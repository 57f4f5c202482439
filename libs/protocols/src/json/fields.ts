import type { Fix } from '@roadbook/contracts'
import { type Fields, fieldsOf, isPlain, LONGEST_ATTRIBUTE_NAME, MOST_ATTRIBUTES } from '../common/http/json-fields.js'
import { headingOf } from '../common/judge-fix.js'
import { note } from '../common/note.js'

/** A field of a position: its check, a text about what is allowed, and the function that stores its value in the fix. */
interface Field<Value> {
  isAllowed: (value: unknown) => boolean
  allowed: string
  into?: (fix: Fix, value: Value) => void
}

const number = (
  from: number,
  to: number,
  into?: (fix: Fix, value: number) => void,
  allowed = `a number from ${from} to ${to}`,
): Field<number> => ({
  isAllowed: (value) => typeof value === 'number' && value >= from && value <= to,
  allowed,
  ...(into && { into }),
})
const count = (to: number, into: (fix: Fix, value: number) => void): Field<number> => ({
  isAllowed: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= to,
  allowed: `a whole number from 0 to ${to}`,
  into,
})
const flag = (into?: (fix: Fix, value: boolean) => void): Field<boolean> => ({
  isAllowed: (value) => typeof value === 'boolean',
  allowed: 'true or false',
  ...(into && { into }),
})
const text = (pattern: RegExp, allowed: string): Field<string> => ({
  isAllowed: (value) => typeof value === 'string' && pattern.test(value),
  allowed,
})

/** Fields of a position, in the order of the documentation. */
export const FIELDS: Readonly<Record<string, Field<never>>> = {
  id: text(/^[A-Za-z0-9._-]{1,20}$/, 'the IMEI or the tracker_id of a device: 1 to 20 letters, digits, dots, - or _, as text'),
  time: { isAllowed: (value) => value !== undefined, allowed: 'the time of the position' },
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  valid: flag(),
  altitude_m: number(-1_000, 32_000, (fix, value) => (fix.altitudeM = value)),
  speed_kph: number(0, 1_852, (fix, value) => (fix.speedKph = value)),
  heading: number(0, 360, (fix, value) => (fix.heading = headingOf(value) ?? 0)),
  accuracy_m: number(0, 1_000_000, (fix, value) => note(fix, 'accuracyM', value)),
  satellites: count(99, (fix, value) => (fix.satellites = value)),
  hdop: number(0.1, 99.8, (fix, value) => (fix.hdop = value)),
  ignition: flag((fix, value) => (fix.ignition = value)),
  moving: flag((fix, value) => (fix.movement = value)),
  odometer_m: count(2_147_483_647, (fix, value) => (fix.odometerM = value)),
  external_battery_mv: count(100_000, (fix, value) => (fix.externalBatteryMv = value)),
  battery_mv: count(32_767, (fix, value) => (fix.batteryMv = value)),
  battery_percent: number(0, 100, (fix, value) => (fix.batteryPercent = value)),
  gsm_signal: count(5, (fix, value) => (fix.gsmSignal = value)),
  alarm: text(/^[A-Za-z0-9]{1,40}(,[A-Za-z0-9]{1,40}){0,9}$/, 'names of alarms, separated by commas, for example "sos"'),
  protocol: text(/^[a-z0-9][a-z0-9_-]{0,23}$/, '1 to 24 small letters, digits, - or _'),
  attributes: {
    isAllowed: (value) => areAttributes(fieldsOf(value)),
    allowed: `an object of at most ${MOST_ATTRIBUTES} numbers, texts, true or false, with names of at most ${LONGEST_ATTRIBUTE_NAME} characters`,
  },
}

const REQUIRED = ['id', 'time'] as const

function areAttributes(attributes: Fields | undefined): boolean {
  if (!attributes) return false
  const entries = Object.entries(attributes)
  const isOne = ([name, value]: [string, unknown]) => name !== '' && name.length <= LONGEST_ATTRIBUTE_NAME && isPlain(value)
  return entries.length <= MOST_ATTRIBUTES && entries.every(isOne)
}

/**
 * Returns what is wrong with a position and what is allowed. Undefined if nothing is wrong. A field with the value null
 * counts as absent.
 */
export function troubleWith(position: Fields): string | undefined {
  for (const name of REQUIRED) if (position[name] === undefined || position[name] === null) return `${name} is missing`
  for (const [name, value] of Object.entries(position)) {
    if (!Object.hasOwn(FIELDS, name)) return `"${name.slice(0, 40)}" is unknown; allowed are ${Object.keys(FIELDS).join(', ')}`
    const field = FIELDS[name]
    if (field && value !== null && !field.isAllowed(value)) return `${name} must be ${field.allowed}`
  }
  const { latitude, longitude } = position
  if (((latitude ?? undefined) === undefined) !== ((longitude ?? undefined) === undefined))
    return 'a latitude and a longitude are needed together'
  return undefined
}
