import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading32, receiverSpeedOf } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { note } from './values.js'

const HEAD_BYTES = 4
const IDENTITY_DIGITS = 9
const VALID = 0x80
const SOUTH = 0x40
const WEST = 0x20
/**
 * Numbers of bytes that firmware may append to a report. They are telemetry, a cell, or both. The telemetry may begin with
 * the report's number.
 */
const TELEMETRY_BYTES = 7
const NUMBERED_BYTES = 9
const CELL_BYTES = 10

/**
 * Reads a compact report. Fields with their length in bytes: length 2 · `10` · identity 5 (nine digits are used) · model 1 ·
 * firmware 2 · date and time 6 (year − 2000, month, day, hour, minute, second) · area 2 · cell 1 · latitude 4 · longitude 4 ·
 * speed 3 · heading 3 · flags 1 · distance 4 (m) · supply 2 (V) · inputs and outputs 1 · code 1 · […] · end 1. The last bytes
 * of latitude, longitude, speed, heading and supply are their decimals, two digits in each byte.
 */
export function readCompactReport(frame: Buffer, now: number): { identity: string; fix: Fix } | string {
  const reader = new ByteReader(frame, HEAD_BYTES, frame.length - 1)
  const identity = reader.slice(5).toString('hex').slice(0, IDENTITY_DIGITS)
  if (!/^\d{9}$/.test(identity)) return 'no number of a tracker'
  reader.skip(3)
  const deviceTime = utcOf(reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8())
  const area = reader.u16()
  const cell = reader.u8()
  const latitude = withFraction(reader.u8(), reader, 3)
  const longitude = withFraction(reader.u8(), reader, 3)
  const speed = withFraction(reader.u16(), reader, 1)
  const heading = headingOf(withFraction(reader.u16(), reader, 1))
  const flags = reader.u8()
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return 'coordinates with something else than digits'
  const place = {
    latitude: flags & SOUTH && latitude !== 0 ? -latitude : latitude,
    longitude: flags & WEST && longitude !== 0 ? -longitude : longitude,
  }
  const fix = judgeFix({ deviceTime, hasFix: (flags & VALID) !== 0, ...place }, now)
  fill(fix, 'speedKph', receiverSpeedOf(speed))
  if (heading !== undefined) fix.heading = heading
  note(fix, 'lac', area)
  note(fix, 'cellId', cell)
  fill(fix, 'odometerM', reading32(reader.u32()))
  const supply = withFraction(reader.u8(), reader, 1)
  if (!Number.isNaN(supply)) fix.externalBatteryMv = Math.round(supply * 1000)
  readInputs(fix, reader.u8())
  fix.event = reader.u8()
  readAppended(fix, reader)
  return reader.overrun ? 'fields beyond the end of the frame' : { identity, fix }
}

/** Adds decimals to a whole number. Each byte contains two decimal digits. NaN if one of them is not a digit. */
function withFraction(whole: number, reader: ByteReader, bytes: number): number {
  const digits = reader.slice(bytes).toString('hex')
  return /^\d*$/.test(digits) ? whole + Number(digits) / 100 ** bytes : NaN
}

/** Reads ignition, inputs 1–3, outputs 1 and 2. Each is one bit. The ignition is the lowest bit. */
function readInputs(fix: Fix, bits: number): void {
  // No model uses all bits, so if all of them are 1, the tracker never set this byte.
  if (bits === 0xff) return
  fix.ignition = (bits & 1) === 1
  for (let input = 1; input <= 3; input++) note(fix, `input${input}`, ((bits >> input) & 1) === 1)
  for (let output = 1; output <= 2; output++) note(fix, `output${output}`, ((bits >> (3 + output)) & 1) === 1)
}

/**
 * Reads appended data. Fields of the telemetry with their length in bytes: [number 2] · minutes of operation 4 · backup
 * battery 2 · live 1. Fields of the cell: cell 2 · MCC 2 · MNC 1 · signal 2 · area 2 · timing advance 1. If there is a
 * number, the battery voltage has the same form as the supply: whole volts, then decimal digits.
 */
function readAppended(fix: Fix, reader: ByteReader): void {
  const telemetry = [NUMBERED_BYTES, TELEMETRY_BYTES].find(
    (bytes) => reader.remaining === bytes || reader.remaining === bytes + CELL_BYTES,
  )
  if (telemetry !== undefined) {
    if (telemetry === NUMBERED_BYTES) note(fix, 'index', reader.u16())
    note(fix, 'engineHoursS', reading32(reader.u32()) * 60)
    if (telemetry === NUMBERED_BYTES) fill(fix, 'batteryMv', Math.round(withFraction(reader.u8(), reader, 1) * 1000))
    else note(fix, 'backupBattery', reader.u16())
    if (reader.u8() === 0) note(fix, 'buffered', true)
  }
  if (reader.remaining === CELL_BYTES) {
    note(fix, 'cellId', reader.u16())
    note(fix, 'mcc', reader.u16())
    note(fix, 'mnc', reader.u8())
    note(fix, 'signalLevel', reader.u16())
    note(fix, 'lac', reader.u16())
    reader.skip(1)
  }
  if (reader.remaining > 0) note(fix, 'rest', reader.slice(reader.remaining).toString('hex'))
}
