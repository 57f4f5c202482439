import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { isDigits } from '../common/compact-time.js'
import { telemetryAt } from '../common/judge-fix.js'
import { fill, isNoKey, percentOf, reading16 } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { timeOnly } from './cell-report.js'
import type { DeviceClock } from './device-clock.js'
import { note } from './gps-block.js'
import { setCard, textOf } from './location.js'
import { setIgnition } from './status.js'

export interface Information {
  fix?: Fix
  information?: DeviceInformation
}

/**
 * Reads 0x94. A short frame contains an external voltage, a long one a type (1 byte) and its content. `undefined` if the type
 * is not used.
 */
export function readInformation(reader: ByteReader, isLong: boolean, clock: DeviceClock): Information | undefined {
  const fix = telemetryAt(clock.now)
  if (!isLong) {
    fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
    return { fix }
  }
  const kind = reader.u8()
  switch (kind) {
    case 0x00:
      fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
      return { fix }
    case 0x04:
      readSettings(textOf(reader.slice(reader.remaining)), fix)
      return { fix }
    case 0x05:
      return { fix: readDoor(reader, clock) }
    case 0x0a:
      return readCardNumbers(reader)
    case 0x0b:
      if (reader.remaining === 2) fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
      else note(fix, 'networkType', reader.u8() === 0 ? '2G' : '4G')
      return { fix }
    case 0x0d:
      return { fix: readFuel(reader, clock) }
    case 0x1b:
      readReader(reader, fix)
      return { fix }
    case 0x1e:
      note(fix, 'temperatureC', reader.i32() / 10)
      note(fix, 'humidityPercent', percentOf(reader.i32() / 10))
      return { fix }
    default:
      return undefined
  }
}

/**
 * Reads `ALM1=C5;ALM2=CC;STA1=C0;DYD=01;SOS=…`. Values that consist of bits are read as hexadecimal numbers. All other
 * values are stored as text.
 */
function readSettings(text: string, fix: Fix): void {
  for (const pair of text.split(';')) {
    const [, name, value] = /^(\w{1,20})=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) continue
    const isWord = /^(ALM\d|STA\d|DYD)$/.test(name) && /^[0-9a-f]{1,8}$/i.test(value)
    note(fix, name.toLowerCase(), isWord ? parseInt(value, 16) : value)
  }
}

/**
 * Reads the state of a door. Fields with their length in bytes: [time 6] · bits 1. Bit 0 means that the door is open, bit 2
 * is an input.
 */
function readDoor(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = reader.remaining >= 7 ? timeOnly(reader, clock) : telemetryAt(clock.now)
  const bits = reader.u8()
  note(fix, 'door', (bits & 1) !== 0)
  note(fix, 'input1', (bits & 4) !== 0)
  return fix
}

/** Reads the numbers of the SIM card. Fields with their length in bytes, all in BCD: IMEI 8 · IMSI 8 · ICCID 10. */
function readCardNumbers(reader: ByteReader): Information {
  reader.skip(16)
  return { information: cardOf(reader.slice(10)) }
}

/** Reads the number of a SIM card in BCD. An empty slot sends zeros, or no digits. */
export function cardOf(bytes: Buffer): DeviceInformation {
  const iccid = bytes.toString('hex').replace(/f+$/, '')
  return isDigits(iccid) && !isNoKey(iccid) ? { iccid } : {}
}

/**
 * Reads the text of an ultrasonic fuel sensor: `!AIOIL,address,output,°C,version,…,level,…`. A time of 6 bytes may precede
 * the text.
 */
function readFuel(reader: ByteReader, clock: DeviceClock): Fix {
  const isDated = reader.remaining > 6
  const at = reader.position
  const first = reader.u8()
  reader.position = at
  const fix = isDated && first !== 0x21 ? timeOnly(reader, clock) : telemetryAt(clock.now)
  const text = textOf(reader.slice(reader.remaining))
  note(fix, 'serialData', text)
  const fields = text.split(',')
  if (fields[0] !== '!AIOIL') return fix
  if (isDecimal(fields[3])) note(fix, 'temperatureC', Number(fields[3]))
  if (isDecimal(fields[6])) note(fix, 'fuelLevel', Number(fields[6]))
  return fix
}

const isDecimal = (text: string | undefined): text is string => text !== undefined && /^-?\d{1,9}(\.\d{1,9})?$/.test(text)

/**
 * Reads the data of a card reader. They are plain text, or these fields with their length in bytes: header 1 · type 1 ·
 * card 4 · checksum 1 · end 1.
 */
function readReader(reader: ByteReader, fix: Fix): void {
  const bytes = reader.slice(reader.remaining)
  if (isText(bytes)) note(fix, 'serialData', textOf(bytes))
  else if (bytes.length === 8) setCard(fix, bytes.subarray(2, 6))
  else note(fix, 'serialData', bytes.toString('hex'))
}

/** Reads 0x9B: type of the attached device (1 byte) and its data. Printable data are stored as text. */
export function readSerialData(reader: ByteReader, now: number): Fix {
  const fix = telemetryAt(now)
  note(fix, 'serialKind', reader.u8())
  const bytes = reader.slice(reader.remaining)
  note(fix, 'serialData', isText(bytes) ? textOf(bytes) : bytes.toString('hex'))
  return fix
}

const isText = (bytes: Buffer) =>
  bytes.length > 0 && bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 10 || byte === 13)

/** Names of OBD ids. The unit of all values is a hundredth. */
const OBD_NAMES: Readonly<Record<number, string>> = {
  40: 'obdOdometer',
  43: 'obdFuelLevel',
  45: 'obdCoolantC',
  53: 'obdSpeedKph',
  54: 'obdEngineRpm',
  71: 'obdFuelUsed',
  73: 'obdEngineRun',
}
const VIN = 74

/** Reads 0x8C. Fields with their length in bytes: time 6 · ACC 1 · `28=1F40,…` · place. The place repeats the last report. */
export function readObd(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = timeOnly(reader, clock)
  setIgnition(fix, reader.u8())
  const text = reader.slice(Math.max(reader.remaining - 12, 0)).toString('latin1')
  for (const pair of text.split(',')) {
    const [, id, value] = /^([0-9a-f]{2})[^=]{0,4}=(\w{1,17})$/i.exec(pair) ?? []
    if (id === undefined || value === undefined) continue
    const name = OBD_NAMES[parseInt(id, 16)]
    if (name !== undefined && /^[0-9a-f]{1,8}$/i.test(value)) note(fix, name, parseInt(value, 16) / 100)
    else note(fix, parseInt(id, 16) === VIN ? 'vin' : `obd${id}`, value)
  }
  return fix
}
