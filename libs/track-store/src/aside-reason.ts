import { FixValidity, type Fix } from '@roadbook/contracts'
import type { AsideReason } from './track-store.js'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Maximum time by which a fix may be dated after its reception before it is set aside. */
export const FUTURE_TOLERANCE_MS = 10 * MINUTE

/** Maximum age of a fix at reception: what a tracker can have buffered and what a migration imports, with a margin. */
export const PAST_TOLERANCE_MS = 800 * DAY

/**
 * Returns why a fix must not enter the waypoints, or `undefined` when it may. An implausible date would need a partition of its
 * own; a quarantined fix could replace the true one with the same time.
 * @param receivedAt when the gateway received it; no other clock is used, so a replay decides the same
 */
export function asideReason(fix: Fix, receivedAt: number): AsideReason | undefined {
  if (fix.validity === FixValidity.quarantined) return FixValidity.quarantined
  const age = receivedAt - fix.positionedAt
  if (fix.validity === FixValidity.implausibleTime || !(age >= -FUTURE_TOLERANCE_MS && age <= PAST_TOLERANCE_MS))
    return FixValidity.implausibleTime
  return undefined
}
