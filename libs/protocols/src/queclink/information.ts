import type { Fix } from '@roadbook/contracts'
import { decimalOf } from '../common/plain-number.js'
import { within } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { type Family, isBatteryPowered, modelOf } from './models.js'
import { applyMotionState, isMotionState } from './motion-state.js'
import { type Report, isStamp, note } from './report.js'

const UNKNOWN_SIGNAL = 99
const LARGEST_SIGNAL = 31

/**
 * Reads GTINF. Fields: state, ICCID, signal (0–31), bit errors, external supply present, voltage of that supply (mV),
 * reserved, battery (V), charging, …, time of the last fix. Battery-powered models send the distance (km) instead of the
 * voltage, and the charge as a last field.
 */
export function readInformation(fix: Fix, report: Report): DeviceInformation {
  const { fields, start, end, version } = report
  const state = fields[start] ?? ''
  if (isMotionState(state)) applyMotionState(fix, state)
  const signal = decimalOf(fields[start + 2])
  readSignal(fix, signal)
  readSupply(fix, report.family, fields, start + 4)
  const battery = decimalOf(fields[start + 7])
  if (battery !== undefined && start + 7 < end) fix.batteryMv = Math.round(battery * 1000)
  const charging = decimalOf(fields[start + 8])
  if (charging !== undefined && start + 8 < end) note(fix, 'charging', charging === 1)
  if (isBatteryPowered(report.family)) readCharge(fix, report)
  const model = modelOf(version)?.name
  const iccid = fields[start + 1]
  return { ...(iccid && iccid.length > 15 && { iccid }), ...(model && { model }) }
}

/**
 * Reads a voltage or a distance. If the model is unknown, the form of the field shows which it is: a distance has a decimal
 * point, and a voltage in mV has none.
 */
function readSupply(fix: Fix, family: Family | undefined, fields: readonly string[], at: number): void {
  const text = fields[at + 1] ?? ''
  const value = within(decimalOf(text), 0, Infinity)
  if (value === undefined) return
  const hasPoint = text.includes('.')
  if (isBatteryPowered(family) || (family === undefined && hasPoint)) fix.odometerM = Math.round(value * 1000)
  else if (!hasPoint && fields[at] !== '0') fix.externalBatteryMv = value
}

function readCharge(fix: Fix, { fields, start, end }: Report): void {
  for (let at = start + 9; at + 1 < end; at++) {
    if (!isStamp(fields[at]!)) continue
    const percent = decimalOf(fields[at + 1])
    if (percent !== undefined && percent >= 0 && percent <= 100) fix.batteryPercent = percent
    return
  }
}

/**
 * Converts 0–31 of AT+CSQ to 0–5 bars. 99 means unknown. LTE modems use another scale with larger values, which are stored
 * raw.
 */
export function readSignal(fix: Fix, csq: number | undefined): void {
  if (csq === undefined || csq === UNKNOWN_SIGNAL) return
  note(fix, 'csq', csq)
  if (csq >= 0 && csq <= LARGEST_SIGNAL) fix.gsmSignal = Math.round((csq / LARGEST_SIGNAL) * 5)
}
