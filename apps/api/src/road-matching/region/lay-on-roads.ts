import { distanceM, kphToMps } from '@roadbook/geo'
import { type Matched, offRoad } from '../read-match.js'
import type { TracePoint } from '../road-matcher.js'
import type { Mode, RoadNetwork, Spot } from './road-network.js'
import { shortestWays } from './shortest-ways.js'

/** A point farther from every road is on none. */
const NEAR_M = 40
/** So many roads are weighed for a point. */
const SPOTS = 5
/** How far readings lie from the vehicle, standard deviation. */
const NOISE_M = 8
/** How much longer than the straight line a way usually is: this much, and a share of the line. */
const DETOUR = { metres: 20, share: 0.3 }
/** Nobody goes farther out of the way than so many times the straight line, and this. */
const FARTHEST = { times: 2, metres: 1_000 }
/** Nearer readings say more of the receiver than of the way. */
const APART_M = 20

/** Where a point may have been on the road, and the likeliest way that led there. */
interface Reached {
  spot: Spot
  /** The lower, the likelier: minus the logarithm of a probability. */
  cost: number
  /** Metres since the last stretch off the road. */
  metres: number
}

/**
 * Lays the points of a trip on roads: of all ways along them the likeliest, by how far each point lies from its road and how far out of
 * the way each road between two of them leads. Where there is none, the straight line counts, as off the road. Yields
 * between steps of a millisecond or two.
 * @param ceilingKph what no such vehicle exceeds
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

/** Every spot of the next point that a way leads to, by the likeliest way to it. */
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

/** Points that lie apart. */
function* apart(points: readonly TracePoint[]): Generator<TracePoint> {
  let last: TracePoint | undefined
  for (const point of points) {
    if (last && distanceM(last, point) < APART_M) continue
    yield point
    last = point
  }
}
