/** A fix, as far as the tracker's habits are read from it. */
export interface Beat {
  at: Date
  /** km/h; null when unknown. */
  speedKph: number | null
}

/** Slower is standing. */
const STANDING_KPH = 3
/** Fewer gaps are no habit. */
const FEWEST = 3
const NEWEST = 30
/** Of a standing tracker's gaps the long ones are its habit: the short ones are from when it had just stopped. */
const SHARE = 0.8

const isStanding = ({ speedKph }: Beat) => (speedKph ?? 0) < STANDING_KPH

/**
 * By when a tracker reports next if it goes on as it did lately: the usual gap after a fix of its present kind, standing or moving.
 * @param beats oldest first, the newest is what was heard last
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
