import { distanceM } from '@roadbook/geo'
import { z } from 'zod'
import type { TracePoint } from './road-matcher.js'

/** What OSRM answers to `/match`, and Valhalla to `/trace_route` where it is asked for the same form. */
const MATCH = z.object({
  matchings: z.array(z.object({ distance: z.number().min(0).max(10_000_000) })).max(1_000),
  tracepoints: z.array(z.object({ matchings_index: z.number().int().min(0) }).nullable()),
})

/** How far a piece of a trip was, and what of it is straight lines because it was on no road. */
export interface Matched {
  distanceM: number
  offRoadM: number
}

/** When most of a trip was on no road, the rest of it says nothing of its length. */
const MOST_OFF_ROAD = 0.5

/** How far a trip was by road, whole metres; undefined where most of it was on none. */
export const byRoadM = ({ distanceM: metres, offRoadM }: Matched): number | undefined =>
  offRoadM > metres * MOST_OFF_ROAD ? undefined : Math.round(metres)

/** Nothing of a piece is on a road. */
export function offRoad(points: readonly TracePoint[]): Matched {
  const straight = straightM(points)
  return { distanceM: straight, offRoadM: straight }
}

/**
 * The matched stretches, and straight lines between them: the service leaves out points that are on no road, and splits where no
 * road leads on, so that what it matched alone would be less than the vehicle went.
 * @returns undefined for what is no such answer
 */
export function readMatch(points: readonly TracePoint[], body: unknown): Matched | undefined {
  const read = MATCH.safeParse(body)
  if (!read.success || read.data.tracepoints.length !== points.length) return undefined
  const { matchings, tracepoints } = read.data
  const ends = points.flatMap((_, at) => (tracepoints[at] ? [at] : []))
  if (ends.some((at) => matchings[tracepoints[at]!.matchings_index] === undefined)) return undefined
  if (ends.length === 0) return offRoad(points)
  let offRoadM = straightM(points.slice(0, ends[0]! + 1)) + straightM(points.slice(ends.at(-1)))
  for (let nth = 1; nth < ends.length; nth++) {
    const [from, to] = [ends[nth - 1]!, ends[nth]!]
    if (tracepoints[from]!.matchings_index !== tracepoints[to]!.matchings_index) offRoadM += straightM(points.slice(from, to + 1))
  }
  return { distanceM: offRoadM + matchings.reduce((sum, { distance }) => sum + distance, 0), offRoadM }
}

export function straightM(points: readonly TracePoint[]): number {
  let sum = 0
  for (let at = 1; at < points.length; at++) sum += distanceM(points[at - 1]!, points[at]!)
  return sum
}
