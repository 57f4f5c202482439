import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'

/**
 * Bits of the status word on which the vendors' tables agree. Bit 0 is the least significant. A bit of 0 means active.
 */
const IGNITION = 10
const ALARMS: readonly (readonly [bit: number, alarm: string])[] = [
  [1, 'sos'],
  [18, 'sos'],
  [20, 'powerCut'],
  [19, 'powerCut'],
  [28, 'powerOff'],
  [0, 'vibration'],
  [17, 'vibration'],
  [3, 'illegalIgnition'],
  [2, 'overspeed'],
  [4, 'geofenceEnter'],
  [7, 'geofenceExit'],
  [11, 'lowBattery'],
]
const STATES: readonly (readonly [bit: number, name: string])[] = [
  [8, 'doorOpen'],
  [9, 'armed'],
  [19, 'backupBattery'],
  [27, 'oilCut'],
]

/**
 * Stores the status word as sent, the ignition, the most serious alarm and the active states. A word of zeros contains no
 * information.
 */
export function readStatus(fix: Fix, word: number): void {
  note(fix, 'status', word.toString(16).toUpperCase().padStart(8, '0'))
  // Reserved bits are 1 in every table. So if a device sends a word of zeros, it never set the word.
  if (word === 0) return
  fix.ignition = ((word >>> IGNITION) & 1) === 1
  // Fast path: in most frames nothing is active. ACC off is not an alarm.
  if ((word | (1 << IGNITION)) >>> 0 === 0xffffffff) return
  const alarm = ALARMS.find(([bit]) => isActive(word, bit))
  if (alarm) note(fix, 'alarm', alarm[1])
  for (const [bit, name] of STATES) if (isActive(word, bit)) note(fix, name, true)
}

const isActive = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 0
