import { FixValidity, type Fix } from '@roadbook/contracts'
import type { AsideReason } from './track-store.js'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** How far a fix may be dated ahead of its reception before its clock is not believed. */
export const FUTURE_TOLERANCE_MS = 10 * MINUTE

/** How far back a fix may be dated: what a tracker can have buffered, and what a migration brings in, with room. */
export const PAST_TOLERANCE_MS = 800 * DAY

/**
 * Why a fix must not enter the waypoints, or `undefined` when it may. A wild date would ask for a partition of its own;
 * a quarantined fix could take the place of the true one with the same time.
 * @param receivedAt when the gateway had it; no other clock is asked, so a replay decides the same.
 */
export function asideReason(fix: Fix, receivedAt: number): AsideReason | undefined {
  if (fix.validity === FixValidity.quarantined) return FixValidity.quarantined
  const age = receivedAt - fix.positionedAt
  if (fix.validity === FixValidity.implausibleTime || !(age >= -FUTURE_TOLERANCE_MS && age <= PAST_TOLERANCE_MS))
    return FixValidity.implausibleTime
  return undefined
}
