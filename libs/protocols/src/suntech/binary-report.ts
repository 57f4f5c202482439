import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, isNoKey, reading16, reading8 } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { DRIVER_ALERT, alertOf } from './codes.js'
import { Bit, applyInputs, isSet } from './universal-report.js'
import { note } from './values.js'

const HEAD_BYTES = 3
const IDENTITY_BYTES = 5
export const STATUS = 0x81
export const ALERT = 0x82
const SIGN = 0x8000_0000

/**
 * Reads the universal report in its binary form: identity of ten digits, mask, and the same fields in the same order as in
 * text.
 */
export function readBinaryReport(frame: Buffer, now: number): { identity: string; fix: Fix; firmware?: string } | string {
  const reader = new ByteReader(frame, HEAD_BYTES)
  const identity = reader.slice(IDENTITY_BYTES).toString('hex')
  if (!/^\d*$/.test(identity)) return 'an identity of other than digits'
  const mask = (reader.u8() << 16) | reader.u16()
  const has = (bit: number) => isSet(mask, bit)
  if (has(Bit.model)) reader.skip(1)
  const firmware = has(Bit.firmware) ? `${reader.u8()}.${reader.u8()}.${reader.u8()}` : undefined
  const isStored = has(Bit.isLive) && reader.u8() === 0
  const date = has(Bit.date) ? ([reader.u8(), reader.u8(), reader.u8()] as const) : undefined
  const time = has(Bit.time) ? ([reader.u8(), reader.u8(), reader.u8()] as const) : undefined
  const cell = has(Bit.cell) ? reader.u32() : undefined
  const mcc = has(Bit.mcc) ? reader.u16() : undefined
  const mnc = has(Bit.mnc) ? reader.u16() : undefined
  const area = has(Bit.area) ? reader.u16() : undefined
  const signal = has(Bit.signal) ? reader.u8() : undefined
  const latitude = has(Bit.latitude) ? degreesOf(reader.u32()) : undefined
  const longitude = has(Bit.longitude) ? degreesOf(reader.u32()) : undefined
  const speed = has(Bit.speed) ? reading16(reader.u16()) / 100 : undefined
  const heading = has(Bit.heading) ? headingOf(reader.u16() / 100) : undefined
  const satellites = has(Bit.satellites) ? reading8(reader.u8()) : undefined
  const hasFix = !has(Bit.validity) || reader.u8() > 0
  const deviceTime = date && time ? utcOf(...date, ...time) : now
  const fix = judgeFix({ deviceTime, hasFix, latitude, longitude }, now)
  fill(fix, 'speedKph', speed)
  if (heading !== undefined) fix.heading = heading
  fill(fix, 'satellites', satellites)
  note(fix, 'report', frame[0] === ALERT ? 'ALT' : 'STT')
  if (isStored) note(fix, 'buffered', true)
  note(fix, 'cellId', cell)
  note(fix, 'mcc', mcc)
  note(fix, 'mnc', mnc)
  note(fix, 'lac', area)
  note(fix, 'signalLevel', signal)
  if (has(Bit.inputs)) fillInputs(fix, reader.u8())
  if (has(Bit.outputs)) note(fix, 'digitalOutputs', reader.u8())
  readReason(fix, frame[0] === ALERT, mask, reader)
  if (reader.overrun) return 'fields beyond the end of the frame'
  return { identity, fix, ...(firmware !== undefined && { firmware }) }
}

/** Sets the inputs, unless all of them are active. In that case the tracker never set this byte. */
function fillInputs(fix: Fix, inputs: number): void {
  if (inputs !== 0xff) applyInputs(fix, inputs)
}

/** Converts a coordinate, which consists of a sign bit and millionths of a degree. */
const degreesOf = (value: number): number => (value >= SIGN ? -(value - SIGN) : value) / 1e6

const KEY_BYTES = 8

/** Reads code and modifier (two bytes). If an alert is about a driver's key, the key follows. */
function readReason(fix: Fix, isAlert: boolean, mask: number, reader: ByteReader): void {
  const code = isSet(mask, Bit.code) ? reader.u8() : undefined
  const modifier = isSet(mask, Bit.modifier) ? reader.u16() : undefined
  if (!isAlert) {
    note(fix, 'mode', code)
    note(fix, 'reason', modifier)
    return
  }
  if (code !== undefined) {
    fix.event = code
    note(fix, 'alarm', alertOf(code))
  }
  note(fix, 'alertModifier', modifier)
  const key = code === DRIVER_ALERT && isSet(mask, Bit.data) ? reader.slice(KEY_BYTES).toString('hex') : ''
  if (!isNoKey(key)) note(fix, 'driverId', key)
}
