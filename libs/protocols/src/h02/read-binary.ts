import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { utcOf } from '../common/utc.js'
import { LONG_ID_BYTES, SHORT_ID_BYTES, bcd } from './layout.js'
import { readStatus } from './status.js'

/** Offsets of the fields after the id, in bytes. */
const TIME = 0
const LATITUDE = 6
const BATTERY = 10
const LONGITUDE = 11
const SPEED = 16
const STATUS = 19
const USER_ALARM = 23
const RECORD = 25
const EXTRAS = 26

const VALID = 0b0010
const NORTH = 0b0100
const EAST = 0b1000

/**
 * Reads one binary report. The frame must be long enough and begin at the marker. Undefined if the coordinates are not
 * decimal digits.
 */
export function readBinary(
  frame: Buffer,
  idBytes: 5 | 8,
  now: number,
  utcOffsetMinutes: number,
): { id: string; fix: Fix } | undefined {
  const hex = frame.toString('hex')
  const id = hex.slice(2, idBytes === LONG_ID_BYTES ? 17 : 2 + 2 * SHORT_ID_BYTES)
  const at = 1 + idBytes
  const flags = frame[at + LONGITUDE + 4]! & 0x0f
  const nibble = 2 * at
  const latitude = degreesOf(hex, nibble + 2 * LATITUDE, 2)
  const longitude = degreesOf(hex, nibble + 2 * LONGITUDE, 3)
  if (latitude === undefined || longitude === undefined) return undefined
  const local = utcOf(...sixOf(frame, at + TIME))
  const fix = judgeFix(
    {
      deviceTime: local === undefined ? undefined : local - utcOffsetMinutes * 60_000,
      hasFix: (flags & VALID) !== 0,
      latitude: (flags & NORTH) === 0 ? -latitude : latitude,
      longitude: (flags & EAST) === 0 ? -longitude : longitude,
    },
    now,
  )
  const speed = digitsOf(hex, nibble + 2 * SPEED, 3)
  if (speed !== undefined) fix.speedKph = knotsToKph(speed)
  const heading = headingOf(digitsOf(hex, nibble + 2 * SPEED + 3, 3) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  readBattery(fix, frame[at + BATTERY]!)
  readStatus(fix, frame.readUInt32BE(at + STATUS))
  if (frame[at + USER_ALARM] !== 0xff) note(fix, 'userAlarm', frame[at + USER_ALARM])
  note(fix, 'recordNumber', frame[at + RECORD])
  if (frame.length > at + EXTRAS) noteExtras(fix, hex.slice(nibble + 2 * EXTRAS))
  return { id, fix }
}

/** Returns year, month, day, hour, minute, second from HH MM SS DD MM YY. */
function sixOf(frame: Buffer, at: number): [number, number, number, number, number, number] {
  return [5, 4, 3, 0, 1, 2].map((offset) => bcd(frame[at + offset]!)) as [number, number, number, number, number, number]
}

/** Reads two or three digits of degrees and six digits of minutes. The last four digits are decimals. */
function degreesOf(hex: string, at: number, degreeDigits: 2 | 3): number | undefined {
  const degrees = digitsOf(hex, at, degreeDigits)
  const minutes = digitsOf(hex, at + degreeDigits, 6)
  if (degrees === undefined || minutes === undefined || minutes >= 600_000) return undefined
  return degrees + minutes / 600_000
}

function digitsOf(hex: string, at: number, count: number): number | undefined {
  let value = 0
  for (let digit = 0; digit < count; digit++) {
    const code = hex.charCodeAt(at + digit) - 0x30
    if (code > 9) return undefined
    value = value * 10 + code
  }
  return value
}

/** Reads a battery code. 0 means unknown, 1 to 6 are steps of 10 and 20 %, and from 7 on the code is the percentage. */
function readBattery(fix: Fix, code: number): void {
  if (code >= 1 && code <= 3) fix.batteryPercent = (code - 1) * 10
  else if (code >= 4 && code <= 6) fix.batteryPercent = (code - 1) * 20
  else if (code >= 7 && code <= 100) fix.batteryPercent = code
  else if (code !== 0) note(fix, 'batteryCode', code)
}

function noteExtras(fix: Fix, hex: string): void {
  for (let at = 0; at < hex.length; at++) if (hex.charCodeAt(at) !== 0x30) return note(fix, 'extras', hex)
}
