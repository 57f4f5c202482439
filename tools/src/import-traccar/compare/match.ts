import { distanceM } from '@roadbook/geo'
import type { ComparedTrip, Group, RoadbookTrip, Span } from './trips.js'

/**
 * Part of the shorter trip that both trips must have in common to belong together. Traccar ends a trip some minutes after the
 * stop, so a trip may reach a little into the next one.
 */
const COMMON = 0.2

/** Longest time between two parts of a trip that Traccar's report has cut at midnight, in milliseconds. */
const CUT_MS = 10 * 60_000

/** Returns true if two trips overlap enough to belong together. A trip of one moment overlaps a trip with this moment. */
export function belongTogether(one: Span, other: Span): boolean {
  const common = Math.min(one.endedAt, other.endedAt) - Math.max(one.startedAt, other.startedAt)
  const shorter = Math.min(one.endedAt - one.startedAt, other.endedAt - other.startedAt)
  return common >= 0 && common >= COMMON * shorter && (common > 0 || shorter === 0)
}

/** Puts trips that overlap into groups, in the order of time. Each trip is in exactly one group. */
export function groupsOf(traccar: readonly ComparedTrip[], roadbook: readonly RoadbookTrip[]): Group[] {
  const left = new Set(roadbook)
  const waiting = new Set(traccar)
  const groups: Group[] = []
  for (const first of traccar) {
    if (!waiting.delete(first)) continue
    const group = { traccar: [first], roadbook: [] as RoadbookTrip[] }
    // A trip that joins the group may bring further trips of the other side.
    for (let grows = true; grows;) {
      const more = [...left].filter((trip) => group.traccar.some((one) => belongTogether(one, trip)))
      for (const trip of more) left.delete(trip)
      group.roadbook.push(...more)
      const others = [...waiting].filter((trip) => group.roadbook.some((one) => belongTogether(one, trip)))
      for (const trip of others) waiting.delete(trip)
      group.traccar.push(...others)
      grows = others.length > 0
    }
    groups.push({ traccar: inOrder(group.traccar), roadbook: inOrder(group.roadbook) })
  }
  groups.push(...[...left].map((trip) => ({ traccar: [], roadbook: [trip] })))
  return groups.sort((one, other) => startOf(one) - startOf(other))
}

/** Returns the start by which a group belongs to a day: that of Traccar if it has a trip. */
export const startOf = ({ traccar, roadbook }: Group): number => (traccar[0] ?? roadbook[0])!.startedAt

const inOrder = <Trip extends Span>(trips: readonly Trip[]): Trip[] =>
  [...trips].sort((one, other) => one.startedAt - other.startedAt)

/**
 * Joins trips that Traccar's reports have cut. A report contains only positions of its period, so a trip over midnight is in
 * the reports of both days, without the metres between the last position of a day and the first of the next.
 * @param trips in the order of time
 * @param ends ends of the reports' periods, milliseconds since 1970 UTC
 */
export function joinCut(trips: readonly ComparedTrip[], ends: readonly number[]): ComparedTrip[] {
  const joined: ComparedTrip[] = []
  for (const trip of trips) {
    const before = joined.at(-1)
    const isCut =
      before !== undefined &&
      trip.startedAt - before.endedAt <= CUT_MS &&
      ends.some((end) => before.endedAt < end && end <= trip.startedAt)
    if (!isCut) {
      joined.push(trip)
      continue
    }
    const betweenM = distanceM(before.end, trip.start)
    joined[joined.length - 1] = {
      ...before,
      endedAt: trip.endedAt,
      end: trip.end,
      distanceM: before.distanceM + betweenM + trip.distanceM,
      parts: [...(before.parts ?? [before]), trip],
      betweenPartsM: (before.betweenPartsM ?? 0) + betweenM,
    }
  }
  return joined
}
