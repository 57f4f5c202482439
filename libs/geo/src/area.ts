import type { Bounds } from './bounds.js'
import { isLatitude, isLongitude } from './coordinate.js'
import { distanceM, EARTH_RADIUS_M } from './distance.js'
import type { Position } from './position.js'
import { toRadians } from './units.js'

/** Kinds of area: a point, outlines with holes, or a line. A point and a line also have a reach (a distance in metres). */
export const AREA_KINDS = ['circle', 'polygon', 'corridor'] as const
export type AreaKind = (typeof AREA_KINDS)[number]

/** Maximum number of points of an area, over all outlines and holes. */
export const MAX_AREA_POINTS = 1_000
/** Maximum extent of an area's points in metres. */
export const MAX_AREA_M = 1_000_000

/** Reasons why something is not an area. */
export type AreaProblem =
  | 'not-geojson'
  | 'not-degrees'
  | 'too-many-points'
  | 'too-few-points'
  | 'ring-open'
  | 'crosses-itself'
  | 'hole-outside'
  | 'too-large'

/** GeoJSON geometries (RFC 7946) that are accepted for each kind of area. */
const GEOMETRIES = { circle: ['Point'], polygon: ['Polygon', 'MultiPolygon'], corridor: ['LineString'] } as const

export interface AreaShape {
  type: (typeof GEOMETRIES)[AreaKind][number]
  /** Coordinates as in RFC 7946, longitude first. */
  coordinates: unknown
}

type Line = readonly Position[]

/**
 * Returns the parts of an area, each with its lines. A part is a point, an outline with its holes, or a line.
 * @returns the problem if the shape has no such parts
 */
export function partsOf(kind: AreaKind, shape: unknown): Line[][] | AreaProblem {
  const { type, coordinates } = (shape ?? {}) as Partial<AreaShape>
  if (!GEOMETRIES[kind].some((one) => one === type) || !Array.isArray(coordinates)) return 'not-geojson'
  const raw: unknown[] =
    kind === 'circle'
      ? [[[coordinates]]]
      : kind === 'corridor'
        ? [[coordinates]]
        : type === 'Polygon'
          ? [coordinates]
          : coordinates
  if (raw.length === 0) return 'not-geojson'
  const parts: Line[][] = []
  for (const one of raw) {
    if (!Array.isArray(one) || one.length === 0 || !one.every(Array.isArray)) return 'not-geojson'
    const part: Line[] = []
    for (const points of one as unknown[][]) {
      const line = positionsOf(points)
      if (typeof line === 'string') return line
      part.push(line)
    }
    parts.push(part)
  }
  return parts
}

/** Counts points. A point that repeats the previous one is not counted again. */
export const pointsIn = (parts: readonly (readonly Line[])[]): number => parts.flat().reduce((sum, line) => sum + line.length, 0)

function positionsOf(raw: readonly unknown[]): Line | AreaProblem {
  const line: Position[] = []
  for (const pair of raw) {
    if (!Array.isArray(pair) || pair.length < 2) return 'not-geojson'
    const [longitude, latitude] = pair as unknown[]
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return 'not-geojson'
    if (!isLatitude(latitude) || !isLongitude(longitude)) return 'not-degrees'
    const last = line.at(-1)
    // Skips a point that repeats the previous one.
    if (!last || last.latitude !== latitude || last.longitude !== longitude) line.push({ latitude, longitude })
  }
  return line
}

/** Returns the reason why the shape is not an area of its kind. Undefined if it is one. */
export function areaProblem(kind: AreaKind, shape: unknown): AreaProblem | undefined {
  const parts = partsOf(kind, shape)
  if (typeof parts === 'string') return parts
  if (pointsIn(parts) > MAX_AREA_POINTS) return 'too-many-points'
  if (kind === 'corridor' && (parts[0]?.[0]?.length ?? 0) < 2) return 'too-few-points'
  const problem = kind === 'polygon' ? firstOf(parts, ringsProblem) : undefined
  return problem ?? (acrossM(parts) > MAX_AREA_M ? 'too-large' : undefined)
}

function firstOf<T, U>(items: readonly T[], problemOf: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const problem = problemOf(item)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Returns the extent of lines from one side to the other in metres. */
export const acrossM = (parts: readonly (readonly Line[])[]): number => sizeM(boundsAround(parts.flat(), 0))

/**
 * Returns the bounds of an area. `west` is greater than `east` if the area crosses the 180th meridian.
 * @throws if the shape is not an area
 */
export function boundsOfArea(kind: AreaKind, shape: unknown, reachM = 0): Bounds {
  const parts = partsOf(kind, shape)
  if (typeof parts === 'string') throw new TypeError(`no area: ${parts}`)
  const { south, north, west, east } = boundsAround(parts.flat(), reachM)
  return east - west >= 360 ? { south, north, west: -180, east: 180 } : { south, north, west: wrapped(west), east: wrapped(east) }
}

const wrapped = (degrees: number) => (Math.abs(degrees) <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180)

/** Returns bounds around lines. If longitudes of the lines exceed 180, those of the bounds exceed 180, too. */
function boundsAround(lines: readonly Line[], reachM: number): Bounds {
  const flat = flattened(lines).flat()
  let [low, top, left, right] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of flat) {
    low = Math.min(low, y)
    top = Math.max(top, y)
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  const high = (reachM / EARTH_RADIUS_M) * (180 / Math.PI)
  const south = Math.max(-90, low - high)
  const north = Math.min(90, top + high)
  const narrowest = Math.cos(toRadians(Math.max(Math.abs(south), Math.abs(north))))
  const wide = reachM === 0 ? 0 : narrowest <= 1e-6 ? 180 : Math.min(180, high / narrowest)
  return { south, north, west: left - wide, east: right + wide }
}

function sizeM({ south, north, west, east }: Bounds): number {
  const middle = (south + north) / 2
  const wide = toRadians(Math.min(360, east - west)) * EARTH_RADIUS_M * Math.cos(toRadians(middle))
  return Math.max(wide, distanceM({ latitude: south, longitude: 0 }, { latitude: north, longitude: 0 }))
}

interface Point {
  x: number
  y: number
}

/**
 * Converts to degrees without a jump at the 180th meridian. Each point is placed on the shorter side of the previous point.
 */
function flattened(lines: readonly Line[]): Point[][] {
  let x = lines[0]?.[0]?.longitude ?? 0
  return lines.map((line) =>
    line.map(({ latitude, longitude }) => {
      x = longitude + 360 * Math.round((x - longitude) / 360)
      return { x, y: latitude }
    }),
  )
}

function ringsProblem(lines: readonly Line[]): AreaProblem | undefined {
  const rings = flattened(lines)
  for (const ring of rings) {
    const [first, last] = [ring[0], ring.at(-1)]
    if (!first || !last || ring.length < 2 || first.x !== last.x || first.y !== last.y) return 'ring-open'
    if (ring.length < 4) return 'too-few-points'
  }
  const [outline = [], ...holes] = rings.map(edgesOf)
  if (crosses([outline, ...holes].flat())) return 'crosses-itself'
  // A hole may touch the outline with its corners. Then its corners do not show on which side of the outline it is, but
  // the points halfway between them do.
  const isWithin = ({ from, till }: Edge) => {
    const middle = { x: (from.x + till.x) / 2, y: (from.y + till.y) / 2 }
    return [from, middle].every((at) => touches(outline, at) || holds(outline, at))
  }
  return holes.every((hole) => hole.every(isWithin)) ? undefined : 'hole-outside'
}

interface Edge {
  from: Point
  till: Point
  /** Index of the ring to which the edge belongs. */
  ring: number
}
const edgesOf = (points: readonly Point[], ring: number): Edge[] =>
  points.slice(1).map((till, at) => ({ from: points[at]!, till, ring }))

/**
 * Returns true if two edges meet. Two kinds of meeting do not count: at the joint of consecutive edges, and at a point where
 * two rings touch. To save time, only edges whose ranges of longitude overlap are compared.
 */
function crosses(edges: readonly Edge[]): boolean {
  const placed = edges
    .map((edge) => ({ edge, west: Math.min(edge.from.x, edge.till.x), east: Math.max(edge.from.x, edge.till.x) }))
    .toSorted((one, other) => one.west - other.west)
  return placed.some(({ edge, east }, at) => {
    for (let nth = at + 1; nth < placed.length && placed[nth]!.west <= east; nth++) {
      const other = placed[nth]!.edge
      if (edge.ring === other.ring ? meet(edge, other) : cross(edge, other)) return true
    }
    return false
  })
}

const same = (a: Point, b: Point) => a.x === b.x && a.y === b.y
/** A positive result means that `c` is to the left of the line from `a` to `b`. */
const turn = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const between = ({ from, till }: Edge, at: Point) =>
  at.x >= Math.min(from.x, till.x) &&
  at.x <= Math.max(from.x, till.x) &&
  at.y >= Math.min(from.y, till.y) &&
  at.y <= Math.max(from.y, till.y)

function meet(one: Edge, other: Edge): boolean {
  const shared = same(one.till, other.from) ? one.till : same(other.till, one.from) ? one.from : undefined
  if (shared) {
    // The edges are consecutive. They overlap only if the line turns back on itself.
    const [a, b] = [same(one.till, shared) ? one.from : one.till, same(other.from, shared) ? other.till : other.from]
    return turn(a, shared, b) === 0 && (a.x - shared.x) * (b.x - shared.x) + (a.y - shared.y) * (b.y - shared.y) > 0
  }
  const [a, b] = [turn(one.from, one.till, other.from), turn(one.from, one.till, other.till)]
  const [c, d] = [turn(other.from, other.till, one.from), turn(other.from, other.till, one.till)]
  if (a !== b && c !== d) return true
  const touches: [number, Edge, Point][] = [
    [a, one, other.from],
    [b, one, other.till],
    [c, other, one.from],
    [d, other, one.till],
  ]
  return touches.some(([side, edge, at]) => side === 0 && between(edge, at))
}

/** Returns true if edges of two rings cross or overlap. */
function cross(one: Edge, other: Edge): boolean {
  const [a, b] = [turn(one.from, one.till, other.from), turn(one.from, one.till, other.till)]
  const [c, d] = [turn(other.from, other.till, one.from), turn(other.from, other.till, one.till)]
  if (a !== 0 || b !== 0) return a * b < 0 && c * d < 0
  const shared = [other.from, other.till].filter((at) => between(one, at))
  const all = [...shared, ...[one.from, one.till].filter((at) => between(other, at))]
  return all.some((at) => !same(at, all[0]!))
}

/** Returns true if a point is on one of the edges. */
const touches = (edges: readonly Edge[], at: Point) =>
  edges.some((edge) => turn(edge.from, edge.till, at) === 0 && between(edge, at))

function holds(edges: readonly Edge[], at: Point): boolean {
  let isInside = false
  for (const { from, till } of edges) {
    if (from.y > at.y === till.y > at.y) continue
    if (from.x + ((at.y - from.y) / (till.y - from.y)) * (till.x - from.x) > at.x) isInside = !isInside
  }
  return isInside
}
