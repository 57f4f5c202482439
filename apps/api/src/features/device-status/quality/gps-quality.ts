/** Values of a fix that show how well a tracker receives satellites. */
export interface JudgedFix {
  positionedAt: Date
  isValid: boolean
  /** Horizontal dilution of precision; null when the tracker does not report it. */
  hdop: number | null
}

export const GPS_QUALITIES = ['good', 'fair', 'poor', 'unknown'] as const
export type GpsQuality = (typeof GPS_QUALITIES)[number]

export interface JudgedGps {
  quality: GpsQuality
  valid: number
  total: number
  /** Median seconds between two fixes. */
  medianGapS: number | null
  medianAccuracyM: number | null
}

/** Number of fixes that decide the quality. */
export const JUDGED_FIXES = 10
const FEWEST = 3
const GOOD_VALID = 8
const FAIR_VALID = 5
const GOOD_GAP_S = 30
const GOOD_ACCURACY_M = 10
/** Range error of a civil receiver under open sky, in metres. The range error times the HDOP is the accuracy. */
const RANGE_ERROR_M = 5

/**
 * Returns the GPS quality of the last fixes (G-46).
 * - Good: at least 8 valid fixes, a median gap of at most 30 s and a median accuracy of at most 10 m.
 * - Fair: at least 5 valid fixes.
 * - Poor: fewer valid fixes.
 * - Unknown: fewer than 3 fixes in total, valid or not.
 * A missing HDOP does not lower the quality.
 */
export function judgeGps(fixes: readonly JudgedFix[]): JudgedGps {
  const last = [...fixes].sort((one, other) => other.positionedAt.getTime() - one.positionedAt.getTime()).slice(0, JUDGED_FIXES)
  const valid = last.filter(({ isValid }) => isValid)
  const gaps = last.slice(1).map(({ positionedAt }, at) => (last[at]!.positionedAt.getTime() - positionedAt.getTime()) / 1_000)
  const medianGapS = median(gaps)
  const medianAccuracyM = median(valid.flatMap(({ hdop }) => (hdop === null ? [] : hdop * RANGE_ERROR_M)))
  const isDense = medianGapS !== null && medianGapS <= GOOD_GAP_S
  const isSharp = medianAccuracyM === null || medianAccuracyM <= GOOD_ACCURACY_M
  const found = { valid: valid.length, total: last.length, medianGapS, medianAccuracyM }
  if (last.length < FEWEST) return { quality: 'unknown', ...found }
  if (valid.length >= GOOD_VALID && isDense && isSharp) return { quality: 'good', ...found }
  return { quality: valid.length >= FAIR_VALID ? 'fair' : 'poor', ...found }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
