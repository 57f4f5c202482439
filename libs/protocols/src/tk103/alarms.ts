import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'

/** Alarms by the digit of `BO01`. */
const ALARMS = ['powerCut', 'accident', 'sos', 'vibration', 'lowSpeed', 'overspeed', 'geofenceExit'] as const
/** Alarms by the digit of `BQ81`. */
const DRIVING = ['lowBattery', 'overspeed', 'idle', 'hardAcceleration', 'hardBraking', 'temperature'] as const

/** Alarms of the comma dialect: with GPS (`ZC`, `DW3`, `DW4`), and with cells and Wi-Fi (`DW5`, `DW6`). */
const BY_COMMAND: Readonly<Record<string, string>> = {
  ZC11: 'movement',
  DW31: 'movement',
  DW51: 'movement',
  ZC12: 'lowBattery',
  DW32: 'lowBattery',
  DW52: 'lowBattery',
  ZC13: 'powerCut',
  DW33: 'powerCut',
  DW53: 'powerCut',
  ZC17: 'removing',
  DW37: 'removing',
  DW57: 'removing',
  ZC25: 'sos',
  DW3E: 'sos',
  DW5E: 'sos',
  ZC26: 'tampering',
  DW3F: 'tampering',
  DW5F: 'tampering',
  ZC27: 'lowPower',
  DW40: 'lowPower',
  DW60: 'lowPower',
}
const IGNITION: Readonly<Record<string, boolean>> = {
  ZC15: true,
  DW35: true,
  DW55: true,
  ZC29: true,
  DW42: true,
  DW62: true,
  ZC16: false,
  DW36: false,
  DW56: false,
}

/** Reads the content of an alarm except its position. `data` is the digits between the command and the date. */
export function readAlarm(fix: Fix, command: string, data: string): void {
  const ignition = IGNITION[command]
  if (ignition !== undefined) fix.ignition = ignition
  const digit = data.charCodeAt(0) - 0x30
  if (command === 'BO01') {
    note(fix, 'alarm', ALARMS[digit])
    note(fix, 'alarmCode', data)
  } else if (command === 'BQ81') {
    note(fix, 'alarm', DRIVING[digit])
    note(fix, 'alarmCode', data)
  } else note(fix, 'alarm', BY_COMMAND[command])
}
