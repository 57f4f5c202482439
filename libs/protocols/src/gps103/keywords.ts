import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'
import { decimalOf } from '../common/plain-number.js'
import { isPercent } from '../common/readings.js'

/** Keywords of reports that are alarms. */
const ALARMS: ReadonlyMap<string, string> = new Map([
  ['help me', 'sos'],
  ['low battery', 'lowBattery'],
  ['stockade', 'geofence'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  ['door alarm', 'door'],
  ['ac alarm', 'powerCut'],
  ['accident alarm', 'accident'],
  ['sensor alarm', 'vibration'],
  ['bonnet alarm', 'bonnet'],
  ['footbrake alarm', 'footBrake'],
  ['DTC', 'fault'],
])

/** Reads the reason for a report. The usual keyword `tracker` is not a reason. */
export function readKeyword(fix: Fix, keyword: string): void {
  if (keyword === 'tracker') return
  const alarm = ALARMS.get(keyword)
  if (alarm !== undefined) note(fix, 'alarm', alarm)
  else if (keyword === 'acc on') fix.ignition = true
  else if (keyword === 'acc off') fix.ignition = false
  else if (keyword === 'jt') note(fix, 'oilCut', true)
  else if (keyword === 'kt') note(fix, 'oilCut', false)
  else if (keyword.startsWith('T:')) {
    note(fix, 'alarm', 'temperature')
    note(fix, 'temperatureC', decimalOf(keyword.slice(2)))
  } else if (keyword.startsWith('oil')) {
    note(fix, 'alarm', 'fuelLeak')
    note(fix, 'fuelPercent', percentOf(keyword.slice(3).trim()))
  }
  note(fix, 'event', keyword)
}

/**
 * Returns true for two letters, the second of which is t, for example `jt` and `kt`. With `jt` the device confirms that it
 * has carried out command `J`.
 */
export const isConfirmation = (keyword: string): boolean =>
  keyword.length === 2 && keyword[1] === 't' && keyword[0]! >= 'a' && keyword[0]! <= 'z'

/** Reads a percentage with or without a per cent sign (`87.5%`, `87.5`). Undefined below 0 and above 100. */
export function percentOf(text: string | undefined): number | undefined {
  const percent = decimalOf(text?.endsWith('%') ? text.slice(0, -1) : text)
  return isPercent(percent) ? percent : undefined
}
