import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { alarmOf, statusAlarmOf } from './alarms.js'
import { note } from './gps-block.js'

/** Highest battery level (6, full) of a device that sends levels instead of per cent. Level 0 means empty. */
const FULL_LEVEL = 6
export const STRONGEST_SIGNAL = 4

/** Reads the bits of the terminal information: 7 supply cut by command, 6 tracking, 5–3 alarm, 2 charging, 1 ACC, 0 armed. */
export function readTerminalInformation(reader: ByteReader, fix: Fix): void {
  const bits = reader.u8()
  note(fix, 'terminalInfo', bits)
  // If all bits are 1, the device never set this byte.
  if (bits === 0xff) return
  fix.ignition = (bits & 0x02) !== 0
  note(fix, 'oilCut', (bits & 0x80) !== 0)
  note(fix, 'gpsTracking', (bits & 0x40) !== 0)
  note(fix, 'charging', (bits & 0x04) !== 0)
  note(fix, 'armed', (bits & 0x01) !== 0)
  const alarm = statusAlarmOf((bits >> 3) & 7)
  if (alarm === undefined) return
  note(fix, 'statusAlarm', alarm)
  note(fix, 'alarm', alarm)
}

/** Sets the ignition from a switch that is 0 or 1. */
export function setIgnition(fix: Fix, value: number): void {
  if (value < 2) fix.ignition = value === 1
}

/**
 * Sets the battery charge. Levels 0–6 are converted to per cent in equal steps. Models that measure per cent send the
 * percentage instead of a level.
 */
export function setBattery(fix: Fix, value: number): void {
  note(fix, 'batteryLevelCode', value)
  if (value <= FULL_LEVEL) fix.batteryPercent = Math.floor((value * 100) / FULL_LEVEL)
  else if (value <= 100) fix.batteryPercent = value
}

/** Sets the signal from a level 0–4. A value on another model's scale is stored only as a code. */
export function setSignal(fix: Fix, value: number): void {
  note(fix, 'gsmSignalCode', value)
  if (value <= STRONGEST_SIGNAL) fix.gsmSignal = Math.round((value * 5) / STRONGEST_SIGNAL)
}

/** Reads the status. Fields with their length in bytes: terminal information 1 · voltage level 1 · GSM level 1. */
export function readStatus(reader: ByteReader, fix: Fix): void {
  readTerminalInformation(reader, fix)
  setBattery(fix, reader.u8())
  setSignal(fix, reader.u8())
}

/** Sets the alarm from its code. If the code means no alarm, the alarm of the terminal information remains. */
export function setAlarm(fix: Fix, code: number, countsOnlyContent = false): void {
  note(fix, 'alarmCode', code)
  const alarm = alarmOf(code, countsOnlyContent)
  if (alarm !== undefined) note(fix, 'alarm', alarm)
}
