import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { fill, percentOf, reading16, reading8, signedReading } from '../common/readings.js'
import { note } from './gps-block.js'
import { textOf } from './location.js'
import { readModules } from './modules.js'
import { STRONGEST_SIGNAL, readStatus, readTerminalInformation, setAlarm, setBattery, setSignal } from './status.js'

/**
 * Reads 0x13. Alarm and language form one word. If the top bits of this word are set, the word is an external voltage in
 * tenths of a volt, unless the alarm is FE or FF (ACC on and off), which also set these bits. Some models send an external
 * voltage, in hundredths of a volt, instead of the level.
 */
export function readStatusHeartbeat(reader: ByteReader, bytes: Buffer, now: number): Fix {
  const fix = telemetryAt(now)
  if (reader.remaining === 14) return readObdStatus(reader, fix)
  if (reader.remaining === 16) return readLongStatus(reader, fix)
  if (hasVoltage(bytes, reader)) return readVoltageStatus(reader, fix)
  readStatus(reader, fix)
  if (reader.remaining < 2) return fix
  const word = reader.u16()
  if (word >= VOLTAGE_MARK && word < ACC_ALARMS) fix.externalBatteryMv = (word & 0x0fff) * 100
  else if (word !== NOTHING_TOLD) {
    if (word >> 8 !== 0) setAlarm(fix, word >> 8)
    note(fix, 'languageCode', word & 0xff)
  }
  return fix
}

const VOLTAGE_MARK = 0xf000
const ACC_ALARMS = 0xfe00
const NOTHING_TOLD = 0xffff

const LEAST_VOLTAGE = 900
const LARGEST_VOLTAGE = 6500

/**
 * Recognises the heartbeat of model R11. Fields with their length in bytes: information 1 · voltage 2 · signal 1 · alarm 1.
 * The usual heartbeat is equally long: information 1 · level 1 · signal 1 · alarm 1 · language 1. An R11's heartbeat is
 * recognised because three values would be wrong in the usual layout: the signal exceeds its scale, the alarm looks like a
 * signal, and the language is 0.
 */
function hasVoltage(bytes: Buffer, { position, remaining }: ByteReader): boolean {
  if (remaining !== 5 || bytes[position + 2]! <= STRONGEST_SIGNAL || bytes[position + 4] !== 0) return false
  const voltage = bytes.readUInt16BE(position + 1)
  const signal = bytes[position + 3]!
  return signal > 0 && signal <= STRONGEST_SIGNAL && voltage >= LEAST_VOLTAGE && voltage <= LARGEST_VOLTAGE
}

function readVoltageStatus(reader: ByteReader, fix: Fix): Fix {
  readTerminalInformation(reader, fix)
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  setSignal(fix, reader.u8())
  setAlarm(fix, reader.u8())
  return fix
}

/**
 * Reads the status of an OBD tracker. Fields with their length in bytes: information 1 · satellites and signal 2 · alarm 1 ·
 * language 1 · battery 1 (%) · mode 1 · voltage 2 · reserved 1 · time 2 · temperature 2 (°C).
 */
function readObdStatus(reader: ByteReader, fix: Fix): Fix {
  readTerminalInformation(reader, fix)
  const signal = reader.u16()
  fix.satellites = ((signal >> 10) & 0x1f) + ((signal >> 5) & 0x1f)
  note(fix, 'gsmSignalCode', signal & 0x1f)
  setAlarm(fix, reader.u8())
  reader.skip(1)
  fill(fix, 'batteryPercent', percentOf(reader.u8()))
  const mode = reader.u8()
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  reader.skip(1)
  note(fix, 'workingTime', reader.u16())
  if (mode === 4) note(fix, 'temperatureC', signedReading(reader.i16()) / 10)
  return fix
}

/**
 * Reads a long status. Fields with their length in bytes: information 1 · satellites 2 · alarm 1 · language 1 ·
 * battery 1 (%) · mode 1 · voltage 2 · reserved 1 · times 2, 2 · temperature 2 (0.1 °C).
 */
function readLongStatus(reader: ByteReader, fix: Fix): Fix {
  readTerminalInformation(reader, fix)
  reader.skip(2)
  setAlarm(fix, reader.u8())
  reader.skip(1)
  fill(fix, 'batteryPercent', percentOf(reader.u8()))
  note(fix, 'workingMode', reader.u8())
  fill(fix, 'batteryMv', reading16(reader.u16()) * 10)
  reader.skip(5)
  const temperature = reader.u16()
  note(fix, 'temperatureC', signedReading(temperature & 0x8000 ? temperature & 0x7fff : -temperature) / 10)
  return fix
}

/**
 * Reads 0x23. Fields with their length in bytes: terminal information 1 · external voltage 2 (0.01 V) · signal 1 ·
 * language 2.
 */
export function readVoltageHeartbeat(reader: ByteReader, now: number): Fix {
  const fix = telemetryAt(now)
  readTerminalInformation(reader, fix)
  if (reader.remaining >= 2) fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  if (reader.remaining >= 1) setSignal(fix, reader.u8())
  return fix
}

/** Reads a short 0x36. Fields with their length in bytes: status 3 · alarm 1 · language 1 · modules. */
export function readStatusWithModules(reader: ByteReader, now: number): Fix {
  const fix = telemetryAt(now)
  readStatus(reader, fix)
  setAlarm(fix, reader.u8())
  note(fix, 'languageCode', reader.u8())
  readModules(reader, fix)
  return fix
}

/**
 * Reads 0xA3 of 7 or 19 bytes. Fields with their length in bytes: information 1 · extension 2 · level 1 · signal 1 · external
 * voltage 1 (V) · … · steps 4 · battery 1 (%) · charging 1 · moving 1.
 */
export function readPortableStatus(reader: ByteReader, now: number): Fix {
  const fix = telemetryAt(now)
  readTerminalInformation(reader, fix)
  note(fix, 'stateWord', reader.u16())
  setBattery(fix, reader.u8())
  setSignal(fix, reader.u8())
  // 0 means that no charger is connected, and not that the power was cut.
  fill(fix, 'externalBatteryMv', (reading8(reader.u8()) || NaN) * 1000)
  reader.skip(1)
  if (reader.remaining < 9) return fix
  reader.skip(2)
  note(fix, 'steps', reader.u32())
  fill(fix, 'batteryPercent', percentOf(reader.u8()))
  note(fix, 'charging', reader.u8() === 1)
  const moving = reader.u8()
  if (moving < 2) fix.movement = moving === 1
  return fix
}

const CELLS_IN_SERIES = 14

/** Reads 0x40, the battery management of an e-bike, by its vendor's table. */
export function readBatteryManagement(reader: ByteReader, now: number): Fix {
  const serial = reader.slice(8).toString('hex')
  const deviceTime = reader.u32() * 1000
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  note(fix, 'batterySerial', serial)
  note(fix, 'relativeCapacityPercent', percentOf(reader.u8()))
  note(fix, 'remainingCapacity', reader.u16())
  note(fix, 'absoluteCapacityPercent', percentOf(reader.u8()))
  note(fix, 'fullCapacity', reader.u16())
  note(fix, 'batteryHealthPercent', percentOf(reader.u8()))
  const kelvin = reading16(reader.u16())
  if (kelvin !== 0) note(fix, 'batteryTemperatureC', (kelvin - 2731) / 10)
  note(fix, 'batteryCurrent', reader.u16())
  // The battery of this reading powers the unit, so 0 means that the voltage was not measured.
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) || NaN)
  note(fix, 'chargeCycles', reader.u16())
  for (let cell = 1; cell <= CELLS_IN_SERIES; cell++) note(fix, `cell${cell}Mv`, reader.u16())
  note(fix, 'chargeInterval', reader.u16())
  note(fix, 'longestChargeInterval', reader.u16())
  note(fix, 'barcode', textOf(reader.slice(16)))
  note(fix, 'batteryVersion', reader.u16())
  note(fix, 'batteryManufacturer', textOf(reader.slice(16)))
  note(fix, 'batteryStatus', reader.u32())
  note(fix, 'controllerStatus', reader.u32())
  note(fix, 'controllerFault', reader.u32())
  return fix
}
