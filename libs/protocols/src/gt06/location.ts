import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { fill, isNoKey, percentOf, reading16, reading32, reading8, signedReading } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { MEDIUM, NARROW, WIDE, type CellWidths, cellBytes, readCell } from './cells.js'
import type { DeviceClock } from './device-clock.js'
import { note, placeOf, readGpsBlock } from './gps-block.js'
import { readStatus, readTerminalInformation, setAlarm, setIgnition, setSignal } from './status.js'

export const GPS_BYTES = 18

/**
 * Reads the upload fields, with their length in bytes: ACC 1 · upload mode 1 · stored before 1. Newer firmware sends the last
 * field after the cell.
 */
function readUpload(reader: ByteReader, fix: Fix): void {
  setIgnition(fix, reader.u8())
  note(fix, 'uploadMode', reader.u8())
  note(fix, 'buffered', reader.u8() !== 0)
}

/**
 * Reads a location with one cell. The length shows if upload information, mileage in metres, or both follow the cell. Some
 * models append 5, 6 or 8 bytes of states instead, without mileage.
 */
export function readLocation(reader: ByteReader, bytes: Buffer, clock: DeviceClock, widths: CellWidths, hasLongMnc = false): Fix {
  const cell = reader.position + GPS_BYTES
  const left = reader.remaining - GPS_BYTES
  if (left < 8) return readGpsBlock(reader, clock)
  const behind = left - cellBytes(bytes, cell, widths, hasLongMnc)
  const hasUpload = behind === 3 || behind === 7 || behind >= 9
  const isStored = hasUpload && bytes[cell + left - behind + 2] === 1
  const fix = readGpsBlock(reader, clock, isStored)
  readCell(reader, fix, widths, hasLongMnc)
  if (hasUpload) readUpload(reader, fix)
  if (reader.remaining >= 4 && (hasUpload || behind === 4)) fill(fix, 'odometerM', reading32(reader.u32()))
  return fix
}

/** Reads 0x12, the oldest location. Every vendor has extended it in another way. */
export function readOldLocation(reader: ByteReader, bytes: Buffer, clock: DeviceClock): Fix {
  const extras = OLD_LOCATION_EXTRAS[reader.remaining]
  const isCard = reader.remaining >= 108
  if (extras === undefined && !isCard) return readLocation(reader, bytes, clock, NARROW)
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, NARROW)
  if (isCard) readCard(reader, fix)
  else extras!(reader, fix)
  return fix
}

/** The value 127 °C (without its sign) is beyond the range of such a sensor, so it means that there is no sensor. */
const NO_SENSOR = 0x7f

const OLD_LOCATION_EXTRAS: Readonly<Record<number, (reader: ByteReader, fix: Fix) => void>> = {
  28: readInputs,
  31(reader, fix) {
    readTerminalInformation(reader, fix)
    fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
    setSignal(fix, reader.u8())
    note(fix, 'alarmExtension', reader.u8())
  },
  36: readCard,
  38(reader, fix) {
    readTerminalInformation(reader, fix)
    fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
    setSignal(fix, reader.u8())
    setAlarm(fix, reader.u8())
    note(fix, 'oil', reader.u16())
    const temperature = reader.u8()
    if ((temperature & 0x7f) !== NO_SENSOR) note(fix, 'temperatureC', temperature & 0x80 ? -(temperature & 0x7f) : temperature)
    fill(fix, 'odometerM', reading32(reader.u32()) * 10)
  },
}

/**
 * Reads a word of inputs. Bit 15 is ACC and bit 14 the second input. If bit 12 is set, the value is a temperature and bit 9
 * its sign. Otherwise the value is an analogue voltage, in volts if bit 13 is set and else in tenths of a volt.
 */
function readInputs(reader: ByteReader, fix: Fix): void {
  const word = reader.u16()
  fix.ignition = (word & 0x8000) !== 0
  note(fix, 'input2', (word & 0x4000) !== 0)
  if (word & 0x1000) note(fix, 'temperatureC', word & 0x0200 ? -(word & 0x01ff) : word & 0x01ff)
  else note(fix, 'analogV', (word & 0x03ff) / (word & 0x2000 ? 1 : 10))
}

/**
 * Reads mileage and card. Fields with their length in bytes: mileage 4 · length 1 · card as text · alarm 1 · swiped 1 ·
 * [driving time 2].
 */
function readCard(reader: ByteReader, fix: Fix): void {
  fill(fix, 'odometerM', reading32(reader.u32()))
  const card = textOf(reader.slice(reader.u8()))
  if (!isNoKey(card)) note(fix, 'driverId', card)
  if (reader.u8() !== 0) note(fix, 'alarm', 'general')
  note(fix, 'cardStatus', reader.u8())
  if (reader.remaining >= 2) note(fix, 'drivingTime', reader.u16())
}

/** Converts Latin-1 to text without its padding. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/^[\0\s]+|[\0\s]+$/g, '')

/** Reads 0x22, 0x2D and 0x37. The length shows the vendor. */
export function readNewLocation(reader: ByteReader, bytes: Buffer, clock: DeviceClock): Fix {
  if (reader.remaining === 42) return readWithClimate(reader, clock)
  if (isAddressed(bytes, reader)) return readAddressed(reader, clock, NARROW)
  return readLocation(reader, bytes, clock, NARROW)
}

/**
 * Reads a location with climate. Fields with their length in bytes: GPS · cell with an id of 4 bytes · upload 3 · mileage 4 ·
 * travel time 4 · temperature 2 · humidity 2.
 */
function readWithClimate(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, MEDIUM)
  readUpload(reader, fix)
  fill(fix, 'odometerM', reading32(reader.u32()))
  note(fix, 'travelTimeS', reader.u32())
  const temperature = reader.u16()
  note(fix, 'temperatureC', signedReading(temperature & 0x8000 ? -(temperature & 0x7fff) : temperature) / 100)
  note(fix, 'humidityPercent', percentOf(reader.u16() / 100))
  return fix
}

/**
 * Recognises a location of the models NT and XT. Fields before the GPS block, with their length in bytes: source 1 · IMEI 8 ·
 * time 6.
 */
export function isAddressed(bytes: Buffer, reader: ByteReader): boolean {
  const { position, remaining } = reader
  return remaining >= 55 && bytes[position + 1]! >> 4 === 0 && /^\d{16}$/.test(bytes.toString('hex', position + 1, position + 9))
}

/**
 * Length that cells of 8 bytes and cells of 9 bytes declare. The declared length of a cell of 8 bytes includes the length
 * byte. The declared length of a cell of 9 bytes does not include it. The meaning of further bytes is unknown.
 */
const LONGEST_CELL = 9
export const IMEI_BYTES = 8

/**
 * Recognises an IMEI of sixteen digits before the GPS block (model QH302R). It is recognised because a date follows it, and
 * because the IMEI itself is not a possible date.
 */
export function hasImeiInFront(bytes: Buffer, { position, remaining }: ByteReader): boolean {
  if (remaining < IMEI_BYTES + GPS_BYTES || bytes[position]! >> 4 !== 0) return false
  return isDate(bytes, position + IMEI_BYTES) && !isDate(bytes, position) && isBcd(bytes, position, IMEI_BYTES)
}

/** Returns true when a date is at this place: year − 2000, month, day, hour, minute, second. */
const isDate = (bytes: Buffer, at: number): boolean =>
  utcOf(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!, bytes[at + 4]!, bytes[at + 5]!) !== undefined

function isBcd(bytes: Buffer, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (bytes[at]! >> 4 > 9 || (bytes[at]! & 0x0f) > 9) return false
  return true
}

/**
 * Reads a location of the models NT and XT. Fields with their length in bytes: … · cell length 1 (some models include this
 * byte) · cell · terminal information 1 · external voltage 2 · internal voltage 1 · signal 1 · alarm 1 · language 1 ·
 * mileage 3 · working time 3 (minutes) · [length 1 · type 1 · driver].
 */
export function readAddressed(reader: ByteReader, clock: DeviceClock, widths: CellWidths): Fix {
  reader.skip(15)
  const fix = readGpsBlock(reader, clock)
  const told = reader.u8()
  readCell(reader, fix, widths)
  reader.skip(Math.max(told - LONGEST_CELL, 0))
  readTerminalInformation(reader, fix)
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  fill(fix, 'batteryMv', reading8(reader.u8()) * 100)
  setSignal(fix, reader.u8())
  setAlarm(fix, reader.u8())
  reader.skip(1)
  const odometer = reader.u8() * 0x1_0000 + reader.u16()
  if (odometer !== 0xff_ffff) fix.odometerM = odometer
  note(fix, 'workingTimeMs', (reader.u8() * 0x1_0000 + reader.u16()) * 60_000)
  const length = reader.remaining > 0 ? reader.u8() : 0
  if (length > 1) {
    reader.skip(1)
    setCard(fix, reader.slice(length - 1))
  }
  return fix
}

/**
 * Reads 0x31. Fields with their length in bytes: GPS · MCC 2 · MNC 2 · LAC 2 · cell 4 · upload 3 · mileage 4 · altitude 2.
 */
export function readWithAltitude(reader: ByteReader, bytes: Buffer, clock: DeviceClock): Fix {
  if (reader.remaining !== 37) return readLocation(reader, bytes, clock, NARROW)
  const fix = readGpsBlock(reader, clock, bytes[reader.position + 30] === 1)
  readCell(reader, fix, MEDIUM, true)
  readUpload(reader, fix)
  fill(fix, 'odometerM', reading32(reader.u32()))
  fill(fix, 'altitudeM', signedReading(reader.i16()))
  return fix
}

/**
 * Reads 0x37, which is a 0x22 with one module at its end. Fields of the module with their length in bytes: id 2 · length 1
 * · value.
 */
export function readWithModule(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, NARROW)
  readUpload(reader, fix)
  if (reader.remaining < 3) return fix
  const id = reader.u16()
  const value = reader.slice(reader.u8())
  if (id === 0x27 && value.length === 2) fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 10)
  else if (id === 0x2e && value.length === 4) fill(fix, 'odometerM', reading32(value.readUInt32BE(0)))
  else if (id === 0x3b && value.length === 2) note(fix, 'accuracyM', reading16(value.readUInt16BE(0)) / 100)
  else note(fix, `module${id}`, value.toString('hex'))
  return fix
}

/**
 * Reads 0x24 of 41 bytes. Fields with their length in bytes: GPS · cell · ACC 1 · external voltage 2 · internal voltage 2.
 */
export function readWithVoltages(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, NARROW)
  setIgnition(fix, reader.u8())
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  fill(fix, 'batteryMv', reading16(reader.u16()) * 10)
  return fix
}

/** Reads 0x17 of 35 bytes. Fields with their length in bytes: GPS · cell · card 8 · validity 1. */
export function readWithCard(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, NARROW)
  setCard(fix, reader.slice(8))
  note(fix, 'cardStatus', reader.u8())
  return fix
}

/**
 * Reads 0x36 of 48 bytes. Fields with their length in bytes: GPS · cell · upload 3 · mileage 4 · voltages 2, 1 · working
 * time 3 (minutes) · card 8.
 */
export function readWithTelemetryAndCard(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, MEDIUM)
  readUpload(reader, fix)
  fill(fix, 'odometerM', reading32(reader.u32()))
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  fill(fix, 'batteryMv', reading8(reader.u8()) * 100)
  note(fix, 'workingTimeMs', (reader.u8() * 0x1_0000 + reader.u16()) * 60_000)
  setCard(fix, reader.slice(8))
  return fix
}

/** Stores a card's number. Zeros mean no card. */
export function setCard(fix: Fix, card: Buffer): void {
  if (card.some((byte) => byte !== 0)) note(fix, 'driverId', card.toString('hex'))
}

/** Reads 0x38. Fields with their length in bytes: GPS · upload mode 1 · stored 1 · generation 1 · cell. */
export function readWithGeneration(reader: ByteReader, bytes: Buffer, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock, bytes[reader.position + GPS_BYTES + 1] === 1)
  note(fix, 'uploadMode', reader.u8())
  note(fix, 'buffered', reader.u8() !== 0)
  readCell(reader, fix, reader.u8() >= 3 ? WIDE : NARROW)
  return fix
}

/** Reads 0x61. Fields with their length in bytes: IMEI 8 · GPS · cell with an id of 4 bytes · iButton 6. */
export function readWithButton(reader: ByteReader, clock: DeviceClock): Fix {
  reader.skip(8)
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, MEDIUM)
  setCard(fix, reader.slice(6))
  return fix
}

/**
 * Reads 0x34. Fields with their length in bytes: data and alarm 4 · GPS · state 2 · mileage 4 · cell · driver 4 ·
 * voltages 2, 2 · ports 4 · in 1 · out 1 · analogue.
 */
export function readX1(reader: ByteReader, clock: DeviceClock): Fix {
  const alarm = reader.u32()
  const fix = readGpsBlock(reader, clock)
  note(fix, 'alarmWord', alarm)
  note(fix, 'terminalWord', reader.u16())
  fill(fix, 'odometerM', reading32(reader.u32()))
  readCell(reader, fix, MEDIUM)
  const driver = reader.u32()
  if (driver !== 0) note(fix, 'driverId', String(driver))
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  fill(fix, 'batteryMv', reading16(reader.u16()) * 10)
  const analogues = (reader.u32() >>> 20) & 0x0f
  note(fix, 'inputs', reader.u8())
  note(fix, 'outputs', reader.u8())
  for (let at = 1; at <= analogues && reader.remaining >= 2; at++) note(fix, `analog${at}V`, reader.u16() / 100)
  return fix
}

/**
 * Reads 0x32 of 34 or 36 bytes. Fields with their length in bytes: GPS · length 1 · MCC 2 · MNC 2 · LAC 2 · cell 4 ·
 * status 3 · alarm 1 · language 1 · [altitude 2].
 */
export function readAlarmWithAltitude(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  reader.skip(1)
  readCell(reader, fix, MEDIUM, true)
  readStatus(reader, fix)
  setAlarm(fix, reader.u8())
  reader.skip(1)
  if (reader.remaining >= 2) fill(fix, 'altitudeM', signedReading(reader.i16()))
  return fix
}

/**
 * Reads 0x95, an alarm of cameras. Fields with their length in bytes: [marker 2 · version 1] · time 6 · place · event 1 ·
 * data 2 · names of files.
 */
export function readCameraAlarm(reader: ByteReader, bytes: Buffer, clock: DeviceClock): { fix: Fix; event: number } {
  const isMarked = reader.remaining > 20 && bytes.readUInt16BE(reader.position) === 0xffff
  if (isMarked) reader.skip(3)
  const deviceTime = clock.read(reader)
  const satellites = isMarked ? reader.u8() & 0x0f : undefined
  const latitude = reader.u32()
  const longitude = reader.u32()
  const fix = placeOf(latitude, longitude, reader.u16(), deviceTime, clock.now)
  if (satellites !== undefined) fix.satellites = satellites
  if (isMarked) {
    fill(fix, 'speedKph', reading16(reader.u16()))
    fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 100)
  }
  const event = reader.u8()
  note(fix, 'alarmCode', event)
  if (reader.remaining >= 2) note(fix, 'eventData', reader.u16())
  if (reader.remaining > 0) note(fix, 'eventFiles', textOf(reader.slice(reader.remaining)))
  return { fix, event }
}
