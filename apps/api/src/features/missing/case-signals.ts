/** A fix, as far as the tracker's habits are read from it. */
export interface Beat {
  at: Date
  /** km/h; null when unknown. */
  speedKph: number | null
}

/** What was told of it last. */
export interface LastSignal {
  positionedAt: Date
  isMoving: boolean
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

/** What a fix is off by at its best, metres. */
const FIX_M = 25
/** Beyond this a circle tells nothing any more. */
const FARTHEST_M = 50_000
/** What a moving vehicle goes at least: it may have stood at a light. */
const SLOWEST_KPH = 10

/** How far from its last position it may be by now, metres. */
export function doubtM({ positionedAt, isMoving, speedKph }: LastSignal, now: Date): number {
  if (!isMoving) return FIX_M
  const hours = Math.max(0, now.getTime() - positionedAt.getTime()) / 3_600_000
  return Math.round(Math.min(FIX_M + Math.max(speedKph ?? 0, SLOWEST_KPH) * 1_000 * hours, FARTHEST_M))
}
