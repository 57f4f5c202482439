import type { Position } from '@roadbook/geo'

/** Time span, in milliseconds since 1970 UTC. */
export interface Span {
  startedAt: number
  endedAt: number
}

/** A trip of one of the two systems. */
export interface ComparedTrip extends Span {
  distanceM: number
  start: Position
  end: Position
  /** Parts of a trip that Traccar's reports have cut at midnight, and the metres between these parts. */
  parts?: readonly Span[]
  betweenPartsM?: number
}

export interface RoadbookTrip extends ComparedTrip {
  id: number
  /** True while the trip goes on. */
  isOpen: boolean
  /** True if a user has joined this trip from several. */
  isJoined: boolean
}

/** Trips of both systems that belong together, because they overlap. One side may be empty. */
export interface Group {
  traccar: readonly ComparedTrip[]
  roadbook: readonly RoadbookTrip[]
}

/** Returns the span of a group, from the first start to the last end. */
export function spanOf({ traccar, roadbook }: Group): Span {
  const trips: readonly Span[] = [...traccar, ...roadbook]
  return {
    startedAt: Math.min(...trips.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...trips.map(({ endedAt }) => endedAt)),
  }
}

export const totalM = (trips: readonly ComparedTrip[]): number => trips.reduce((sum, { distanceM }) => sum + distanceM, 0)
export const totalMs = (trips: readonly Span[]): number =>
  trips.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0)
