import type { Position } from '@roadbook/geo'
import { PriorityQueue } from './priority-queue.js'
import type { RoadPiece } from './road-piece.js'
import { PLANNING_SPEED_KPH, type TravelMode, isAllowed } from './travel-mode.js'

/** Roads that one travel mode may use, as arcs (directed road pieces) sorted by the junction from which they start. */
export interface RoadNetwork {
  mode: TravelMode
  /** Arcs of junction j are firstArc[j] … firstArc[j + 1] − 1. */
  firstArc: Int32Array
  target: Int32Array
  seconds: Float64Array
  /**
   * Index of the road piece of each arc. If the arc leads against the direction in which the piece is drawn, the bitwise
   * complement of the index.
   */
  piece: Int32Array
  /** Number of roads that meet at each junction. Only junctions of several roads can have traffic lights. */
  degree: Uint8Array
  /** Junctions all over the city that are used as destinations. Each can be reached from every other one. */
  places: readonly number[]
}

/**
 * Number of places that are destinations. This number gives enough variety, and is low enough to cache the shortest paths
 * between all of them.
 */
const PLACES = 64

export function networkOf(mode: TravelMode, junctions: readonly Position[], pieces: readonly RoadPiece[]): RoadNetwork {
  const arcs = pieces.flatMap((piece, index) => arcsOf(mode, piece, index)).sort((one, other) => one.from - other.from)
  const firstArc = new Int32Array(junctions.length + 1)
  const degree = new Uint8Array(junctions.length)
  for (const { from, to } of arcs) {
    firstArc[from + 1]!++
    degree[from] = Math.max(degree[from]!, 1) + (from === to ? 0 : 1)
  }
  for (let at = 0; at < junctions.length; at++) firstArc[at + 1]! += firstArc[at]!
  const network: RoadNetwork = {
    mode,
    firstArc,
    target: Int32Array.from(arcs, ({ to }) => to),
    seconds: Float64Array.from(arcs, ({ seconds }) => seconds),
    piece: Int32Array.from(arcs, ({ piece }) => piece),
    degree,
    places: [],
  }
  return { ...network, places: spread(largestConnectedPart(network, arcs)) }
}

/**
 * Returns for every junction the arc by which the quickest route from `origin` arrives there, or −1 if there is no route
 * (Dijkstra).
 */
export function quickestArcs(network: RoadNetwork, origin: number): Int32Array {
  const arrivals = new Float64Array(network.firstArc.length - 1).fill(Infinity)
  const arcs = new Int32Array(arrivals.length).fill(-1)
  const queue = new PriorityQueue()
  arrivals[origin] = 0
  queue.push(origin, 0)
  for (let junction = queue.pop(); junction >= 0; junction = queue.pop()) {
    if (queue.poppedPriority > arrivals[junction]!) continue
    for (let arc = network.firstArc[junction]!; arc < network.firstArc[junction + 1]!; arc++) {
      const arrival = arrivals[junction]! + network.seconds[arc]!
      const target = network.target[arc]!
      if (arrival >= arrivals[target]!) continue
      arrivals[target] = arrival
      arcs[target] = arc
      queue.push(target, arrival)
    }
  }
  return arcs
}

interface Arc {
  from: number
  to: number
  seconds: number
  piece: number
}

function arcsOf(mode: TravelMode, piece: RoadPiece, index: number): Arc[] {
  if (!isAllowed(mode, piece.roadClass)) return []
  const seconds = piece.lengthM / (Math.min(piece.speedLimitKph, PLANNING_SPEED_KPH[mode]) / 3.6) + 1
  const there = { from: piece.from, to: piece.to, seconds, piece: index }
  return piece.isOneway ? [there] : [there, { from: piece.to, to: piece.from, seconds, piece: ~index }]
}

/**
 * Returns the largest set of junctions in which each junction can be reached from all others. It is searched from a few
 * starting points.
 */
function largestConnectedPart(network: RoadNetwork, arcs: readonly Arc[]): number[] {
  const backwards = new Map<number, number[]>()
  for (const { from, to } of arcs) backwards.set(to, [...(backwards.get(to) ?? []), from])
  const forwards = (junction: number) => network.target.subarray(network.firstArc[junction], network.firstArc[junction + 1])
  let largest: number[] = []
  for (let at = 0; at < 8 && arcs.length > 0; at++) {
    const start = arcs[Math.floor((at * arcs.length) / 8)]!.from
    const reachable = flood(start, forwards)
    const returning = flood(start, (junction) => backwards.get(junction) ?? [])
    const part = [...reachable].filter((junction) => returning.has(junction))
    if (part.length > largest.length) largest = part
  }
  return largest
}

function flood(start: number, neighbours: (junction: number) => Iterable<number>): Set<number> {
  const seen = new Set([start])
  for (const junction of seen) for (const next of neighbours(junction)) seen.add(next)
  return seen
}

function spread(junctions: readonly number[]): number[] {
  const sorted = [...junctions].sort((one, other) => one - other)
  const count = Math.min(PLACES, sorted.length)
  return Array.from({ length: count }, (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)]!)
}
