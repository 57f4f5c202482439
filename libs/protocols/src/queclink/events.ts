import type { Fix } from '@roadbook/contracts'
import { decimalOf } from '../common/plain-number.js'
import { readAccessory, readNetworks } from './accessories.js'
import { readCanFields } from './can-fields.js'
import { applyMotionState } from './motion-state.js'
import { type Report, note } from './report.js'

/** Report types that are an alarm whatever they carry. */
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

/** Low digit of report id/type → alarm. */
const TYPED_ALARMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GTSPD: { '0': 'overspeed' },
  GTGEO: { '0': 'geofenceExit', '1': 'geofenceEnter' },
  GTHBM: { '0': 'harshBraking', '1': 'harshAcceleration', '2': 'harshCornering', '3': 'harshBraking', '4': 'harshAcceleration' },
  GTJDS: { '2': 'jamming' },
}

/** Types of which the vendor gives report id, report type and number before the positions. */
const NUMBERED = new Set(
  'GTFRI GTERI GTRTL GTSOS GTSPD GTGEO GTTOW GTDIS GTIOB GTDOG GTNMR GTHBM GTIGL GTVGL GTEPS GTPNL GTPFL GTGES GTGIN GTGOT GTLBS'.split(
    ' ',
  ),
)

/** What the report is about: the fields from behind the device name to the positions (index `stop`), by type. */
export function readEvent(fix: Fix, report: Report, stop: number): void {
  const { type, fields, start } = report
  const alarm = ALARMS[type]
  if (alarm !== undefined) note(fix, 'alarm', alarm)
  if (NUMBERED.has(type)) readNumbered(fix, report, stop)
  READERS[type]?.(fix, fields, start, stop)
}

/** The CV200 tells ignition on and off the other way round. */
const REVERSED = 'BD'

/** `[supply mV,] id and type (two digits, or a field each), number`. */
function readNumbered(fix: Fix, { type, version, fields, start }: Report, stop: number): void {
  const idAndType = fields[stop - 2] ?? ''
  const isPair = idAndType.length === 2
  const id = isPair ? idAndType[0]! : (fields[stop - 3] ?? '')
  const kind = isPair ? idAndType[1]! : idAndType
  if (stop - 2 >= start) {
    note(fix, 'reportId', id)
    note(fix, 'reportType', kind)
    const alarm = TYPED_ALARMS[type]?.[kind]
    if (alarm !== undefined) note(fix, 'alarm', alarm)
    if (type === 'GTNMR') fix.movement = kind === '1'
    if (type === 'GTIGL' || type === 'GTVGL') fix.ignition = kind === (version.startsWith(REVERSED) ? '1' : '0')
    if (type === 'GTDIS') note(fix, 'inputLevel', decimalOf(kind))
  }
  const supply = fields[type === 'GTERI' ? start + 1 : stop - 3]
  const isSupply = type === 'GTERI' || (isPair && stop - 3 >= start && supply!.length >= 3)
  const millivolts = isSupply ? decimalOf(supply) : undefined
  if (millivolts !== undefined) fix.externalBatteryMv = millivolts
}

type Reader = (fix: Fix, fields: readonly string[], start: number, stop: number) => void

const switchedTo =
  (ignition: boolean): Reader =>
  (fix, fields, start, stop) => {
    fix.ignition = ignition
    // Two models send more than the duration before the position.
    note(fix, 'previousStateS', decimalOf(fields[Math.max(start, stop - 1)]))
  }

const virtuallySwitchedTo =
  (ignition: boolean): Reader =>
  (fix, fields, _, stop) => {
    fix.ignition = ignition
    note(fix, 'previousStateS', decimalOf(fields[stop - 1]))
  }

const volts = (text: string | undefined): number | undefined => {
  const value = decimalOf(text)
  return value === undefined ? undefined : Math.round(value * 1000)
}

/** Battery-powered cards of the 500 family: temperature (with a decimal point), charge. */
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
    const millivolts = decimalOf(fields[start])
    if (millivolts !== undefined) fix.externalBatteryMv = millivolts
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
    note(fix, 'driverId', fields[Math.min(start + 1, stop - 1)])
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
