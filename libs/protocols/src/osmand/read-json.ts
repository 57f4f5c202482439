import type { Fix, SpeedUnit } from '@roadbook/contracts'
import { mpsToKph } from '@roadbook/geo'
import { type Fields, fieldsOf, isPlain, numberOf, parseJson, textOf } from '../common/http/json-fields.js'
import { note } from '../common/note.js'
import { type Client, toKphOf, unitOf } from './client.js'
import { type Trouble, isTrouble } from './layout.js'
import { type Location, bad, fixOf, setMotion, troubleWithId } from './location.js'
import { readParameters } from './parameters.js'
import { readTimestamp } from '../common/http/timestamp.js'

const MOST_LOCATIONS = 100

/**
 * Reads the body of Traccar Client 9 and later: `device_id` and one or several `location`. The address may contain the speed
 * unit.
 */
export function readJson(body: Buffer, query: string, now: number, speedUnit?: SpeedUnit): Location | Trouble {
  const root = fieldsOf(parseJson(body))
  if (!root) return bad('the body must be a JSON object')
  const id = typeof root.device_id === 'number' ? String(root.device_id) : textOf(root.device_id)
  if (id === undefined || id === '') return bad('device_id is missing: 1 to 20 letters or digits')
  const refused = troubleWithId(id)
  if (refused) return refused
  const locations = Array.isArray(root.location) ? (root.location as unknown[]) : [root.location]
  if (locations.length > MOST_LOCATIONS) return bad(`a request may have ${MOST_LOCATIONS} locations`)
  const unit = unitOf(new Map(readParameters(query)))
  if (typeof unit === 'object') return unit
  const toKph = toKphOf(unit ?? speedUnit) ?? mpsToKph
  const fixes: Fix[] = []
  for (const location of locations) {
    const fix = readLocation(fieldsOf(location), now, toKph)
    if (isTrouble(fix)) return fix
    fixes.push(fix)
  }
  return { id, fixes }
}

function readLocation(location: Fields | undefined, now: number, toKph: Client['toKph']): Fix | Trouble {
  if (!location) return bad('location must be an object')
  const stamp = location.timestamp
  const time = typeof stamp === 'string' || typeof stamp === 'number' ? readTimestamp(String(stamp)) : undefined
  if (time === undefined && stamp !== undefined) return bad('location.timestamp must be ISO 8601')
  const coords = fieldsOf(location.coords)
  const latitude = numberOf(coords?.latitude)
  const longitude = numberOf(coords?.longitude)
  if (coords && (latitude === undefined || longitude === undefined))
    return bad('location.coords.latitude and longitude must be decimal degrees')
  const fix = fixOf({ time, latitude, longitude, isValid: location.mock !== true }, now)
  if (isTrouble(fix)) return fix
  if (location.mock === true) note(fix, 'mock', true)
  if (coords) readCoords(fix, coords, toKph)
  readState(fix, location)
  const extras = fieldsOf(location.extras)
  if (extras) for (const [name, value] of Object.entries(extras)) if (isPlain(value)) note(fix, name, value)
  return fix
}

function readCoords(fix: Fix, coords: Fields, toKph: Client['toKph']): void {
  const speed = numberOf(coords.speed)
  setMotion(fix, speed === undefined ? undefined : toKph(speed), numberOf(coords.heading), numberOf(coords.altitude))
  const accuracy = numberOf(coords.accuracy)
  if (accuracy !== undefined && accuracy >= 0) note(fix, 'accuracyM', accuracy)
}

function readState(fix: Fix, location: Fields): void {
  if (typeof location.is_moving === 'boolean') fix.movement = location.is_moving
  const odometer = numberOf(location.odometer)
  if (odometer !== undefined && odometer >= 0) fix.odometerM = odometer
  note(fix, 'event', textOf(location.event))
  note(fix, 'alarm', textOf(location.alarm))
  note(fix, 'activity', textOf(fieldsOf(location.activity)?.type))
  const battery = fieldsOf(location.battery)
  const level = numberOf(battery?.level)
  if (level !== undefined && level >= 0 && level <= 1) fix.batteryPercent = Math.round(level * 1000) / 10
  if (typeof battery?.is_charging === 'boolean') note(fix, 'charging', battery.is_charging)
}
