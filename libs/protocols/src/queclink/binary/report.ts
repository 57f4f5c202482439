import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../../common/judge-fix.js'
import { fill, reading16, reading32, signedReading, within } from '../../common/readings.js'
import { isSet } from '../can-fields.js'
import { applyMotionState } from '../motion-state.js'
import { LARGEST_KPH, hdopOf } from '../position-block.js'
import type { SessionMemory, SessionState } from '../../protocol.js'
import { note } from '../report.js'
import { type Sending, isSentAt, rememberZone } from '../send-time.js'
import { readCompressed } from './compressed.js'
import { bcdOf, identityOf, readTime } from './values.js'

/** Numbers of the bits of the report mask. If the bit is set, the field with this name is present. */
const Has = {
  speed: 0,
  heading: 1,
  altitude: 2,
  cell: 3,
  length: 7,
  deviceType: 8,
  protocol: 9,
  firmware: 10,
  charge: 11,
  supply: 12,
  analog: 14,
  inputsAndOutputs: 17,
  motion: 18,
  satellites: 19,
  mileage: 20,
  totalMileage: 21,
  hours: 22,
  totalHours: 23,
  expander: 26,
} as const

const COMPRESSED = 100
/** If the first byte of the device type is at least this, the device type has three bytes, and otherwise one. */
const WIDE_DEVICE_TYPE = 0x80
/** Number of bytes of CRC, CR and LF. */
const END_BYTES = 4
/** Number of bytes of send time, count and `END_BYTES`. */
const SENT_BYTES = 13

/**
 * Number of bytes that an event report has before the positions, by its type (GTBPL, GTIGN, GTIGF, GTUPD, GTGSS, GTDOS,
 * GTGPJ).
 */
const EVENT_BYTES: Readonly<Record<number, number>> = { 6: 2, 13: 4, 14: 4, 15: 3, 21: 5, 25: 2, 31: 2, 45: 7, 46: 7 }
const REPORT_NAMES: Readonly<Record<number, string>> = {
  1: 'GTTOW', 3: 'GTLBC', 4: 'GTEPS', 5: 'GTDIS', 6: 'GTIOB', 7: 'GTFRI', 8: 'GTGEO', 9: 'GTSPD', 10: 'GTSOS',
  11: 'GTRTL', 12: 'GTDOG', 15: 'GTHBM', 16: 'GTIGL', 17: 'GTIDA', 18: 'GTERI',
} // oxfmt-ignore
const REPORT_ALARMS: Readonly<Record<number, string>> = { 1: 'tow', 9: 'overspeed', 10: 'sos' }
const IGNITION_ON = 13
const IGNITION_OFF = 14
const LOW_BATTERY = 6

export interface BinaryReport {
  identity?: string
  fixes: Fix[]
  remember?: SessionMemory
}

/**
 * Reads RSP, BSP, EVT and BVT: the fields of the mask, then the positions. Returns the reason if these do not fit the frame.
 */
export function readBinaryReport(frame: Buffer, session: SessionState): BinaryReport | string {
  const reader = new ByteReader(frame, 4, frame.length - END_BYTES)
  const type = reader.u8()
  const mask = reader.u32()
  const isEvent = frame[1] === 0x45 || frame[2] === 0x56
  const common: Fix = { positionedAt: 0, validity: 0 }
  if (isSet(mask, Has.length)) reader.skip(2)
  if (isSet(mask, Has.deviceType)) reader.skip(frame[reader.position]! >= WIDE_DEVICE_TYPE ? 3 : 1)
  if (isSet(mask, Has.protocol)) reader.skip(2)
  if (isSet(mask, Has.firmware)) reader.skip(2)
  const identity = identityOf(reader.slice(8))
  readState(reader, mask, common)
  if (isEvent) readEventFields(reader, type, common)
  else if (type === COMPRESSED) {
    const fixes = readCompressed(reader, session.now)
    return typeof fixes === 'string' ? fixes : { ...(identity !== undefined && { identity }), fixes }
  } else readReportType(reader, type, common)
  if (frame[1] === 0x42) note(common, 'buffered', true)
  const number = reader.u8()
  if (number < 1 || number > 15) return `${number} positions`
  const fixes: Fix[] = []
  const sending = { sentAt: readTime(new ByteReader(frame, frame.length - SENT_BYTES)), isLive: frame[1] !== 0x42 }
  let isRepeated = false
  for (let nth = 1; nth <= number; nth++) {
    isRepeated = frame[reader.position] === 0
    const fix = readPosition(reader, mask, sending, session)
    fixes.push(nth === number ? merge(fix, common) : fix)
  }
  readCounters(reader, mask, fixes.at(-1)!)
  if (reader.overrun) return 'fields beyond the end of the frame'
  const remember = isRepeated ? rememberZone(sending, session) : undefined
  return { ...(identity !== undefined && { identity }), fixes, ...(remember && { remember }) }
}

function readState(reader: ByteReader, mask: number, common: Fix): void {
  if (isSet(mask, Has.charge)) {
    const charge = within(reader.u8(), 0, 100)
    if (charge !== undefined) common.batteryPercent = charge
  }
  if (isSet(mask, Has.supply)) fill(common, 'externalBatteryMv', reading16(reader.u16()))
  if (isSet(mask, Has.analog)) note(common, 'analog1Mv', reader.u16())
  if (isSet(mask, Has.expander)) note(common, 'expanderInputs', reader.u8())
  if (isSet(mask, Has.inputsAndOutputs)) note(common, 'digitalInputs', reader.u8())
  if (isSet(mask, Has.expander)) note(common, 'expanderOutputs', reader.u8())
  if (isSet(mask, Has.inputsAndOutputs)) note(common, 'digitalOutputs', reader.u8())
  if (isSet(mask, Has.motion)) applyMotionState(common, reader.u8().toString(16).toUpperCase())
  if (isSet(mask, Has.satellites)) common.satellites = reader.u8() & 0x0f
}

function readEventFields(reader: ByteReader, type: number, common: Fix): void {
  note(common, 'eventType', type)
  const bytes = reader.slice(EVENT_BYTES[type] ?? 0)
  if (type === IGNITION_ON || type === IGNITION_OFF) common.ignition = type === IGNITION_ON
  if (type === LOW_BATTERY && bytes.length === 2) {
    fill(common, 'batteryMv', reading16(bytes.readUInt16BE(0)))
    note(common, 'alarm', 'lowBattery')
  }
}

function readReportType(reader: ByteReader, type: number, common: Fix): void {
  note(common, 'report', REPORT_NAMES[type] ?? `type${type}`)
  note(common, 'alarm', REPORT_ALARMS[type])
  const idAndType = reader.u8()
  note(common, 'reportId', idAndType >> 4)
  note(common, 'reportType', idAndType & 0x0f)
}

/**
 * Reads a position. An accuracy of 0 normally means that the report repeats the last known position. But if the position's
 * time and the send time of the report differ by less than a minute, the position is new and counts as a fix.
 */
function readPosition(reader: ByteReader, mask: number, sending: Sending, session: SessionState): Fix {
  const accuracy = reader.u8()
  const speedKph = isSet(mask, Has.speed) ? within(reader.u16() + reader.u8() / 10, 0, LARGEST_KPH) : undefined
  const heading = isSet(mask, Has.heading) ? headingOf(reader.u16()) : undefined
  const altitudeM = isSet(mask, Has.altitude) ? signedReading(reader.i16()) : undefined
  const longitude = reader.i32() / 1e6
  const latitude = reader.i32() / 1e6
  const deviceTime = readTime(reader)
  const hasFix = accuracy !== 0 || isSentAt(deviceTime, sending, session)
  const fix = judgeFix({ deviceTime, hasFix, latitude, longitude }, session.now)
  const hdop = hdopOf(accuracy)
  if (hdop !== undefined) fix.hdop = hdop
  if (speedKph !== undefined) fix.speedKph = speedKph
  if (heading !== undefined) fix.heading = heading
  fill(fix, 'altitudeM', altitudeM)
  if (isSet(mask, Has.cell)) {
    note(fix, 'mcc', bcdOf(reader.u16()))
    note(fix, 'mnc', bcdOf(reader.u16()))
    note(fix, 'lac', reader.u16())
    note(fix, 'cellId', reader.u16())
    reader.skip(1)
  }
  return fix
}

/** Reads distances as kilometres and tenths, and durations as hours, minutes and seconds. */
function readCounters(reader: ByteReader, mask: number, fix: Fix): void {
  if (isSet(mask, Has.mileage)) note(fix, 'tripM', reader.u16() * 1000 + reader.u8() * 100)
  if (isSet(mask, Has.totalMileage)) fill(fix, 'odometerM', reading32(reader.u32()) * 1000 + reader.u8() * 100)
  if (isSet(mask, Has.hours)) note(fix, 'tripS', reader.u8() * 3600 + reader.u8() * 60 + reader.u8())
  if (isSet(mask, Has.totalHours)) note(fix, 'engineHoursS', reader.u32() * 3600 + reader.u8() * 60 + reader.u8())
}

/** Adds values of the whole report to a fix. Values of the position itself have priority. */
function merge(fix: Fix, common: Fix): Fix {
  const attributes = { ...common.attributes, ...fix.attributes }
  return { ...common, ...fix, ...(Object.keys(attributes).length > 0 && { attributes }) }
}
