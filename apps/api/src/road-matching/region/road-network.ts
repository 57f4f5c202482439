import { distanceM, type Position } from '@roadbook/geo'
import Flatbush from 'flatbush'
import type { RoadLine } from '../../roads/roads-file.js'

/** Ways to use the roads. Motor vehicles use streets in their direction. Bicycles use streets and paths in both directions. */
export type Mode = 'motor' | 'bicycle'

/** A place on a stretch of road. */
export interface Spot extends Position {
  stretch: number
  /** Metres from the beginning of the stretch to this place. */
  alongM: number
  /** Metres from this place to the point that was matched. */
  offM: number
}

/** The way from a node over one stretch to the next node. */
export interface Step {
  to: number
  stretch: number
  metres: number
}

const NO_ROAD = ['construction', 'proposed', 'abandoned', 'platform', 'corridor', 'steps', 'raceway']
/** Kinds of roads that a mode cannot use, by the `highway` values of OpenStreetMap. */
const CLOSED: Readonly<Record<Mode, ReadonlySet<string>>> = {
  motor: new Set([...NO_ROAD, 'path', 'cycleway', 'pedestrian', 'footway', 'bridleway']),
  bicycle: new Set([...NO_ROAD, 'motorway', 'motorway_link', 'trunk', 'trunk_link']),
}
/** Properties of a stretch, one bit each. */
const BITS = { motor: 1, bicycle: 2, oneway: 4 } as const

const METRES_A_DEGREE = 111_195
/** Maximum metres that a vehicle on a one-way street may seem to drive backwards. Inaccurate readings cause this. */
const BACK_M = 20
/**
 * Spots closer than this to each other, in metres, count as the same. Otherwise each stretch that meets at a corner would
 * offer the corner as a separate candidate.
 */
const SAME_M = 1

/**
 * The roads of a region as a graph of stretches, with a spatial index. Each stretch is a straight line between two nodes.
 * Stretches are stored in numeric arrays, because a region has a hundred thousand of them. A thousand kilometres of road need
 * 10 MB with the index.
 */
export class RoadNetwork {
  private constructor(
    private readonly longitudes: Float64Array,
    private readonly latitudes: Float64Array,
    private readonly from: Uint32Array,
    private readonly to: Uint32Array,
    private readonly metres: Float32Array,
    private readonly rules: Uint8Array,
    /**
     * Index in `links` of each node's first stretch. The array has an additional last entry, so that each node's stretches
     * end where those of the next node begin.
     */
    private readonly first: Uint32Array,
    /**
     * Stretches at each node. For the stretch with number n, the entry is 2n at the node where the stretch begins, and 2n +
     * 1 at the node where it ends.
     */
    private readonly links: Uint32Array,
    private readonly index: Flatbush,
  ) {}

  /** Builds the network. Returns undefined when there are no lines. */
  static fromLines(lines: readonly RoadLine[]): RoadNetwork | undefined {
    const places: number[] = []
    const known = new Map<string, number>()
    const nodeAt = ([longitude, latitude]: RoadLine['places'][number]) => {
      const key = `${longitude},${latitude}`
      const node = known.get(key)
      if (node !== undefined) return node
      known.set(key, known.size)
      places.push(longitude, latitude)
      return known.size - 1
    }
    const [from, to, rules]: [number[], number[], number[]] = [[], [], []]
    for (const line of lines) {
      const nodes = line.places.map(nodeAt)
      for (let at = 1; at < nodes.length; at++) {
        from.push(nodes[at - 1]!)
        to.push(nodes[at]!)
        rules.push(rulesOf(line))
      }
    }
    if (from.length === 0) return undefined
    const longitudes = Float64Array.from(known.keys(), (_, node) => places[2 * node]!)
    const latitudes = Float64Array.from(known.keys(), (_, node) => places[2 * node + 1]!)
    const placeOf = (node: number) => ({ longitude: longitudes[node]!, latitude: latitudes[node]! })
    const index = new Flatbush(from.length)
    const metres = Float32Array.from(from, (node, stretch) => {
      const [begin, end] = [placeOf(node), placeOf(to[stretch]!)]
      index.add(
        Math.min(begin.longitude, end.longitude),
        Math.min(begin.latitude, end.latitude),
        Math.max(begin.longitude, end.longitude),
        Math.max(begin.latitude, end.latitude),
      )
      return distanceM(begin, end)
    })
    index.finish()
    const { first, links } = linksOf(known.size, from, to)
    const [begins, ends] = [Uint32Array.from(from), Uint32Array.from(to)]
    return new RoadNetwork(longitudes, latitudes, begins, ends, metres, Uint8Array.from(rules), first, links, index)
  }

  /** Number of nodes. They are numbered from 0. */
  get size(): number {
    return this.longitudes.length
  }

  placeOf(node: number): Position {
    return { longitude: this.longitudes[node]!, latitude: this.latitudes[node]! }
  }

  /** Returns true for a point in the rectangle around all roads. */
  covers({ latitude, longitude }: Position): boolean {
    const { minX, minY, maxX, maxY } = this.index
    return longitude >= minX && longitude <= maxX && latitude >= minY && latitude <= maxY
  }

  /** Returns up to `most` candidate places on roads, nearest first. They are at most `withinM` metres away. */
  near(point: Position, mode: Mode, withinM: number, most: number): Spot[] {
    const [high, wide] = [withinM / METRES_A_DEGREE, withinM / metresOfLongitude(point)]
    const { longitude, latitude } = point
    const found = this.index
      .search(longitude - wide, latitude - high, longitude + wide, latitude + high, (stretch) => this.has(stretch, mode))
      .map((stretch) => this.spotOn(stretch, point))
      .filter(({ offM }) => offM <= withinM)
      .sort((one, other) => one.offM - other.offM)
    const spots: Spot[] = []
    for (const spot of found) if (spots.length < most && spots.every((other) => !this.isSame(spot, other, mode))) spots.push(spot)
    return spots
  }

  /** Yields the steps from a node. */
  *stepsFrom(node: number, mode: Mode): Generator<Step> {
    for (let at = this.first[node]!; at < this.first[node + 1]!; at++) {
      const [stretch, isBack] = [this.links[at]! >> 1, (this.links[at]! & 1) === 1]
      if (!this.has(stretch, mode) || (isBack && this.isOneway(stretch, mode))) continue
      yield { to: (isBack ? this.from : this.to)[stretch]!, stretch, metres: this.metres[stretch]! }
    }
  }

  /**
   * Returns the ends of a spot's stretch that can be reached from the spot, with the metres to each. With `isArriving`,
   * returns the ends from which the spot can be reached.
   */
  endsOf({ stretch, alongM }: Spot, mode: Mode, isArriving = false): { node: number; metres: number }[] {
    const back = { node: this.from[stretch]!, metres: alongM }
    const ahead = { node: this.to[stretch]!, metres: this.metres[stretch]! - alongM }
    if (!this.isOneway(stretch, mode)) return [back, ahead]
    return [isArriving ? back : ahead]
  }

  /**
   * Returns the metres between two spots on the same stretch. Returns undefined when they are on different stretches, or when
   * the stretch leads the other way.
   */
  alongOne(from: Spot, to: Spot, mode: Mode): number | undefined {
    if (from.stretch !== to.stretch) return undefined
    const metres = to.alongM - from.alongM
    return metres < -BACK_M && this.isOneway(from.stretch, mode) ? undefined : Math.abs(metres)
  }

  /**
   * Returns whether two spots are the same. Spots on one-way streets are never the same, not even at a corner, because a
   * vehicle can continue differently from each of them.
   */
  private isSame(one: Spot, other: Spot, mode: Mode): boolean {
    return !this.isOneway(one.stretch, mode) && !this.isOneway(other.stretch, mode) && distanceM(one, other) <= SAME_M
  }

  private has(stretch: number, mode: Mode): boolean {
    return (this.rules[stretch]! & BITS[mode]) !== 0
  }

  private isOneway(stretch: number, mode: Mode): boolean {
    return mode === 'motor' && (this.rules[stretch]! & BITS.oneway) !== 0
  }

  /**
   * Projects a point onto a stretch, on a plane around the point. This is accurate enough, because the stretches of a region
   * are short.
   */
  private spotOn(stretch: number, point: Position): Spot {
    const [begin, end] = [this.placeOf(this.from[stretch]!), this.placeOf(this.to[stretch]!)]
    const wide = metresOfLongitude(point)
    const x = (end.longitude - begin.longitude) * wide
    const y = (end.latitude - begin.latitude) * METRES_A_DEGREE
    const px = (point.longitude - begin.longitude) * wide
    const py = (point.latitude - begin.latitude) * METRES_A_DEGREE
    const share = x === 0 && y === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / (x * x + y * y)))
    const foot = {
      longitude: begin.longitude + (end.longitude - begin.longitude) * share,
      latitude: begin.latitude + (end.latitude - begin.latitude) * share,
    }
    return { ...foot, stretch, alongM: this.metres[stretch]! * share, offM: Math.hypot(px - x * share, py - y * share) }
  }
}

const metresOfLongitude = ({ latitude }: Position): number => METRES_A_DEGREE * Math.cos((latitude * Math.PI) / 180)

const rulesOf = ({ kind, isOneway }: RoadLine): number =>
  (CLOSED.motor.has(kind) ? 0 : BITS.motor) | (CLOSED.bicycle.has(kind) ? 0 : BITS.bicycle) | (isOneway ? BITS.oneway : 0)

/** Builds the list of stretches at each node. */
function linksOf(nodes: number, from: readonly number[], to: readonly number[]): { first: Uint32Array; links: Uint32Array } {
  const first = new Uint32Array(nodes + 1)
  for (const node of [...from, ...to]) first[node + 1]!++
  for (let node = 1; node <= nodes; node++) first[node]! += first[node - 1]!
  const next = first.slice()
  const links = new Uint32Array(2 * from.length)
  for (let stretch = 0; stretch < from.length; stretch++) {
    links[next[from[stretch]!]!++] = 2 * stretch
    links[next[to[stretch]!]!++] = 2 * stretch + 1
  }
  return { first, links }
}
