/** Time and speed of a fix, from which the tracker's reporting rhythm is estimated. */
export interface Beat {
  at: Date
  /** km/h; null when unknown. */
  speedKph: number | null
}

/** Speed in km/h below which the vehicle counts as standing. */
const STANDING_KPH = 3
/** Minimum number of gaps for an estimate. */
const FEWEST = 3
const NEWEST = 30
/**
 * Percentile of the gaps that counts as usual. It is high because a standing tracker usually leaves long gaps; its short gaps are
 * from just after the stop.
 */
const SHARE = 0.8

const isStanding = ({ speedKph }: Beat) => (speedKph ?? 0) < STANDING_KPH

/**
 * Estimates when a tracker reports next: after the gap that is usual while the vehicle stands, or while it moves, as at the last
 * fix.
 * @param beats oldest first, ending with the newest
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
