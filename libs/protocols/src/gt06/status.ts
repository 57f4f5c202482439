import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { alarmOf, statusAlarmOf } from './alarms.js'
import { note } from './gps-block.js'

/** Voltage levels of a device that does not measure per cent: 0 none … 6 full. */
const FULL_LEVEL = 6
export const STRONGEST_SIGNAL = 4

/** Reads the terminal information: 7 supply cut by command, 6 tracking, 5–3 alarm, 2 charging, 1 ACC, 0 armed. */
export function readTerminalInformation(reader: ByteReader, fix: Fix): void {
  const bits = reader.u8()
  note(fix, 'terminalInfo', bits)
  // All switches on and every alarm at once: the byte was never filled in.
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

/** Sets the ignition from a switch, 0 or 1. */
export function setIgnition(fix: Fix, value: number): void {
  if (value < 2) fix.ignition = value === 1
}

/** Sets the battery from a level 0–6, in even steps of the scale, or from per cent on models that measure it. */
export function setBattery(fix: Fix, value: number): void {
  note(fix, 'batteryLevelCode', value)
  if (value <= FULL_LEVEL) fix.batteryPercent = Math.floor((value * 100) / FULL_LEVEL)
  else if (value <= 100) fix.batteryPercent = value
}

/** Sets the signal from a level 0–4. Other models use other scales, which are kept only as a code. */
export function setSignal(fix: Fix, value: number): void {
  note(fix, 'gsmSignalCode', value)
  if (value <= STRONGEST_SIGNAL) fix.gsmSignal = Math.round((value * 5) / STRONGEST_SIGNAL)
}

/** Reads terminal information 1 · voltage level 1 · GSM level 1. */
export function readStatus(reader: ByteReader, fix: Fix): void {
  readTerminalInformation(reader, fix)
  setBattery(fix, reader.u8())
  setSignal(fix, reader.u8())
}

/** Sets the alarm from its code. A code without an alarm leaves the one from the terminal information. */
export function setAlarm(fix: Fix, code: number, countsOnlyContent = false): void {
  note(fix, 'alarmCode', code)
  const alarm = alarmOf(code, countsOnlyContent)
  if (alarm !== undefined) note(fix, 'alarm', alarm)
}
