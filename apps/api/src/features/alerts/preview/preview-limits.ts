/** Limits of the work of previews in one process. */
export interface PreviewLimits {
  /** Maximum readings of a preview. They take a few seconds to read and to evaluate. */
  readings: number
  /** Maximum readings that are in memory at once. */
  readingsOfPage: number
  /** Time after which no further vehicle is counted, in milliseconds. */
  patienceMs: number
  /** Maximum previews that are counted at once. */
  atOnce: number
  /** Clock in milliseconds, from any begin. */
  clock: () => number
}

export const PREVIEW_LIMITS = Symbol('preview limits')

export const USUAL_LIMITS: PreviewLimits = {
  readings: 500_000,
  readingsOfPage: 2_000,
  patienceMs: 8_000,
  atOnce: 2,
  clock: () => performance.now(),
}
