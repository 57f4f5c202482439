import { signed16 } from '@roadbook/bytes'
import type { AttributeValue, Fix } from '@roadbook/contracts'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { utcOf } from '../common/utc.js'
import { within } from '../common/readings.js'
import { PERIODIC, alarmOf } from './event-codes.js'
import { voltagesOf } from './voltage.js'

const Field = {
  event: 0,
  latitude: 1,
  longitude: 2,
  time: 3,
  validity: 4,
  satellites: 5,
  signal: 6,
  speed: 7,
  heading: 8,
  hdop: 9,
  altitude: 10,
  mileage: 11,
  runTime: 12,
  cell: 13,
  state: 14,
  analog: 15,
  assistance: 16,
  custom: 17,
  version: 18,
  fuel: 19,
  temperatures: 20,
  more: 21,
} as const
const FEWEST_FIELDS = 5
/** First version in which temperatures are hundredths of a degree. */
const HUNDREDTHS_VERSION = 3
const RFID = 37
const LARGEST_SIGNAL = 31
const LARGEST_SATELLITES = 254
const LARGEST_KPH = 999
/** Minimum HDOP. If it has no fix, the device sends 0. */
const BEST_HDOP = 0.1
const WORST_HDOP = 99.9
/** Maximum mileage. A counter with all bits set has no value, and this maximum is one less. */
const LARGEST_MILEAGE = 0xffff_fffe
/** Measuring range of the sensors in °C. */
const COLDEST_C = -55
const HOTTEST_C = 125

export const speedOf = (kph: number | undefined): number | undefined => within(kph, 0, LARGEST_KPH)
export const hdopOf = (hdop: number | undefined): number | undefined => within(hdop, BEST_HDOP, WORST_HDOP)
export const percentOf = (percent: number): number | undefined => within(percent, 0, 100)
export const celsiusOf = (celsius: number): number | undefined => within(celsius, COLDEST_C, HOTTEST_C)

/** Reads the fields of an AAA event. Fields at the end may be missing. Returns the reason if the event cannot be read. */
export function readTextEvent(fields: readonly string[], now: number): Fix | string {
  if (fields.length < FEWEST_FIELDS) return `${fields.length} fields`
  const local = timeOf(fields[Field.time]!)
  const fix = judgeFix(
    {
      deviceTime: local,
      hasFix: fields[Field.validity] === 'A',
      latitude: decimalOf(fields[Field.latitude]),
      longitude: decimalOf(fields[Field.longitude]),
    },
    now,
  )
  if (fix.latitude === undefined && fields[Field.latitude]) keepUnreadPlace(fix, ...fields.slice(Field.latitude, Field.time))
  applyEvent(fix, decimalOf(fields[Field.event]))
  readMotion(fix, fields)
  applyCell(fix, fields[Field.cell])
  applyState(fix, hexOf(fields[Field.state]))
  applyAnalog(fix, fields[Field.analog])
  readOptional(fix, fields)
  return fix
}

function readMotion(fix: Fix, fields: readonly string[]): void {
  set(fix, 'satellites', within(decimalOf(fields[Field.satellites]), 0, LARGEST_SATELLITES))
  applySignal(fix, decimalOf(fields[Field.signal]))
  set(fix, 'speedKph', speedOf(decimalOf(fields[Field.speed])))
  set(fix, 'heading', headingOf(decimalOf(fields[Field.heading]) ?? NaN))
  set(fix, 'hdop', hdopOf(decimalOf(fields[Field.hdop])))
  set(fix, 'altitudeM', decimalOf(fields[Field.altitude]))
  set(fix, 'odometerM', within(decimalOf(fields[Field.mileage]), 0, LARGEST_MILEAGE))
  note(fix, 'runTimeS', decimalOf(fields[Field.runTime]))
}

/** Reads `yymmddHHMMSS`. */
function timeOf(text: string): number | undefined {
  if (text.length !== 12 || decimalOf(text) === undefined) return undefined
  const part = (at: number) => Number(text.slice(at, at + 2))
  return utcOf(part(0), part(2), part(4), part(6), part(8), part(10))
}

type NumberColumn =
  | 'satellites'
  | 'speedKph'
  | 'heading'
  | 'hdop'
  | 'altitudeM'
  | 'odometerM'
  | 'externalBatteryMv'
  | 'batteryMv'
  | 'batteryPercent'

export function set(fix: Fix, column: NumberColumn, value: number | undefined): void {
  if (value !== undefined) fix[column] = value
}

export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '') return
  fix.attributes ??= {}
  fix.attributes[name] = value
}

export function applyEvent(fix: Fix, code: number | undefined): void {
  if (code === undefined) return
  note(fix, 'eventCode', code)
  if (code === PERIODIC) return
  fix.event = code
  note(fix, 'alarm', alarmOf(code))
}

/** Converts the modem's signal of 0–31 to 0–5. The meaning of larger values is unknown, so they are stored raw. */
export function applySignal(fix: Fix, signal: number | undefined): void {
  if (signal === undefined || signal < 0) return
  note(fix, 'csq', signal)
  if (signal <= LARGEST_SIGNAL) fix.gsmSignal = Math.round((signal / LARGEST_SIGNAL) * 5)
}

/** Reads `MCC|MNC|LAC|cell`. LAC and cell are hexadecimal. */
function applyCell(fix: Fix, text: string | undefined): void {
  if (!text) return
  const [mcc, mnc, area, cell] = text.split('|')
  note(fix, 'mcc', decimalOf(mcc))
  note(fix, 'mnc', decimalOf(mnc))
  note(fix, 'lac', hexOf(area))
  note(fix, 'cellId', hexOf(cell))
}

/** Reads inputs 1–8 from the high byte and outputs 1–8 from the low byte. */
export function applyState(fix: Fix, state: number | undefined): void {
  if (state === undefined) return
  note(fix, 'digitalInputs', (state >> 8) & 0xff)
  note(fix, 'digitalOutputs', state & 0xff)
}

const BATTERY = 3
const SUPPLY = 4

/**
 * Reads `AD1|AD2|AD3|battery|supply`. Each value has four hexadecimal digits. The oldest firmware sends decimal numbers
 * without leading zeros.
 */
function applyAnalog(fix: Fix, text: string | undefined): void {
  if (!text) return
  const readings = text.split('|')
  for (let at = 0; at < BATTERY; at++) note(fix, `analog${at + 1}`, hexOf(readings[at]))
  const radixes = readings[BATTERY]?.startsWith('0') ? [hexOf] : [hexOf, decimalOf]
  const read = radixes.find((radix) => voltagesOf(radix(readings[BATTERY]) ?? 0, undefined))
  const voltages = read && voltagesOf(read(readings[BATTERY])!, read(readings[SUPPLY]))
  if (voltages) {
    set(fix, 'batteryMv', voltages.batteryMv)
    set(fix, 'externalBatteryMv', voltages.supplyMv)
  } else {
    note(fix, 'analogBattery', readings[BATTERY])
    note(fix, 'analogSupply', readings[SUPPLY])
  }
}

function readOptional(fix: Fix, fields: readonly string[]): void {
  const assistance = fields[Field.assistance]
  note(fix, fix.event === RFID && isCard(assistance) ? 'driverId' : 'eventData', assistance)
  note(fix, 'customData', fields[Field.custom])
  const version = decimalOf(fields[Field.version]) ?? 0
  note(fix, 'protocolVersion', fields[Field.version])
  note(fix, ...fuelOf(fields[Field.fuel]))
  for (const text of (fields[Field.temperatures] ?? '').split('|')) {
    if (text.length !== 6) continue
    const value = hexOf(text.slice(2))
    if (value === undefined) continue
    const name = `temperature${Number(hexOf(text.slice(0, 2)))}`
    const measured = celsiusOf(celsius(value, version))
    if (measured === undefined) note(fix, name, text.slice(2))
    else note(fix, `${name}C`, measured)
  }
  if (fields.length > Field.more) note(fix, 'more', fields.slice(Field.more).join(','))
}

/** Returns true for a card's number. Zeros mean no card. */
const isCard = (text: string | undefined): boolean => text !== undefined && /[^0]/.test(text)

/** Reads the fuel level: one byte of per cent and one byte of hundredths of a per cent. An invalid value is stored raw. */
function fuelOf(text: string | undefined): [name: string, value: number | string | undefined] {
  const raw = hexOf(text)
  const percent = raw === undefined || (raw & 0xff) > 99 ? undefined : percentOf((raw >> 8) + (raw & 0xff) / 100)
  return percent === undefined ? ['fuel', text] : ['fuelPercent', percent]
}

/**
 * Converts a temperature to °C. From version 3 on the value is in hundredths of a degree. Earlier versions send one byte of
 * whole degrees and one byte of hundredths.
 */
function celsius(value: number, version: number): number {
  if (version >= HUNDREDTHS_VERSION) return signed16(value) / 100
  return ((value << 16) >> 24) + (value & 0xff) / 100
}
