import { distanceM } from '@roadbook/geo'
import { z } from 'zod'
import type { TracePoint } from './road-matcher.js'

/** Answer of OSRM to `/match`. Valhalla's answer to `/trace_route` is the same when this format is requested. */
const MATCH = z.object({
  matchings: z.array(z.object({ distance: z.number().min(0).max(10_000_000) })).max(1_000),
  tracepoints: z.array(z.object({ matchings_index: z.number().int().min(0) }).nullable()),
})

/** Length of a piece of a trip. `offRoadM` is the part in straight lines, because the vehicle was off the road there. */
export interface Matched {
  distanceM: number
  offRoadM: number
}

/** Maximum share of a trip that may be off the road. A trip with a larger share has no road distance. */
const MOST_OFF_ROAD = 0.5

/** Returns a trip's road distance in whole metres. Returns undefined when most of the trip was off the road. */
export const byRoadM = ({ distanceM: metres, offRoadM }: Matched): number | undefined =>
  offRoadM > metres * MOST_OFF_ROAD ? undefined : Math.round(metres)

/** Returns a piece that is entirely off the road. */
export function offRoad(points: readonly TracePoint[]): Matched {
  const straight = straightM(points)
  return { distanceM: straight, offRoadM: straight }
}

/**
 * Adds up the matched stretches and the straight lines between them. The service omits points off the road, and splits the
 * trip where no road continues. The matched stretches without the straight lines would therefore be too short.
 * @returns undefined when the body is not such an answer
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
