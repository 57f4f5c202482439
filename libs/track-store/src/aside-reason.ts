import { FixValidity, type Fix } from '@roadbook/contracts'
import type { AsideReason } from './track-store.js'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Maximum time, in milliseconds, by which a fix may be dated after its reception. A fix with a later date is set aside. */
export const FUTURE_TOLERANCE_MS = 10 * MINUTE

/**
 * Maximum age of a fix at its reception, in milliseconds. The limit exceeds, with a margin, the age of the oldest fix that
 * a tracker can have buffered or that a migration imports.
 */
export const PAST_TOLERANCE_MS = 800 * DAY

/**
 * Returns the reason why a fix must not become a waypoint, or `undefined` if it may. A fix with an implausible date is set
 * aside, because its date would need a partition of its own. A quarantined fix is set aside, because it could replace a
 * true fix with the same time.
 * @param receivedAt time when the gateway received the fix. Today's date is not used, so a replay gives the same result
 */
export function asideReason(fix: Fix, receivedAt: number): AsideReason | undefined {
  if (fix.validity === FixValidity.quarantined) return FixValidity.quarantined
  const age = receivedAt - fix.positionedAt
  if (fix.validity === FixValidity.implausibleTime || !(age >= -FUTURE_TOLERANCE_MS && age <= PAST_TOLERANCE_MS))
    return FixValidity.implausibleTime
  return undefined
}
