/** Time span. Among the trips of one device, each trip has a different span. */
export interface Span {
  startedAt: number
  endedAt: number
}

export interface TripDiff<Stored, Fresh> {
  /** Fresh trips that match no stored trip. */
  added: Fresh[]
  /** Stored trips that still exist, with their fresh form. Trips that did not change are included. */
  kept: { stored: Stored; fresh: Fresh }[]
  /** Stored trips that no longer exist. */
  removed: Stored[]
}

/**
 * Matches stored trips with those of a new segmentation (fresh trips), so that trips keep their ids. Pairs are matched in
 * the order of their overlap in time, the greatest first. If overlaps are equal, the earlier stored trip comes first, and
 * then the earlier fresh trip. Trips that do not overlap never match. A trip of a single instant overlaps a trip that
 * contains this instant.
 */
export function diffTrips<Stored extends Span, Fresh extends Span>(
  stored: readonly Stored[],
  fresh: readonly Fresh[],
): TripDiff<Stored, Fresh> {
  const pairs = stored.flatMap((old) => fresh.map((now) => ({ old, now, overlap: overlapMs(old, now) })))
  const best = pairs
    .filter(({ overlap }) => overlap >= 0)
    .sort((a, b) => b.overlap - a.overlap || a.old.startedAt - b.old.startedAt || a.now.startedAt - b.now.startedAt)
  const kept = new Map<Stored, Fresh>()
  const taken = new Set<Fresh>()
  for (const { old, now } of best) {
    if (kept.has(old) || taken.has(now)) continue
    kept.set(old, now)
    taken.add(now)
  }
  return {
    added: fresh.filter((now) => !taken.has(now)),
    kept: [...kept].map(([old, now]) => ({ stored: old, fresh: now })),
    removed: stored.filter((old) => !kept.has(old)),
  }
}

const overlapMs = (left: Span, right: Span): number =>
  Math.min(left.endedAt, right.endedAt) - Math.max(left.startedAt, right.startedAt)
