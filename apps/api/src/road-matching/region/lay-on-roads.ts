import { distanceM, kphToMps } from '@roadbook/geo'
import { type Matched, offRoad } from '../read-match.js'
import type { TracePoint } from '../road-matcher.js'
import type { Mode, RoadNetwork, Spot } from './road-network.js'
import { shortestWays } from './shortest-ways.js'

/** Maximum distance from a road, in metres. A point farther from every road is off the road. */
const NEAR_M = 40
/** Maximum candidate roads per point. */
const SPOTS = 5
/** Assumed standard deviation of a reading's distance from its road, in metres. */
const NOISE_M = 8
/** Usual extra length of the way on roads compared with the straight line: this many metres plus this share of the line. */
const DETOUR = { metres: 20, share: 0.3 }
/** Maximum length of the way on roads: this multiple of the straight line plus this many metres. */
const FARTHEST = { times: 2, metres: 1_000 }
/**
 * Minimum distance between points, in metres. Closer points are left out, because they show the receiver's noise and not the
 * way.
 */
const APART_M = 20

/** A possible place of a point on a road, with the likeliest way to it. */
interface Reached {
  spot: Spot
  /** Negative logarithm of the probability. A lower value is likelier. */
  cost: number
  /** Metres on roads since the last part of the trip that was off the road. */
  metres: number
}

/**
 * Matches the points of a trip to roads. Finds the likeliest way. A way is likelier the closer each point is to its road,
 * and the smaller the detours between two points are. If no way connects two points, the straight line between them counts
 * as off the road. Yields after steps of one or two milliseconds, so that other work can run.
 * @param ceilingKph maximum speed of the type of vehicle
 * @source P. Newson, J. Krumm, Hidden Markov Map Matching Through Noise and Sparseness, 2009
 */
export function* layOnRoads(
  network: RoadNetwork,
  points: readonly TracePoint[],
  mode: Mode,
  ceilingKph: number,
): Generator<void, Matched> {
  const sum: Matched = { distanceM: 0, offRoadM: 0 }
  const off = (from: TracePoint, to: TracePoint) => {
    const { distanceM: metres } = offRoad([from, to])
    sum.distanceM += metres
    sum.offRoadM += metres
  }
  let reached: Reached[] = []
  const leave = () => {
    sum.distanceM += likeliest(reached)?.metres ?? 0
    reached = []
  }
  let before: TracePoint | undefined
  for (const point of apart(points)) {
    const spots = network.near(point, mode, NEAR_M, SPOTS)
    const next = before && reached.length > 0 ? yield* goOn(network, reached, before, point, spots, mode, ceilingKph) : []
    if (next.length > 0) reached = next
    else {
      leave()
      if (before) off(before, point)
      reached = spots.map((spot) => ({ spot, cost: emission(spot), metres: 0 }))
    }
    before = point
  }
  leave()
  return sum
}

/** Returns every candidate of the next point that can be reached, with the likeliest way to it. */
function* goOn(
  network: RoadNetwork,
  reached: readonly Reached[],
  from: TracePoint,
  to: TracePoint,
  spots: readonly Spot[],
  mode: Mode,
  ceilingKph: number,
): Generator<void, Reached[]> {
  const straightM = distanceM(from, to)
  const possibleM = kphToMps(ceilingKph) * Math.max(1, to.timeS - from.timeS) + 2 * NEAR_M
  const limitM = Math.min(possibleM, FARTHEST.times * straightM + FARTHEST.metres)
  const scaleM = DETOUR.metres + DETOUR.share * straightM
  const best: (Reached | undefined)[] = spots.map(() => undefined)
  for (const { spot, cost, metres } of reached) {
    for (const [at, wayM] of shortestWays(network, spot, spots, mode, limitM).entries()) {
      if (wayM === undefined) continue
      const total = cost + Math.abs(wayM - straightM) / scaleM + emission(spots[at]!)
      if (total < (best[at]?.cost ?? Infinity)) best[at] = { spot: spots[at]!, cost: total, metres: metres + wayM }
    }
    yield
  }
  return best.filter((one) => one !== undefined)
}

const emission = ({ offM }: Spot): number => (offM / NOISE_M) ** 2 / 2

const likeliest = (reached: readonly Reached[]): Reached | undefined =>
  reached.reduce<Reached | undefined>((best, one) => (best && best.cost <= one.cost ? best : one), undefined)

/** Yields points that are at least the minimum distance apart. */
function* apart(points: readonly TracePoint[]): Generator<TracePoint> {
  let last: TracePoint | undefined
  for (const point of points) {
    if (last && distanceM(last, point) < APART_M) continue
    yield point
    last = point
  }
}
