import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading16, reading32, receiverSpeedOf, signedReading } from '../common/readings.js'
import type { DeviceInformation, SessionState } from '../protocol.js'
import { readTime } from './clock.js'
import { type Attributes, addAlarm } from './attributes.js'
import { readItem } from './items.js'

export const LOCATION_BYTES = 28
const DEGREES = 1_000_000
const ACC = 1
const LOCATED = 2
const SOUTH = 4
const WEST = 8
const CUT = 0x400
const CHARGING = 0x0400_0000

/** Bits of the alarm word. Bits with the same meaning share a name. */
const ALARMS: readonly (readonly [mask: number, name: string])[] = [
  [0x0000_0001, 'sos'],
  [0x0000_0002, 'overspeed'],
  [0x0000_0004, 'fatigueDriving'],
  [0x0000_0008, 'danger'],
  [0x0000_0010, 'gnssFault'],
  [0x0000_0060, 'gpsAntennaCut'],
  [0x0000_0080, 'lowPower'],
  [0x0000_0100, 'powerCut'],
  [0x0000_0e00, 'fault'],
  [0x0000_8000, 'vibration'],
  [0x0003_0000, 'tampering'],
  [0x0004_0000, 'drivingLimit'],
  [0x0008_0000, 'parking'],
  [0x0010_0000, 'geofence'],
  [0x0020_0000, 'route'],
  [0x0080_0000, 'offRoute'],
  [0x0200_0000, 'fuel'],
  [0x0400_0000, 'theft'],
  [0x0800_0000, 'illegalIgnition'],
  [0x1000_0000, 'movement'],
  [0x2000_0000, 'accident'],
  [0x4000_0000, 'rollover'],
  [0x8000_0000, 'door'],
]

export interface Located {
  fix: Fix
  information: DeviceInformation
}

/**
 * Reads a location. Fields with their length in bytes: alarm 4 · status 4 · latitude 4 · longitude 4 · altitude 2 · speed 2 ·
 * direction 2 · time 6 · items.
 */
export function readLocation(body: Buffer, session: SessionState): Located | string {
  if (body.length < LOCATION_BYTES) return `a location of ${body.length} bytes`
  const alarm = body.readUInt32BE(0)
  const status = body.readUInt32BE(4)
  const fix = readPlace(body, 4, readTime(body, 22, session), session.now)
  const attributes: Attributes = {
    ...fix.attributes,
    alarmWord: hexWord(alarm),
    statusWord: hexWord(status),
  }
  fix.attributes = attributes
  // If all alarm bits are set, the terminal never set this word.
  if (alarm !== 0 && alarm !== 0xffff_ffff) addAlarms(alarm, attributes)
  const information: DeviceInformation = {}
  const items = body.subarray(LOCATION_BYTES)
  if (!walkItems(items, (id, value) => readItem(id, value, fix, attributes, information)) && items.length > 0)
    readTail(items, fix, attributes)
  return { fix, information }
}

/**
 * Reads a position. Fields with their length in bytes: status 4 · latitude 4 · longitude 4 · altitude 2 · speed 2 (0.1
 * km/h) · direction 2.
 */
export function readPlace(body: Buffer, at: number, deviceTime: number | undefined, now: number): Fix {
  const fix = readCoordinates(body, at, deviceTime, now)
  fill(fix, 'altitudeM', signedReading(body.readInt16BE(at + 12)))
  fill(fix, 'speedKph', receiverSpeedOf(body.readUInt16BE(at + 14) / 10))
  const heading = headingOf(body.readUInt16BE(at + 16))
  if (heading !== undefined) fix.heading = heading
  return fix
}

/** Reads coordinates. Fields with their length in bytes: status 4 · latitude 4 · longitude 4. */
export function readCoordinates(body: Buffer, at: number, deviceTime: number | undefined, now: number): Fix {
  const status = body.readUInt32BE(at)
  const latitude = body.readUInt32BE(at + 4) / DEGREES
  const longitude = body.readUInt32BE(at + 8) / DEGREES
  const fix = judgeFix(
    {
      deviceTime,
      hasFix: (status & LOCATED) !== 0,
      latitude: status & SOUTH && latitude !== 0 ? -latitude : latitude,
      longitude: status & WEST && longitude !== 0 ? -longitude : longitude,
    },
    now,
  )
  // If all bits of this word are 1, the terminal never set it.
  if (status === 0xffff_ffff) return fix
  fix.ignition = (status & ACC) !== 0
  if (status & CUT) fix.attributes = { ...fix.attributes, oilCut: true }
  if (status & CHARGING) fix.attributes = { ...fix.attributes, charging: true }
  return fix
}

function addAlarms(alarm: number, attributes: Attributes): void {
  for (const [mask, name] of ALARMS) if ((alarm & mask) !== 0) addAlarm(attributes, name)
}

/**
 * Iterates over the items, up to the last byte. Fields of each with their length in bytes: id 1 · length 1 · value. `false`
 * if the items do not end exactly at the last byte; in that case nothing has been read.
 */
export function walkItems(items: Buffer, read: (id: number, value: Buffer) => void): boolean {
  let at = 0
  while (at + 2 <= items.length && at + 2 + items[at + 1]! <= items.length) at += 2 + items[at + 1]!
  const fits = at === items.length
  if (!fits && items.length === TAIL_BYTES) return false
  for (let from = 0; from < at; from += 2 + items[from + 1]!)
    read(items[from]!, items.subarray(from + 2, from + 2 + items[from + 1]!))
  return fits
}

const TAIL_BYTES = 18

/**
 * Reads a vendor's fixed tail. Fields with their length in bytes: reserved 4 · odometer 4 (km) · voltage 2 (0.1 V) · location
 * area 4 · signal 1 · reserved 3. Any other tail is stored raw.
 */
function readTail(items: Buffer, fix: Fix, attributes: Attributes): void {
  if (items.length !== TAIL_BYTES) {
    attributes.items = items.toString('hex')
    return
  }
  fill(fix, 'odometerM', reading32(items.readUInt32BE(4)) * 1000)
  fill(fix, 'batteryMv', reading16(items.readUInt16BE(8)) * 100)
  attributes.gsmSignalCode = items[14]!
}

const hexWord = (value: number) => value.toString(16).padStart(8, '0').toUpperCase()
