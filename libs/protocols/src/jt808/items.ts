import type { Fix } from '@roadbook/contracts'
import {
  type Column,
  fill,
  isNoKey,
  percentOf,
  reading16,
  reading32,
  reading8,
  readingOf,
  signedReading,
} from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { readJcItem } from './items-jc.js'
import { readObdBlock, readObdItem } from './items-obd.js'
import { readExtensions } from './items-extended.js'
import { type Attributes, addAlarm, keep, textOf } from './attributes.js'

type Reader = (value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation) => unknown

/** Items with a fixed length and an unsigned number as value, by id: [length in bytes, attribute, divisor]. */
const NUMBERS: Readonly<Record<number, readonly [length: number, name: string, divisor: number]>> = {
  0x03: [2, 'tachographKph', 10],
  0x04: [2, 'confirmAlarmId', 1],
  0x14: [4, 'videoAlarm', 1],
  0x25: [4, 'vehicleSignals', 1],
  0x2a: [2, 'ioStatus', 1],
  0x52: [1, 'rotation', 1],
  0xe8: [3, 'lockStatus', 1],
  0xf5: [2, 'illuminance', 1],
}

/**
 * Items with a fixed length and an unsigned number that is stored in a column, by id: [length in bytes, column, factor from
 * the item's unit to the column's].
 */
const COLUMNS: Readonly<Record<number, readonly [length: number, column: Column, factor: number]>> = {
  0x01: [4, 'odometerM', 100],
  0x31: [1, 'satellites', 1],
  0x61: [2, 'externalBatteryMv', 10],
  0x69: [2, 'batteryMv', 10],
  0x82: [2, 'externalBatteryMv', 100],
  0xac: [4, 'odometerM', 1],
  0xd3: [2, 'externalBatteryMv', 100],
  0xf1: [4, 'externalBatteryMv', 1],
}

/**
 * Readers of other items, by id. Lengths and units are those of the standard, or those of most vendors. A reader returns
 * `false` if the value is out of range, or if it has another length and thus belongs to another vendor's item. Items for
 * which the reader returned `false` are stored raw.
 */
const READERS: Readonly<Record<number, Reader>> = {
  0x02: (value, _, attributes) => value.length === 2 && readFuel(value.readUInt16BE(0), attributes),
  0x06: readBatteryOrCabin,
  0x30: (value, fix, attributes) => value.length === 1 && readSignal(value[0]!, fix, attributes),
  0x2b: readAnalogues,
  0xa7: readAnalogues,
  0x33: readLockText,
  0x51: readTemperatures,
  0x56: readTenths,
  0x57: readDriving,
  0x67: (value, _, attributes) => void (attributes.password = textOf(value)),
  0x68: (value, fix) => value.length === 2 && setPercent(fix, value.readUInt16BE(0) / 100),
  0x60: readEvent,
  0x70: readBehaviour,
  0x91: readObdBlock,
  0x94: (value, _, attributes) => void (value.length > 0 && (attributes.vin = textOf(value))),
  0xbc: (value, _, attributes) => void (attributes.driverName = textOf(value)),
  0xbd: (value, _, attributes) => setDriver(attributes, textOf(value)),
  0xd0: readUserStatus,
  0xd4: readBatteryOrDriver,
  0xe1: readBatteryOrDriver,
  0xe9: readBatteryOrDriver,
  0xd5: readLocks,
  0xe2: (value, _, attributes) => value.length === 4 && keep(attributes, 'fuelL', reading32(value.readUInt32BE(0)) / 10),
  0xe3: readBattery,
  0xe4: readCharge,
  0xe5: (value, fix) => value.length === 1 && value[0]! < 2 && void (fix.movement = value[0] === 1),
  0xe6: readObdOrSensors,
  0xe7: readPortableAlarm,
  0xeb: readExtensions,
  0xec: readWifi,
  0xf4: readWifi,
  0xee: readPower,
  0xf0: readCells,
  0xf2: (value, _, __, information) => void (value.length > 0 && (information.firmware = textOf(value))),
  0xf6: readSensors,
  0xf7: readPortableBattery,
  0xf8: (value, _, attributes) =>
    value.length === 2 && keep(attributes, 'temperature2C', (reading16(value.readUInt16BE(0)) - 500) / 10),
  0xf9: readGnss,
  0xfe: readLast,
}

/** Reads one additional item of a location. Unknown content is stored in hexadecimal as `item` and its id. */
export function readItem(id: number, value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  if (!isRead(id, value, fix, attributes, information)) attributes[`item${hex(id)}`] = value.toString('hex')
}

function isRead(id: number, value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): boolean {
  const number = NUMBERS[id]
  const column = COLUMNS[id]
  const reader = READERS[id]
  if (number?.[0] === value.length) attributes[number[1]] = value.readUIntBE(0, value.length) / number[2]
  else if (column?.[0] === value.length) fill(fix, column[1], readingOf(value) * column[2])
  else if (id === 0xe8 && value.length > 3) readJcItem(value, fix, attributes, information)
  else if (!readObdItem(id, value, attributes, information))
    return reader !== undefined && reader(value, fix, attributes, information) !== false
  return true
}

const hex = (id: number) => id.toString(16).padStart(2, '0').toUpperCase()

/**
 * Reads two bytes as the standard's temperature of the load compartment in °C, with the sign in the top bit. Reads one byte
 * as a vendor's battery percentage.
 */
function readBatteryOrCabin(value: Buffer, fix: Fix, attributes: Attributes): boolean {
  if (value.length === 1) return setPercent(fix, value[0]!)
  if (value.length !== 2) return false
  keep(attributes, 'cabinTemperatureC', signedReading(withSignBit(value.readUInt16BE(0))))
  return true
}

const withSignBit = (raw: number): number => (raw & 0x8000 ? -(raw & 0x7fff) : raw)

/** Sets the battery charge. `false` if the reading is not a percentage. */
function setPercent(fix: Fix, reading: number): boolean {
  const percent = percentOf(reading)
  fill(fix, 'batteryPercent', percent)
  return !Number.isNaN(percent)
}

/** Reads the battery. Fields with their length in bytes: tenths of the charge 1 · [percentage 1, which few devices send]. */
function readTenths(value: Buffer, fix: Fix): boolean {
  return (value.length === 1 || value.length === 2) && setPercent(fix, value[0]! * 10)
}

/** Reads the fuel in tenths of a litre, or in per cent if the top bit is set. */
function readFuel(value: number, attributes: Attributes): boolean {
  if (value & 0x8000) {
    const percent = percentOf(value & 0x7fff)
    keep(attributes, 'fuelPercent', percent)
    return !Number.isNaN(percent)
  }
  attributes.fuelL = value / 10
  return true
}

function readUserStatus(value: Buffer, _: Fix, attributes: Attributes): boolean {
  if (value.length !== 4) return false
  if ((value.readUInt32BE(0) & 8) !== 0) addAlarm(attributes, 'vibration')
  return true
}

function setDriver(attributes: Attributes, id: string): void {
  if (!isNoKey(id)) attributes.driverId = id
}

/** Reads the signal in the range of the standard, 0–31. The meaning of a larger value depends on the vendor. */
function readSignal(value: number, fix: Fix, attributes: Attributes): void {
  attributes.gsmSignalCode = value
  if (value <= 31) fix.gsmSignal = Math.round((value * 5) / 31)
}

function readAnalogues(value: Buffer, _: Fix, attributes: Attributes): void {
  if (value.length < 4) return
  attributes.analog1 = value.readUInt16BE(0)
  attributes.analog2 = value.readUInt16BE(2)
}

/** Reads a mode, or the text `*M00,<battery>…` of a lock. The text contains the voltage at a fixed place. */
function readLockText(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length === 1) attributes.mode = value[0]!
  else {
    const text = textOf(value)
    attributes.lockText = text
    const volts = /^\*M00.{6}(\d{3})/s.exec(text)?.[1]
    if (volts !== undefined) fix.batteryMv = Number(volts) * 10
  }
}

/** Reads temperatures in 0.1 °C with the sign in the top bit. FFFF and 7FFF mean no sensor. */
function readTemperatures(value: Buffer, _: Fix, attributes: Attributes): void {
  for (let at = 0; at + 2 <= value.length; at += 2) {
    const raw = value.readUInt16BE(at)
    keep(attributes, `temperature${at / 2 + 1}C`, signedReading(withSignBit(raw)) / 10)
  }
}

function readDriving(value: Buffer, _: Fix, attributes: Attributes): void {
  if (value.length < 2) return
  const bits = value.readUInt16BE(0)
  if (bits & 0x100) addAlarm(attributes, 'hardAcceleration')
  if (bits & 0x200) addAlarm(attributes, 'hardBraking')
  if (bits & 0x400) addAlarm(attributes, 'hardCornering')
}

/**
 * Reads an event of 2 bytes. Events 0x61–0x66 belong to a lock and have two more fields, with their length in bytes: id of
 * the lock 6 · card 8.
 */
function readEvent(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length < 2) return
  fix.event = value.readUInt16BE(0)
  if (fix.event >= 0x61 && fix.event <= 0x66 && value.length >= 16) setDriver(attributes, textOf(value.subarray(8, 16)))
}

const BEHAVIOUR: Readonly<Record<number, string>> = {
  0x01: 'hardAcceleration',
  0x02: 'hardBraking',
  0x03: 'hardCornering',
  0x16: 'accident',
}

/** Reads a driving event. Fields with their length in bytes: number of the alarm 4 · state 1 · type 1 · … */
function readBehaviour(value: Buffer, _: Fix, attributes: Attributes): void {
  const name = BEHAVIOUR[value[5] ?? 0]
  if (name !== undefined) addAlarm(attributes, name)
  attributes.item70 = value.toString('hex')
}

/**
 * Reads one byte as a percentage (FF: on the charger) and two bytes as 0.1 V. A longer value is a list of cells or a driver's
 * number.
 */
function readBatteryOrDriver(value: Buffer, fix: Fix, attributes: Attributes): boolean {
  if (value.length === 1) {
    if (value[0] !== 0xff) return setPercent(fix, value[0]!)
    attributes.charging = true
  } else if (value.length === 2) fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 100)
  else if (value.length === 4) setDriver(attributes, String(value.readUInt32BE(0)))
  else if (value.length >= 12 && (value.length - 4) % 8 === 0) {
    attributes.mcc = value.readUInt16BE(0)
    attributes.mnc = value.readUInt16BE(2)
    attributes.lac = value.readUIntBE(4, 3)
    attributes.cellId = value.readUInt32BE(7)
    attributes.cells = value.toString('hex', 4)
  } else setDriver(attributes, value.toString('hex'))
  return true
}

/**
 * Reads two bytes as a voltage in 0.01 V. A longer value is a list of locks, with these fields and their length in bytes:
 * count 1, then for each lock: id 5 · card 5 · battery 1 (%) · state 2.
 */
function readLocks(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length === 2) {
    fill(fix, 'batteryMv', reading16(value.readUInt16BE(0)) * 10)
    return
  }
  for (let lock = 1; lock <= (value[0] ?? 0) && lock * 13 < value.length; lock++) {
    const at = lock * 13 - 12
    attributes[`lock${lock}Id`] = value.toString('hex', at, at + 5)
    attributes[`lock${lock}Card`] = value.toString('hex', at + 5, at + 10)
    keep(attributes, `lock${lock}BatteryPercent`, percentOf(value[at + 10]!))
    attributes[`lock${lock}Locked`] = (value.readUInt16BE(at + 11) & 0x20) === 0
  }
}

/** Reads the battery. Fields with their length in bytes: reserved 1 · charge 1 (%) · voltage 2 (0.01 V). */
function readBattery(value: Buffer, fix: Fix): boolean {
  if (value.length !== 4) return false
  setPercent(fix, value[1]!)
  fill(fix, 'batteryMv', reading16(value.readUInt16BE(2)) * 10)
  return true
}

/**
 * Reads the charge. Fields with their length in bytes: 0 while charging 1 · charge 1 (%). A value of another length is a
 * vendor's number.
 */
function readCharge(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length !== 2) return void (attributes.itemE4 = value.toString('hex'))
  attributes.charging = value[0] === 0
  if (value[1]! <= 100) fix.batteryPercent = value[1]!
}

/**
 * Reads `$OBD-RT,V,rpm,km/h,…` as text. Anything else is a list of sensors, with these fields and their length in bytes:
 * index 1 · MAC 6 · temperature 2 (°C) · humidity 2 (%). The second byte of a reading is its fraction in 1/255.
 */
function readObdOrSensors(value: Buffer, fix: Fix, attributes: Attributes): void {
  const text = value.toString('latin1')
  if (text.startsWith('$OBD-RT')) readObdText(text, fix, attributes)
  else if (value.length > 0 && value.length % 11 === 0)
    for (let at = 0; at < value.length; at += 11) {
      attributes[`temperature${value[at]!}C`] = fraction(value.readInt8(at + 7), value[at + 8]!)
      keep(attributes, `humidity${value[at]!}Percent`, percentOf(fraction(value.readInt8(at + 9), value[at + 10]!)))
    }
  else attributes.itemE6 = value.toString('hex')
}

const fraction = (whole: number, part: number) => (whole < 0 ? -1 : 1) * (Math.abs(whole) + part / 255)

const OBD_FIELDS = [
  '',
  '',
  'obdEngineRpm',
  'obdSpeedKph',
  'obdThrottlePercent',
  'obdEngineLoadPercent',
  'obdCoolantC',
  'obdFuelRate',
  'obdFuelRateMean',
  'obdTrip',
  'obdOdometer',
  'obdTripFuelL',
  'obdFuelUsedL',
]

/** Reads a vendor's OBD text. A field without a value is empty. */
export function readObdText(text: string, fix: Fix, attributes: Attributes): void {
  const fields = text.trim().split(',', OBD_FIELDS.length)
  fields.forEach((field, at) => {
    if (at === 0 || !/^-?\d{1,9}(\.\d{1,6})?$/.test(field) || (at === 1 && field.startsWith('-'))) return
    if (at === 1) fix.externalBatteryMv = Math.round(Number(field) * 1000)
    else attributes[OBD_FIELDS[at]!] = Number(field)
  })
}

/** Reads alarm bits in the first two bytes. Bit 0 is a vibration, bits 1–3 are a button. */
function readPortableAlarm(value: Buffer, _: Fix, attributes: Attributes): void {
  attributes.itemE7 = value.toString('hex')
  if (value.length !== 8) return
  const bits = value.readUInt16BE(0)
  if (bits & 1) addAlarm(attributes, 'vibration')
  if (bits & 0x0e) addAlarm(attributes, 'sos')
}

/** Reads Wi-Fi access points. Fields of each with their length in bytes: MAC 6 · signal 1 (signed dB). */
function readWifi(value: Buffer, _: Fix, attributes: Attributes): boolean {
  if (value.length % 7 !== 0) return false
  const points: string[] = []
  for (let at = 0; at + 7 <= value.length; at += 7) points.push(`${value.toString('hex', at, at + 6)}:${value.readInt8(at + 6)}`)
  if (points.length > 0) attributes.wifi = points.join(' ')
  return true
}

/**
 * Reads the power supply. Fields with their length in bytes: signal 1 · external voltage 2 (mV) · internal voltage 2 (mV) ·
 * satellites 1.
 */
function readPower(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length !== 6) return void (attributes.itemEE = value.toString('hex'))
  attributes.gsmSignalCode = value[0]!
  fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(1)))
  fill(fix, 'batteryMv', reading16(value.readUInt16BE(3)))
  fill(fix, 'satellites', reading8(value[5]!))
}

/** Reads cells. Fields of each with their length in bytes: MCC 2 · MNC 2 · cell 4 · LAC 4 · signal 1. */
function readCells(value: Buffer, _: Fix, attributes: Attributes): void {
  if (value.length < 13) return
  attributes.mcc = value.readUInt16BE(0)
  attributes.mnc = value.readUInt16BE(2)
  attributes.cellId = value.readUInt32BE(4)
  attributes.lac = value.readUInt32BE(8)
  if (value.length > 13) attributes.cells = value.toString('hex')
}

/**
 * Reads sensors. Fields with their length in bytes: event 1 · mask 1, then one field for each bit of the mask: light,
 * temperature, humidity, acceleration. The thresholds and the pressure after them are not read.
 */
function readSensors(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length === 2) return void (attributes.airPressure = value.readUInt16BE(0))
  if (value.length < 2) return
  const mask = value[1]!
  let at = 2
  const next = (bytes: number) => {
    const from = at
    at += bytes
    return at <= value.length ? from : undefined
  }
  fix.event = value[0]!
  if (mask & 1) keep(attributes, 'lightSensor', signedAt(value, next(2)))
  if (mask & 2) keep(attributes, 'temperature1C', signedReading(signedAt(value, next(2))) / 10)
  if (mask & 4) keep(attributes, 'humidityPercent', percentOf(signedAt(value, next(2)) / 10))
  if (mask & 8) for (const axis of ['axisX', 'axisY', 'axisZ']) keep(attributes, axis, signedAt(value, next(2)))
}

function signedAt(value: Buffer, at: number | undefined): number {
  return at === undefined ? NaN : value.readInt16BE(at)
}

/**
 * Reads humidity (two bytes), or these fields with their length in bytes: battery 4 (mV) · [state 1, charging if 2 or 3] ·
 * [battery 1 (%)].
 */
function readPortableBattery(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length === 2) keep(attributes, 'humidityPercent', percentOf(value.readUInt16BE(0) / 10))
  if (value.length < 4) return
  fill(fix, 'batteryMv', reading32(value.readUInt32BE(0)))
  if (value[4] === 2 || value[4] === 3) attributes.charging = true
  if (value.length >= 6) setPercent(fix, value[5]!)
}

/**
 * Reads the HDOP and skips the fields before it. Fields with their length in bytes: mask 2 · [age 4] · [ACC time 4] ·
 * [HDOP 2 (0.1)] · …
 */
function readGnss(value: Buffer, fix: Fix): void {
  if (value.length < 2) return
  const mask = value.readUInt16BE(0)
  const at = 2 + (mask & 1 ? 4 : 0) + (mask & 2 ? 4 : 0)
  if (mask & 4 && value.length >= at + 2) fill(fix, 'hdop', reading16(value.readUInt16BE(at)) / 10)
}

/** Reads per cent (one byte), 0.1 V (two bytes) or metres (four bytes). A value of another length is stored raw. */
function readLast(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length === 1 && value[0]! <= 100) fix.batteryPercent = value[0]!
  else if (value.length === 2) fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 100)
  else if (value.length === 4) fill(fix, 'odometerM', reading32(value.readUInt32BE(0)))
  else attributes.itemFE = value.toString('hex')
}
