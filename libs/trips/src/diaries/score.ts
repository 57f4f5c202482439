import type { Span } from '../diff-trips.js'

/** Comparison of a segmentation with the diary. */
export interface Score {
  /** Number of trips that were found (`made`), and of true trips (`true`). */
  made: number
  true: number
  /** Number of found trips that begin (`starts`) or end (`ends`) within two minutes of the true time. */
  starts: number
  ends: number
  /**
   * Numbers of errors. `splits`: additional trips within one true trip. `merges`: true trips that were merged into another
   * one. `ghosts`: found trips without a true one. `missed`: true trips that were not found.
   */
  splits: number
  merges: number
  ghosts: number
  missed: number
}

const NEAR_MS = 120_000

export function score(made: readonly Span[], truth: readonly Span[]): Score {
  const hits = (of: (span: Span) => number) => {
    const open = truth.map(of)
    return made.filter((span) => {
      const at = open.findIndex((time) => Math.abs(time - of(span)) <= NEAR_MS)
      if (at >= 0) open.splice(at, 1)
      return at >= 0
    }).length
  }
  const within = (span: Span, others: readonly Span[]) => others.filter((other) => overlap(span, other))
  const beyondFirst = (spans: readonly Span[], others: readonly Span[]) =>
    spans.reduce((sum, span) => sum + Math.max(0, within(span, others).length - 1), 0)
  return {
    made: made.length,
    true: truth.length,
    starts: hits(({ startedAt }) => startedAt),
    ends: hits(({ endedAt }) => endedAt),
    splits: beyondFirst(truth, made),
    merges: beyondFirst(made, truth),
    ghosts: made.filter((span) => within(span, truth).length === 0).length,
    missed: truth.filter((span) => within(span, made).length === 0).length,
  }
}

const overlap = (one: Span, other: Span): boolean => one.startedAt < other.endedAt && other.startedAt < one.endedAt

/** Adds up the scores of several diaries. */
export const total = (scores: readonly Score[]): Score =>
  scores.reduce(
    (sum, one) => Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + one[key as keyof Score]])) as never,
  )

/**
 * Returns F1: the harmonic mean of precision (correct trips among the found ones) and recall (found trips among the true ones).
 */
export const f1 = (hits: number, { made, true: all }: Score): number => (made + all === 0 ? 1 : (2 * hits) / (made + all))
