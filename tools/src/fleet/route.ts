import { type Position, bearing, distanceM, turnDegrees } from '@roadbook/geo'
import type { City } from './city.js'
import { type RoadNetwork, quickestArcs } from './road-network.js'
import type { RoadPiece } from './road-piece.js'
import type { TravelMode } from './travel-mode.js'

/** Route through the city: a line with its speed limits and stops. Each array has one value per point of the line. */
export interface Route {
  line: readonly Position[]
  /** Distance from the start, metres. */
  alongM: Float64Array
  /** Direction of the piece of the line that starts at this point, degrees. */
  heading: Float64Array
  /** Speed limit on the piece of the line that starts at this point, m/s. */
  limitMps: Float64Array
  /** Highest speed through the bend at this point, m/s. */
  bendMps: Float64Array
  hasLights: Uint8Array
  isTunnel: Uint8Array
}

const trees = new WeakMap<RoadNetwork, Map<number, Int32Array>>()
const routes = new WeakMap<RoadNetwork, Map<string, Route>>()

/** Returns the quickest route between two of the network's places (indices into `places`); `undefined` if they are the same. */
export function findRoute(city: City, mode: TravelMode, from: number, to: number): Route | undefined {
  const network = city.networks[mode]
  if (from === to) return undefined
  const known = remembered(routes, network)
  const key = `${from}-${to}`
  const found = known.get(key) ?? traceRoute(city, network, network.places[from]!, network.places[to]!)
  known.set(key, found)
  return found
}

function traceRoute(city: City, network: RoadNetwork, origin: number, destination: number): Route {
  const knownTrees = remembered(trees, network)
  const tree = knownTrees.get(origin) ?? quickestArcs(network, origin)
  knownTrees.set(origin, tree)
  const legs: { piece: RoadPiece; isReversed: boolean; end: number }[] = []
  for (let junction = destination; junction !== origin;) {
    const index = network.piece[tree[junction]!]!
    const isReversed = index < 0
    const piece = city.pieces[isReversed ? ~index : index]!
    legs.push({ piece, isReversed, end: junction })
    junction = isReversed ? piece.to : piece.from
  }
  return joinLegs(city, network, origin, legs.reverse())
}

function joinLegs(
  city: City,
  network: RoadNetwork,
  origin: number,
  legs: readonly { piece: RoadPiece; isReversed: boolean; end: number }[],
): Route {
  const line: Position[] = [city.junctions[origin]!]
  const limits: number[] = []
  const lights: number[] = [0]
  const tunnels: number[] = []
  for (const { piece, isReversed, end } of legs) {
    const points = isReversed ? piece.line.toReversed() : piece.line
    for (let at = 1; at < points.length; at++) {
      line.push(points[at]!)
      limits.push(piece.speedLimitKph / 3.6)
      tunnels.push(Number(piece.isTunnel))
      lights.push(at === points.length - 1 && hasLights(network, piece, end) ? 1 : 0)
    }
  }
  return measure(line, limits, lights, tunnels)
}

/** Returns a route along any line, such as a recorded track, with one speed limit. */
export function routeAlong(line: readonly Position[], limitMps: number): Route {
  const pieces = new Array<number>(Math.max(0, line.length - 1))
  return measure(line, pieces.fill(limitMps), new Array<number>(line.length).fill(0), [])
}

function measure(line: readonly Position[], limits: number[], lights: number[], tunnels: number[]): Route {
  const count = line.length
  const alongM = new Float64Array(count)
  const heading = new Float64Array(count)
  const bendMps = new Float64Array(count).fill(Infinity)
  for (let at = 1; at < count; at++) {
    alongM[at] = alongM[at - 1]! + distanceM(line[at - 1]!, line[at]!)
    heading[at - 1] = bearing(line[at - 1]!, line[at]!)
    if (at > 1) bendMps[at - 1] = bendSpeedMps(turnDegrees(heading[at - 2]!, heading[at - 1]!))
  }
  if (count > 1) heading[count - 1] = heading[count - 2]!
  return {
    line,
    alongM,
    heading,
    limitMps: Float64Array.from([...limits, limits.at(-1) ?? 0]),
    bendMps,
    hasLights: Uint8Array.from(lights),
    isTunnel: Uint8Array.from({ length: count }, (_, at) => tunnels[at] ?? 0),
  }
}

/** Returns a comfortable speed: about 15 km/h in a right-angled turn, hardly slower in a slight bend. */
function bendSpeedMps(degrees: number): number {
  if (degrees < 15) return Infinity
  if (degrees < 35) return 11
  if (degrees < 60) return 7
  return degrees < 120 ? 4.2 : 2.5
}

/** Returns true for every third of the larger crossings of a bigger road. The result is always the same for a crossing. */
function hasLights(network: RoadNetwork, piece: RoadPiece, junction: number): boolean {
  const isBigRoad = /^(primary|secondary|tertiary)$/.test(piece.roadClass)
  return isBigRoad && network.degree[junction]! >= 4 && (junction * 2_654_435_761) % 3 === 0
}

function remembered<K extends object, A, B>(memory: WeakMap<K, Map<A, B>>, key: K): Map<A, B> {
  const known = memory.get(key) ?? new Map<A, B>()
  memory.set(key, known)
  return known
}
