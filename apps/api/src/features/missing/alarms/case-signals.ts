/** Time and speed of a fix. Several of them show how often the tracker reports. */
export interface Beat {
  at: Date
  /** km/h; null when unknown. */
  speedKph: number | null
}

/** Speed in km/h below which the vehicle counts as standing. */
const STANDING_KPH = 3
/** Minimum number of gaps between fixes for an estimate. */
const FEWEST = 3
const NEWEST = 30
/**
 * Fraction of the gaps between fixes that are at most as long as the usual gap. The fraction is high, because a tracker
 * sends at short intervals just after a stop, and these few gaps must not shorten the estimate.
 */
const SHARE = 0.8

const isStanding = ({ speedKph }: Beat) => (speedKph ?? 0) < STANDING_KPH

/**
 * Estimates when a tracker reports next. The estimate is the last fix plus the usual gap. If the vehicle stood at the last
 * fix, only gaps while it stood are used, otherwise only gaps while it moved.
 * @param beats oldest first
 * @returns null when there are too few fixes
 */
export function nextReportAt(beats: readonly Beat[]): Date | null {
  const last = beats.at(-1)
  if (!last) return null
  const gaps = beats
    .slice(0, -1)
    .flatMap((beat, nth) => (isStanding(beat) === isStanding(last) ? [beats[nth + 1]!.at.getTime() - beat.at.getTime()] : []))
    .slice(-NEWEST)
    .sort((one, other) => one - other)
  const usual = gaps[Math.floor((gaps.length - 1) * SHARE)]
  return gaps.length < FEWEST || usual === undefined ? null : new Date(last.at.getTime() + usual)
}
