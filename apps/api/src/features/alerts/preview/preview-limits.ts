/** Limits of the work of previews in one process. */
export interface PreviewLimits {
  /** Maximum readings of a preview. It takes a few seconds to read and evaluate this many. */
  readings: number
  /** Maximum readings in memory at the same time. */
  readingsOfPage: number
  /** Milliseconds after which no further vehicle is counted. */
  patienceMs: number
  /** Maximum previews that run at the same time. */
  atOnce: number
  /** Returns milliseconds since any fixed moment. */
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
