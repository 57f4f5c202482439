import { FixValidity, type Fix } from '@roadbook/contracts'
import { isPosition } from '@roadbook/geo'
import { note } from './note.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** GPS counts weeks up to 1,024 and begins again: a receiver that does not know it is so many days wrong. */
const ROLL_OVER_MS = 7_168 * DAY_MS
/** Of 1987, two digits are left, which every decoder takes for 2087. */
const CENTURY_MS = 36_525 * DAY_MS
/** What makes the date of such a receiver right: the first of them that does, counts. */
const REMEDIES = [ROLL_OVER_MS, 2 * ROLL_OVER_MS, 2 * ROLL_OVER_MS - CENTURY_MS, -ROLL_OVER_MS] as const
/**
 * How far from its reception a date may be that is put right: what a tracker keeps while it has no network, and the local time of
 * the farthest zone. No other clock is so wrong by chance: one that was never set begins at the first of a year.
 */
const LONGEST_BUFFER_MS = 60 * DAY_MS
const FARTHEST_ZONE_MS = 14 * HOUR_MS
/** Dates nearer than this are no such ones. */
const LEAST_ROLL_OVER_MS = ROLL_OVER_MS - FARTHEST_ZONE_MS

/**
 * The date that was meant by one that is some 1,024 weeks wrong; undefined for every other. It hangs on the time of reception alone,
 * so a replay says the same, and what it changes is years away from any date that is believed.
 */
export function rolledOver(time: number, receivedAt: number): number | undefined {
  for (const remedy of REMEDIES) {
    const lag = receivedAt - (time + remedy)
    if (lag >= -FARTHEST_ZONE_MS && lag <= LONGEST_BUFFER_MS) return time + remedy
  }
  return undefined
}

/**
 * The one door that the dates of every protocol go through: local time becomes UTC by what is configured for the device, and weeks
 * that rolled over are put right. What was sent stays beside it, as `deviceTime`.
 * @param offsetMinutes of the device's local time, where its decoder has not made UTC of it
 */
export function putRight(fixes: readonly Fix[], receivedAt: number, offsetMinutes: number): void {
  for (let at = 0; at < fixes.length; at++) {
    const fix = fixes[at]!
    const lag = receivedAt - fix.positionedAt
    // Nearly all of them: it costs next to nothing.
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
  // Dated by its reception: the device told no time.
  if (fix.positionedAt === now) return
  const told = fix.positionedAt
  const time = told - offsetMs
  const right = rolledOver(time, now)
  fix.positionedAt = right ?? time
  if (right !== undefined) note(fix, 'deviceTime', told)
}

/** Of a fix that had no time, for which everything else was not asked. */
function judgePlace({ satellites, latitude, longitude }: Fix): FixValidity {
  if (satellites === 0 || latitude === undefined || longitude === undefined) return FixValidity.noFix
  return isPosition(latitude, longitude) ? FixValidity.valid : FixValidity.invalidCoordinates
}
