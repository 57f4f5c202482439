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

/** The receiver's status of a position, the same in both forms. */
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

/** Reads the upper half of the byte whose lower half counts the satellites. */
const miniStatusOf = (byte: number): FixStatus => ({
  isTimeInvalid: (byte & 0x10) !== 0,
  isInvalid: (byte & 0x20) !== 0,
  isLastKnown: (byte & 0x40) !== 0,
  isHistoric: (byte & 0x80) !== 0,
})

/**
 * Reads an event or located report: position · event's index 1 and code 1 (of an event) · accumulators. @returns the reason when
 * it cannot be read
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
 * Reads time 4 · latitude 4 · longitude 4 · course 2 · km/h 1 · status and satellites 1 · network 1 · inputs 1 · event 1 ·
 * accumulators.
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

/** Reads data of an accessory: position · kind 2 · length 2 · the data, as text or in hexadecimal digits. */
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
 * Reads time 4 · time of the position 4 · latitude 4 · longitude 4 · altitude 4 (cm) · speed 4 (cm/s) · course 2 · satellites 1 ·
 * status 1 · network 2 · signal 2 (dBm) · network's state 1 · HDOP 1 · inputs 1 · unit's state 1.
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

/** Creates the fix. A device that has just started knows neither place nor time, and reports so. */
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

/** Sets the inputs. The ignition is input 0 on every model; the others depend on model and installation. */
function readInputs(fix: Fix, inputs: number): void {
  if (inputs !== 0xff) fix.ignition = (inputs & IGNITION) !== 0
  note(fix, 'digitalInputs', inputs)
}

/** Sets the event. Its code is defined by the operator, in the device's script. */
function readEvent(fix: Fix, code: number): void {
  if (code > 0) fix.event = code
}

/** Reads counters with configurable meaning. They are kept by their number, as on the wire. */
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

/** Keeps the bytes after all counted parts. */
const keepTail = (fix: Fix, reader: ByteReader): void => note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))

function textOf(data: Buffer): string {
  const text = data.toString('latin1')
  return /^[\x20-\x7e\r\n\t]*$/.test(text) ? text.trim() : data.toString('hex')
}
