import { FixValidity, type Fix } from '@roadbook/contracts'
import { isPosition } from '@roadbook/geo'
import { note } from './note.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/**
 * 1,024 weeks. GPS counts weeks up to this number and then starts again at 0. If a receiver ignores this, its dates are too
 * early by this time.
 */
const ROLL_OVER_MS = 7_168 * DAY_MS
/** Correction for a date in 1987 with a two-digit year, which was decoded as 2087. */
const CENTURY_MS = 36_525 * DAY_MS
/**
 * Corrections for dates that are wrong because of the roll-over. They are tried in this order, and the first plausible
 * result is used.
 */
const REMEDIES = [ROLL_OVER_MS, 2 * ROLL_OVER_MS, 2 * ROLL_OVER_MS - CENTURY_MS, -ROLL_OVER_MS] as const
/**
 * A corrected date counts as plausible if it is at most this much before the reception, plus `FARTHEST_ZONE_MS` for local
 * times. A tracker without a network does not buffer fixes for longer.
 */
const LONGEST_BUFFER_MS = 60 * DAY_MS
const FARTHEST_ZONE_MS = 14 * HOUR_MS
/** A date that differs from the time of reception by less than this is not wrong because of a roll-over. */
const LEAST_ROLL_OVER_MS = ROLL_OVER_MS - FARTHEST_ZONE_MS

/**
 * Corrects a date that is wrong by a multiple of 1,024 weeks. Undefined for any other date. Today's date is not used, so a
 * replay gives the same result. Only dates that are years away from any credible date are changed.
 */
export function rolledOver(time: number, receivedAt: number): number | undefined {
  for (const remedy of REMEDIES) {
    const lag = receivedAt - (time + remedy)
    if (lag >= -FARTHEST_ZONE_MS && lag <= LONGEST_BUFFER_MS) return time + remedy
  }
  return undefined
}

/**
 * Corrects the dates of every protocol: converts local time to UTC with the device's configured offset, and corrects week
 * roll-overs. If a date was corrected for a roll-over, the date as sent is kept as `deviceTime`.
 * @param offsetMinutes offset of the device's local time, or 0 if the decoder has converted the time to UTC
 */
export function putRight(fixes: readonly Fix[], receivedAt: number, offsetMinutes: number): void {
  for (let at = 0; at < fixes.length; at++) {
    const fix = fixes[at]!
    const lag = receivedAt - fix.positionedAt
    // Fast path, taken by nearly all fixes.
    if (offsetMinutes === 0 && lag > 0 && lag < LEAST_ROLL_OVER_MS) continue
    putFixRight(fix, receivedAt, offsetMinutes * MINUTE_MS)
  }
}

function putFixRight(fix: Fix, now: number, offsetMs: number): void {
  const refused = fix.attributes?.deviceTime
  if (typeof refused === 'number') {
    const right = rolledOver(refused - offsetMs, now)
    if (right === undefined) return
    fix.positionedAt = right
    if (fix.validity === FixValidity.unknownTime) fix.validity = judgePlace(fix)
    return
  }
  // The device sent no time, so the fix has the time of reception.
  if (fix.positionedAt === now) return
  const told = fix.positionedAt
  const time = told - offsetMs
  const right = rolledOver(time, now)
  fix.positionedAt = right ?? time
  if (right !== undefined) note(fix, 'deviceTime', told)
}

/** Returns the validity of the position of a fix whose time was unknown before the correction. */
function judgePlace({ satellites, latitude, longitude }: Fix): FixValidity {
  if (satellites === 0 || latitude === undefined || longitude === undefined) return FixValidity.noFix
  return isPosition(latitude, longitude) ? FixValidity.valid : FixValidity.invalidCoordinates
}
