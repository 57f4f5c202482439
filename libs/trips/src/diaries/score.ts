import type { Span } from '../diff-trips.js'

/** What a segmentation made of a diary. */
export interface Score {
  /** Trips that it made, and those that were. */
  made: number
  true: number
  /** How many begin, or end, where the vehicle did, within two minutes. */
  starts: number
  ends: number
  /** Trips too many within one that was, true trips within one that holds several, trips of none that was, true ones without any. */
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

/** The scores of several diaries together. */
export const total = (scores: readonly Score[]): Score =>
  scores.reduce(
    (sum, one) => Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + one[key as keyof Score]])) as never,
  )

/** F1: the harmonic mean of how many of the made ones are right, and of the true ones found. */
export const f1 = (hits: number, { made, true: all }: Score): number => (made + all === 0 ? 1 : (2 * hits) / (made + all))
