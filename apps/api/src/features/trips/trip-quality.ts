import type { TripQualityDto } from './dto/trip.dto.js'
import type { WaypointRow } from './trip.row.js'

/**
 * Limits of the median gap between fixes, in seconds. A trip up to the first limit is good, and a trip above the second limit
 * is poor. The first limit is half a minute. In this time, a vehicle in traffic turns only a corner or two, so its line on
 * the map is still right.
 */
const GOOD_GAP_S = 30
const POOR_GAP_S = 120
/**
 * Longest gap that a good trip may have, in seconds. It allows for stops during a trip, when trackers send only every five
 * minutes.
 */
const GOOD_SILENCE_S = 600
/** Limits of the fraction of invalid fixes. A trip up to the first limit is good, and a trip above the second limit is poor. */
const GOOD_SKIPPED = 0.05
const POOR_SKIPPED = 0.2
/** Minimum number of valid fixes. A trip with fewer is poor. */
const LEAST_FIXES = 3

/**
 * Rates the reliability of a trip.
 * @param fixes fixes from which the trip was computed, oldest first
 * @param isByOdometer true when the trip's distance is from an odometer; null when this is no longer known
 */
export function qualityOf(fixes: readonly WaypointRow[], isByOdometer: boolean | null): TripQualityDto {
  const usable = fixes.filter(({ validity, latitude, longitude }) => validity === 0 && latitude !== null && longitude !== null)
  const skipped = fixes.length - usable.length
  const share = fixes.length === 0 ? 0 : skipped / fixes.length
  const gaps = usable
    .slice(1)
    .map(({ positioned_at }, at) => (positioned_at.getTime() - usable[at]!.positioned_at.getTime()) / 1_000)
  const sorted = gaps.sort((one, other) => one - other)
  const [median = null, longest = null] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const isPoor = usable.length < LEAST_FIXES || median === null || median > POOR_GAP_S || share > POOR_SKIPPED
  const isGood = !isPoor && median <= GOOD_GAP_S && (longest ?? 0) <= GOOD_SILENCE_S && share <= GOOD_SKIPPED
  return {
    level: isPoor ? 'poor' : isGood ? 'good' : 'fair',
    median_gap_s: median === null ? null : Math.round(median),
    longest_gap_s: longest === null ? null : Math.round(longest),
    skipped,
    is_by_odometer: isByOdometer,
  }
}
