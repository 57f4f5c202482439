import type { Fix } from '@roadbook/contracts'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf } from '../common/plain-number.js'
import { isPercent } from '../common/readings.js'

/** Types with measurements of the wearer, in capital letters, and their replies. */
export const HEALTH: ReadonlyMap<string, string> = new Map([
  ['PULSE', ''],
  ['HEART', ''],
  ['BLOOD', ''],
  ['TEMP', ''],
  ['BPHRT', 'bphrt'],
  ['BTEMP2', 'btemp2'],
  ['OXYGEN', 'oxygen,1'],
])

/**
 * Value of `btemp2` if the measurement failed because it was too hot. So 1 does not mean 1 °C. The value 0 means that it was
 * too cold.
 */
const TOO_HOT = 1

/** Reads measurements. 0 means no measurement. Undefined if there is no measurement. */
export function readHealth(type: string, fields: readonly string[], now: number): Fix | undefined {
  const fix = telemetryAt(now)
  const values = fields.slice(1).map(decimalOf)
  switch (type) {
    case 'TEMP':
      measured(fix, 'temperatureC', values[0])
      break
    case 'BTEMP2':
      if (values[1] !== TOO_HOT) measured(fix, 'temperatureC', values[1])
      break
    case 'OXYGEN':
      if (isPercent(values[1])) measured(fix, 'bloodOxygenPercent', values[1])
      break
    case 'BPHRT':
    case 'BLOOD':
      measured(fix, 'systolicMmHg', values[0])
      measured(fix, 'diastolicMmHg', values[1])
      measured(fix, 'heartRate', values[2])
      break
    default:
      measured(fix, 'heartRate', values[0])
  }
  return fix.attributes ? fix : undefined
}

function measured(fix: Fix, name: string, value: number | undefined): void {
  if (value !== undefined && value > 0) note(fix, name, value)
}

/** Reads `LK,steps,turns in sleep,battery %`. Older models send only `LK`. */
export function readLink(fields: readonly string[], now: number): Fix | undefined {
  const [steps, turns, battery] = fields.slice(1, 4).map(decimalOf)
  if (steps === undefined && battery === undefined) return undefined
  const fix = telemetryAt(now)
  if (isPercent(battery)) fix.batteryPercent = battery
  note(fix, 'steps', steps)
  if (turns !== undefined && turns > 0) note(fix, 'turnsInSleep', turns)
  return fix
}
