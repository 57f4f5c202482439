/** Fix, reduced to the fields that show how often a tracker reports. */
export interface Beat {
  at: Date
  /** km/h; null when unknown. */
  speedKph: number | null
}

/** Slower counts as standing. */
const STANDING_KPH = 3
/** Minimum gaps for an estimate. */
const FEWEST = 3
const NEWEST = 30
/**
 * Percentile of the gaps that counts as usual. While standing, the long gaps are usual; the short ones are from just after the
 * stop.
 */
const SHARE = 0.8

const isStanding = ({ speedKph }: Beat) => (speedKph ?? 0) < STANDING_KPH

/**
 * Estimates when a tracker reports next: the usual gap after a fix of the same kind, standing or moving.
 * @param beats oldest first, ending with the newest
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
