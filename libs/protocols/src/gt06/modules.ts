import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { fill, percentOf, reading16, reading32, reading8, signedReading } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { MODULE_ALARMS } from './alarms.js'
import { note, placeOf } from './gps-block.js'
import { cardOf } from './information.js'

/**
 * Reads the modules after 0x36 and 0x39, up to the end. Fields of each with their length in bytes: id 2 · length 1 · value.
 */
export function readModules(reader: ByteReader, fix: Fix): void {
  while (reader.remaining > 3 && !reader.overrun) {
    const id = reader.u16()
    const value = reader.slice(reader.u8())
    if (id === 0x18 && value.length === 2) fill(fix, 'batteryMv', reading16(value.readUInt16BE(0)) * 10)
    else if (id === 0x6a && value.length === 1) fill(fix, 'batteryPercent', percentOf(value[0]!))
    else if (id === 0x32 && value.length === 1) note(fix, 'startupStatus', value[0]!)
    else note(fix, `module${id}`, value.toString('hex'))
  }
}

const DEGREE_MODULE = 0x33

/**
 * Reads 0x70, a list of modules. Fields of each with their length in bytes: id 2 · length 2 · value. One of the modules may
 * contain a position.
 */
export function readModularReport(reader: ByteReader, now: number): { fix: Fix; information?: DeviceInformation } {
  const modules: [number, Buffer][] = []
  while (reader.remaining > 4 && !reader.overrun) modules.push([reader.u16(), reader.slice(reader.u16())])
  const place = modules.find(([id, value]) => id === DEGREE_MODULE && value.length >= 18)
  const fix = place ? placeIn(place[1], now) : telemetryAt(now)
  const information: DeviceInformation = {}
  for (const [id, value] of modules) readModule(id, value, fix, information)
  return Object.keys(information).length > 0 ? { fix, information } : { fix }
}

/**
 * Reads the position in a module. Fields with their length in bytes: Unix time 4 · satellites 1 · altitude 2 · latitude 4 ·
 * longitude 4 · speed 1 · course and status 2.
 */
function placeIn(value: Buffer, now: number): Fix {
  const status = value.readUInt16BE(16)
  const fix = placeOf(value.readUInt32BE(7), value.readUInt32BE(11), status, value.readUInt32BE(0) * 1000, now)
  fill(fix, 'satellites', reading8(value[4]!))
  fill(fix, 'altitudeM', signedReading(value.readInt16BE(5)))
  fill(fix, 'speedKph', reading8(value[15]!))
  return fix
}

function readModule(id: number, value: Buffer, fix: Fix, information: DeviceInformation): void {
  const { length } = value
  if (id === DEGREE_MODULE && length >= 18) return
  if (id === 0x03 && length === 10) Object.assign(information, cardOf(value))
  else if (id === 0x09 && length === 1) {
    if (fix.satellites === undefined) fill(fix, 'satellites', reading8(value[0]!))
  } else if (id === 0x0a && length === 1) note(fix, 'satellitesVisible', reading8(value[0]!))
  else if (id === 0x11 && length >= 9) readModuleCell(value, fix)
  else if (id === 0x18 && length === 2) fill(fix, 'batteryMv', reading16(value.readUInt16BE(0)) * 10)
  else if (id === 0x28 && length === 1) fill(fix, 'hdop', reading8(value[0]!) / 10)
  else if (id === 0x29 && length === 4) note(fix, 'index', value.readUInt32BE(0))
  else if (id === 0x2a && length === 1) {
    note(fix, 'door', (value[0]! & 0x0f) !== 0)
    note(fix, 'tamper', value[0]! >> 4 !== 0)
  } else if (id === 0x2b && length === 1) note(fix, 'bootReason', value[0]!)
  else if (id === 0x2e && length === 4) fill(fix, 'odometerM', reading32(value.readUInt32LE(0)))
  else if (id === 0x34 && length >= 1) setModuleEvent(fix, value[0]!)
  else if (id === 0x7f && length >= 14) readTag(value, fix)
  else note(fix, `module${id}`, value.toString('hex'))
}

function setModuleEvent(fix: Fix, event: number): void {
  fix.event = event
  const alarm = MODULE_ALARMS[event]
  if (alarm !== undefined) note(fix, 'alarm', alarm)
}

/** Reads the cell in a module. Fields with their length in bytes: MCC 2 · MNC 2 · LAC 2 · cell 3 · signal 1. */
function readModuleCell(value: Buffer, fix: Fix): void {
  const id = value.readUIntBE(6, 3)
  if (id === 0) return
  note(fix, 'mcc', value.readUInt16BE(0) & 0x7fff)
  note(fix, 'mnc', value.readUInt16BE(2))
  note(fix, 'lac', value.readUInt16BE(4))
  note(fix, 'cellId', id)
}

/**
 * Reads a Bluetooth sensor. Fields with their length in bytes: MAC 6 · voltage 2 (mV; 7FFF: not measured) · battery 1 (%) ·
 * temperature 2 (0.1 °C) · humidity 2 · status 1.
 */
function readTag(value: Buffer, fix: Fix): void {
  note(fix, 'tagMac', value.toString('hex', 0, 6))
  note(fix, 'tagBatteryMv', signedReading(value.readUInt16BE(6)))
  note(fix, 'tagBatteryPercent', percentOf(value[8]!))
  note(fix, 'tagTemperatureC', signedReading(value.readInt16BE(9)) / 10)
  note(fix, 'tagHumidity', signedReading(value.readInt16BE(11)))
  note(fix, 'tagStatus', value[13]!)
}

/**
 * Reads 0xF1. Fields with their length in bytes: Unix time 4, then for each state: id 2 · length 1 · value.
 * 0xF2 (peripherals) is stored raw.
 */
export function readStates(reader: ByteReader, now: number, isPeripheral: boolean): Fix {
  const deviceTime = reader.u32() * 1000
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  if (isPeripheral) {
    note(fix, 'peripherals', reader.slice(reader.remaining).toString('hex'))
    return fix
  }
  while (reader.remaining > 3 && !reader.overrun) readState(reader.u16(), reader.slice(reader.u8()), fix)
  return fix
}

function readState(id: number, value: Buffer, fix: Fix): void {
  const byte = value[0]
  const word = value.length === 2 ? value.readUInt16BE(0) : undefined
  if (id === 0x01 && byte !== undefined) {
    if (byte !== 0xff) fix.movement = byte === 2 || byte === 4
  } else if (id === 0x02 && byte !== undefined) note(fix, 'armed', byte !== 0)
  else if (id === 0x04 && byte !== undefined && byte < 2) fix.ignition = byte === 1
  else if (id === 0x05 && word !== undefined) fill(fix, 'externalBatteryMv', reading16(word) * 10)
  else if (id === 0x07 && byte !== undefined) note(fix, 'charging', byte !== 0)
  else if (id === 0x0a && word !== undefined) note(fix, 'chargeVoltage', word)
  else if (id === 0x0b && word !== undefined) note(fix, 'batteryTemperatureC', reading16(word) / 10)
  else note(fix, `state${id}`, value.toString('hex'))
}
