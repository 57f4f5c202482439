import type { Fix } from '@roadbook/contracts'
import { note } from './report.js'

/** The vendor's motion states: ignition (absent if the tracker has no ignition line) and movement. */
const STATES: Readonly<Record<string, { ignition?: boolean; movement: boolean }>> = {
  '11': { ignition: false, movement: false },
  '12': { ignition: false, movement: true },
  '16': { ignition: false, movement: true },
  '1A': { ignition: false, movement: true },
  '21': { ignition: true, movement: false },
  '22': { ignition: true, movement: true },
  '41': { movement: false },
  '42': { movement: true },
}

export const isMotionState = (text: string): boolean => STATES[text] !== undefined

/** Sets ignition and movement from a motion state, and also stores the state as sent. `16` is a tow, `1A` a suspected tow. */
export function applyMotionState(fix: Fix, text: string): void {
  const state = STATES[text]
  note(fix, 'motionState', text)
  if (!state) return
  fix.movement = state.movement
  if (state.ignition !== undefined) fix.ignition = state.ignition
}
