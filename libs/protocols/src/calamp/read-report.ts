import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { barsOfCsq } from '../common/signal.js'
import { fill, reading8, receiverSpeedOf } from '../common/readings.js'
import { ACCUMULATORS, MessageType, countOf, hasMask } from './frame.js'

const DEGREES = 1e7
const KPH_PER_CM_PER_SECOND = 0.036
const IGNITION = 0x01

/** The receiver's status of a position. Normal and mini reports contain the same information. */
interface FixStatus {
  isLastKnown: boolean
  isInvalid: boolean
  isHistoric: boolean
  isTimeInvalid: boolean
}

const statusOf = (byte: number): FixStatus => ({
  isLastKnown: (byte & 0x04) !== 0,
  isInvalid: (byte & 0x08) !== 0,
  isHistoric: (byte & 0x20) !== 0,
  isTimeInvalid: (byte & 0x40) !== 0,
})

/** Reads the status from the upper half of a byte. The lower half of this byte is the number of satellites. */
const miniStatusOf = (byte: number): FixStatus => ({
  isTimeInvalid: (byte & 0x10) !== 0,
  isInvalid: (byte & 0x20) !== 0,
  isLastKnown: (byte & 0x40) !== 0,
  isHistoric: (byte & 0x80) !== 0,
})

/**
 * Reads an event or located report. Fields: position · index and code of the event, one byte each (events only) ·
 * accumulators.
 * @returns the reason if the report cannot be read
 */
export function readReport(body: Buffer, type: number, now: number): Fix | string {
  const reader = new ByteReader(body)
  const fix = readPosition(reader, now)
  if (type === MessageType.eventReport) {
    note(fix, 'eventIndex', reader.u8())
    readEvent(fix, reader.u8())
  }
  return readAccumulators(fix, reader, type)
}

/**
 * Reads a mini report. Fields with their length in bytes: time 4 · latitude 4 · longitude 4 · course 2 · speed 1 (km/h) ·
 * status and satellites 1 · network 1 · inputs 1 · event 1 · accumulators.
 */
export function readMiniReport(body: Buffer, type: number, now: number): Fix | string {
  const reader = new ByteReader(body)
  const deviceTime = reader.u32() * 1000
  const [latitude, longitude, course, speedKph, statusAndSatellites] = [
    reader.i32(), reader.i32(), reader.u16(), reader.u8(), reader.u8(),
  ] // oxfmt-ignore
  const fix = startFix({ deviceTime, latitude, longitude, status: miniStatusOf(statusAndSatellites) }, now)
  readMotion(fix, reading8(speedKph), course)
  fix.satellites = statusAndSatellites & 0x0f
  note(fix, 'networkState', reader.u8())
  readInputs(fix, reader.u8())
  readEvent(fix, reader.u8())
  return readAccumulators(fix, reader, type)
}

/**
 * Reads data of an accessory. Fields with their length in bytes: position · type 2 · length 2 · data. The data are kept as
 * text or as hexadecimal digits.
 */
export function readData(body: Buffer, type: number, now: number): Fix | string {
  const reader = new ByteReader(body)
  const fix = readPosition(reader, now)
  const kind = reader.u16()
  const data = reader.slice(reader.u16())
  if (reader.overrun) return 'cut short'
  note(fix, type === MessageType.userData ? 'userDataKind' : 'applicationDataKind', kind)
  note(fix, type === MessageType.userData ? 'userData' : 'applicationData', textOf(data))
  keepTail(fix, reader)
  return fix
}

/**
 * Reads a position. Fields with their length in bytes: time 4 · time of the position 4 · latitude 4 · longitude 4 ·
 * altitude 4 (cm) · speed 4 (cm/s) · course 2 · satellites 1 · status 1 · network 2 · signal 2 (dBm) · state of the
 * network 1 · HDOP 1 · inputs 1 · state of the unit 1.
 */
function readPosition(reader: ByteReader, now: number): Fix {
  const deviceTime = reader.u32() * 1000
  const fixTime = reader.u32() * 1000
  const [latitude, longitude, altitude, speed] = [reader.i32(), reader.i32(), reader.i32(), reader.u32()]
  const [course, satellites, status] = [reader.u16(), reader.u8(), statusOf(reader.u8())]
  const fix = startFix({ deviceTime, latitude, longitude, status }, now)
  if (fixTime > 0 && fixTime !== deviceTime) note(fix, 'fixTime', fixTime)
  if (altitude !== 0 || !status.isInvalid) fix.altitudeM = altitude / 100
  readMotion(fix, Math.round(speed * KPH_PER_CM_PER_SECOND * 1000) / 1000, course)
  fill(fix, 'satellites', reading8(satellites))
  note(fix, 'carrier', reader.u16())
  const dbm = reader.i16()
  const bars = barsOfCsq(Math.floor((dbm + 113) / 2))
  if (bars !== undefined) fix.gsmSignal = bars
  else note(fix, 'cellSignal', dbm)
  note(fix, 'networkState', reader.u8())
  const hdop = reader.u8()
  if (hdop > 0) fill(fix, 'hdop', reading8(hdop) / 10)
  readInputs(fix, reader.u8())
  note(fix, 'unitState', reader.u8())
  return fix
}

/** Creates the fix. A device that has just started reports that it knows neither place nor time. */
function startFix(
  { deviceTime, latitude, longitude, status }: { deviceTime: number; latitude: number; longitude: number; status: FixStatus },
  now: number,
): Fix {
  const isNowhere = status.isInvalid && latitude === 0 && longitude === 0
  const place = isNowhere ? NOWHERE : { latitude: latitude / DEGREES, longitude: longitude / DEGREES }
  const hasFix = !status.isInvalid && !status.isLastKnown
  const fix = judgeFix({ deviceTime: status.isTimeInvalid ? undefined : deviceTime, hasFix, ...place }, now)
  if (status.isTimeInvalid) note(fix, 'deviceTime', deviceTime)
  if (status.isHistoric) note(fix, 'buffered', true)
  return fix
}

const NOWHERE = { latitude: undefined, longitude: undefined }

function readMotion(fix: Fix, speed: number, course: number): void {
  const speedKph = receiverSpeedOf(speed)
  if (speedKph !== undefined) fix.speedKph = speedKph
  const heading = headingOf(course)
  if (heading !== undefined) fix.heading = heading
}

/** Sets the inputs. The ignition is input 0 on every model. The other inputs depend on model and installation. */
function readInputs(fix: Fix, inputs: number): void {
  if (inputs !== 0xff) fix.ignition = (inputs & IGNITION) !== 0
  note(fix, 'digitalInputs', inputs)
}

/** Sets the event. The operator defines its code in the device's script. */
function readEvent(fix: Fix, code: number): void {
  if (code > 0) fix.event = code
}

/** Reads counters. Their meaning is configurable, so each is stored under its number. */
function readAccumulators(fix: Fix, reader: ByteReader, type: number): Fix | string {
  const counted = reader.u8()
  const { countAt, listAt } = ACCUMULATORS.get(type)!
  reader.skip(listAt - countAt - 1)
  let count = countOf(counted)
  if (reader.overrun || count * 4 > reader.remaining) return 'cut short'
  let numbers: number[] | undefined
  if (hasMask(counted) && count >= 2) {
    note(fix, 'accumulatorThreshold', reader.u32())
    numbers = setBitsOf(reader.u32())
    count -= 2
    if (numbers.length !== count) return `a mask of ${numbers.length} accumulators before ${count}`
  }
  for (let nth = 0; nth < count; nth++) note(fix, `accumulator${numbers?.[nth] ?? nth}`, reader.u32())
  keepTail(fix, reader)
  return fix
}

const setBitsOf = (mask: number): number[] => Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (mask >>> bit) & 1)

/** Stores the bytes after all counted fields. */
const keepTail = (fix: Fix, reader: ByteReader): void => note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))

function textOf(data: Buffer): string {
  const text = data.toString('latin1')
  return /^[\x20-\x7e\r\n\t]*$/.test(text) ? text.trim() : data.toString('hex')
}
