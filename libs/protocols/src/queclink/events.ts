import type { Fix } from '@roadbook/contracts'
import { decimalOf } from '../common/plain-number.js'
import { within } from '../common/readings.js'
import { readAccessory, readNetworks } from './accessories.js'
import { readCanFields } from './can-fields.js'
import { isBatteryPowered } from './models.js'
import { applyMotionState } from './motion-state.js'
import { type Report, note } from './report.js'

/** Report types that are always an alarm, whatever they contain. */
const ALARMS: Readonly<Record<string, string>> = {
  GTSOS: 'sos',
  GTTOW: 'tow',
  GTGIN: 'geofenceEnter',
  GTGOT: 'geofenceExit',
  GTMPF: 'powerCut',
  GTEPF: 'powerCut',
  GTMPN: 'powerRestored',
  GTEPN: 'powerRestored',
  GTBPL: 'lowBattery',
  GTJDR: 'jamming',
  GTGPJ: 'gpsJamming',
  GTCRA: 'accident',
  GTTEM: 'temperature',
  GTTMP: 'temperature',
  GTIDN: 'idle',
  GTPNA: 'powerOn',
  GTPFA: 'powerOff',
  GTFLA: 'fuelLeak',
  GTANT: 'gpsAntenna',
}

/** Alarms by report type and by the second digit of the field with report id and type. */
const TYPED_ALARMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GTSPD: { '0': 'overspeed' },
  GTGEO: { '0': 'geofenceExit', '1': 'geofenceEnter' },
  GTHBM: { '0': 'harshBraking', '1': 'harshAcceleration', '2': 'harshCornering', '3': 'harshBraking', '4': 'harshAcceleration' },
  GTJDS: { '2': 'jamming' },
}

/**
 * Report types that have three fields before the position, according to the document: report id, report type and number of
 * positions.
 */
export const NUMBERED: ReadonlySet<string> = new Set(
  'GTFRI GTERI GTRTL GTSOS GTSPD GTGEO GTTOW GTDIS GTIOB GTDOG GTNMR GTHBM GTIGL GTVGL GTEPS GTPNL GTPFL GTGES GTGIN GTGOT GTLBS'.split(
    ' ',
  ),
)

/**
 * Reads the reason for the report. Depending on the report's type, the reason is in the fields between the device name and
 * the positions (index `stop`).
 */
export function readEvent(fix: Fix, report: Report, stop: number): void {
  const { type, fields, start } = report
  const alarm = ALARMS[type]
  if (alarm !== undefined) note(fix, 'alarm', alarm)
  if (NUMBERED.has(type)) readNumbered(fix, report, stop)
  if (stop > start) READERS[type]?.(fix, fields, start, stop)
}

/** Device type of the CV200, which reports "ignition on" and "ignition off" with the opposite values. */
const REVERSED = 'BD'

/** Minimum number of digits of a supply voltage in millivolts. A shorter number in its place is the id of a report. */
const SHORTEST_SUPPLY = 3

/**
 * Reads the fields before the position. Wired trackers send `[supply mV,] id and type (two digits), number`.
 * Battery-powered trackers have no supply and send `id, type, number`.
 */
function readNumbered(fix: Fix, { type, version, family, fields, start }: Report, stop: number): void {
  const before = (places: number) => (stop - places >= start ? fields[stop - places]! : '')
  const idAndType = before(2)
  const isWired = family !== undefined && !isBatteryPowered(family)
  // If a single digit precedes two digits, the single digit is the report's id, and the two digits are its type.
  const isPair = idAndType.length === 2 && (isWired || before(3).length !== 1)
  const id = isPair ? idAndType[0]! : before(3)
  const kind = isPair ? idAndType[1]! : idAndType
  if (stop - 2 >= start) {
    note(fix, 'reportId', id)
    note(fix, 'reportType', kind)
    const alarm = TYPED_ALARMS[type]?.[kind]
    if (alarm !== undefined) note(fix, 'alarm', alarm)
    const isKnown = kind === '0' || kind === '1'
    if (type === 'GTNMR' && isKnown) fix.movement = kind === '1'
    if ((type === 'GTIGL' || type === 'GTVGL') && isKnown) fix.ignition = kind === (version.startsWith(REVERSED) ? '1' : '0')
    if (type === 'GTDIS') note(fix, 'inputLevel', decimalOf(kind))
  }
  const supply = before(3)
  const isSupply = isPair && !isBatteryPowered(family) && (supply.length >= SHORTEST_SUPPLY || (type === 'GTERI' && isWired))
  if (isSupply) readSupply(fix, supply)
}

function readSupply(fix: Fix, text: string | undefined): void {
  const millivolts = within(decimalOf(text), 0, Infinity)
  if (millivolts !== undefined) fix.externalBatteryMv = millivolts
}

type Reader = (fix: Fix, fields: readonly string[], start: number, stop: number) => void

const switchedTo =
  (ignition: boolean): Reader =>
  (fix, fields, start, stop) => {
    fix.ignition = ignition
    // Two models send additional fields. The duration is always the last field before the position.
    note(fix, 'previousStateS', decimalOf(fields[Math.max(start, stop - 1)]))
  }

const virtuallySwitchedTo =
  (ignition: boolean): Reader =>
  (fix, fields, _, stop) => {
    fix.ignition = ignition
    note(fix, 'previousStateS', decimalOf(fields[stop - 1]))
  }

const volts = (text: string | undefined): number | undefined => {
  const value = within(decimalOf(text), 0, Infinity)
  return value === undefined ? undefined : Math.round(value * 1000)
}

/** Reads the state of battery-powered cards of the 500 family: temperature (a number with a decimal point) and charge. */
const cardState: Reader = (fix, fields, start, stop) => {
  const charge = stop - 1 >= start ? decimalOf(fields[stop - 1]) : undefined
  if (charge !== undefined && charge >= 0 && charge <= 100) fix.batteryPercent = charge
  if (fields[stop - 2]?.includes('.')) note(fix, 'temperatureC', decimalOf(fields[stop - 2]))
}

const READERS: Readonly<Record<string, Reader | undefined>> = {
  GTIGN: switchedTo(true),
  GTIGF: switchedTo(false),
  GTVGN: virtuallySwitchedTo(true),
  GTVGF: virtuallySwitchedTo(false),
  GTSTR: cardState,
  GTCTN: cardState,
  GTSTT(fix, fields, start) {
    const state = fields[start] ?? ''
    applyMotionState(fix, state)
    if (state === '16') note(fix, 'alarm', 'tow')
  },
  GTBPL(fix, fields, start) {
    const millivolts = volts(fields[start])
    if (millivolts !== undefined) fix.batteryMv = millivolts
  },
  GTEPS(fix, fields, start) {
    readSupply(fix, fields[start])
  },
  GTLBC(fix, fields, start) {
    note(fix, 'phoneNumber', fields[start])
  },
  GTDAT(fix, fields, start, stop) {
    note(fix, 'data', fields.slice(Math.min(start + 3, stop), stop).join(','))
  },
  GTDTT(fix, fields, start, stop) {
    note(fix, 'data', fields.slice(start, stop).join(','))
  },
  GTIDA(fix, fields, start, stop) {
    const key = fields[Math.min(start + 1, stop - 1)]!
    if (/[^0]/.test(key)) note(fix, 'driverId', key)
  },
  GTJDS(fix, fields, start) {
    note(fix, 'jammingState', decimalOf(fields[start]))
    if (fields[start] === '2') note(fix, 'alarm', 'jamming')
  },
  GTTMP(fix, fields, _, stop) {
    note(fix, 'temperatureC', decimalOf(fields[stop - 1]))
  },
  GTWIF: readNetworks,
  GTLSW(fix, fields, start) {
    note(fix, 'input1', fields[start + 1] === '1')
  },
  GTTSW(fix, fields, start) {
    note(fix, 'input2', fields[start + 1] === '1')
  },
  GTCAN(fix, fields, start, stop) {
    note(fix, 'canState', decimalOf(fields[start + 1]))
    readCanFields(fix, fields, start + 2, stop)
  },
  GTBAA: readAccessory,
  GTBID(fix, fields, start, stop) {
    note(fix, 'accessories', fields.slice(start, stop).join(','))
  },
}
