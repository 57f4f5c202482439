import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'

/** Bits in the high half of the status word. They are events. */
const ALARMS: readonly (readonly [bit: number, alarm: string])[] = [
  [16, 'sos'],
  [21, 'fallDown'],
  [22, 'heartRate'],
  [20, 'removing'],
  [14, 'powerCut'],
  [18, 'geofenceExit'],
  [19, 'geofenceEnter'],
  [17, 'lowBattery'],
]
/**
 * Bits in the low half of the status word. They are states. They count as alarms only in an alarm message without an event.
 */
const STATES: readonly (readonly [bit: number, alarm: string])[] = [
  [0, 'lowBattery'],
  [1, 'geofenceExit'],
  [2, 'geofenceEnter'],
]
const STILL = 4

/** Reads the status word. `isAlarm` is true if the message is an alarm. */
export function readStatus(fix: Fix, word: number | undefined, isAlarm: boolean): void {
  // If all bits are set, the device never set this word.
  const bits = word === undefined || word === 0xffff || word === 0xffff_ffff ? 0 : word
  const alarm = ALARMS.find(([bit]) => isSet(bits, bit)) ?? (isAlarm ? STATES.find(([bit]) => isSet(bits, bit)) : undefined)
  if (alarm) note(fix, 'alarm', alarm[1])
  else if (isAlarm) note(fix, 'alarm', 'general')
  if (word === undefined) return
  if (isSet(bits, STILL)) fix.movement = false
  note(fix, 'status', word.toString(16).toUpperCase().padStart(8, '0'))
}

const isSet = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1
