import type { Bounds } from './bounds.js'
import { isLatitude, isLongitude } from './coordinate.js'
import { distanceM, EARTH_RADIUS_M } from './distance.js'
import type { Position } from './position.js'
import { toRadians } from './units.js'

/** What an area is made of: a point, an outline with holes, or a line; of the first and the last how far they reach. */
export const AREA_KINDS = ['circle', 'polygon', 'corridor'] as const
export type AreaKind = (typeof AREA_KINDS)[number]

/** Of an area, its outline with all holes. */
export const MAX_AREA_POINTS = 1_000
/** From one side of an area's points to the other, metres. */
export const MAX_AREA_M = 1_000_000

/** Why something is no area. */
export type AreaProblem =
  | 'not-geojson'
  | 'not-degrees'
  | 'too-many-points'
  | 'too-few-points'
  | 'ring-open'
  | 'crosses-itself'
  | 'hole-outside'
  | 'too-large'

/** The geometry of RFC 7946 that an area of each kind has. */
export const GEOMETRY_OF = { circle: 'Point', polygon: 'Polygon', corridor: 'LineString' } as const

export interface AreaShape {
  type: (typeof GEOMETRY_OF)[AreaKind]
  /** RFC 7946: longitude first. */
  coordinates: unknown
}

type Line = readonly Position[]

/** The lines of an area: its point, its rings, or its line. @returns why it has none */
export function linesOf(kind: AreaKind, shape: unknown): Line[] | AreaProblem {
  const { type, coordinates } = (shape ?? {}) as Partial<AreaShape>
  if (type !== GEOMETRY_OF[kind] || !Array.isArray(coordinates)) return 'not-geojson'
  const raw: unknown[] = kind === 'circle' ? [[coordinates]] : kind === 'polygon' ? coordinates : [coordinates]
  if (raw.length === 0 || !raw.every(Array.isArray)) return 'not-geojson'
  if (raw.reduce((sum: number, line) => sum + (line as unknown[]).length, 0) > MAX_AREA_POINTS) return 'too-many-points'
  const lines: Line[] = []
  for (const one of raw as unknown[][]) {
    const line = positionsOf(one)
    if (typeof line === 'string') return line
    lines.push(line)
  }
  return lines
}

function positionsOf(raw: readonly unknown[]): Line | AreaProblem {
  const line: Position[] = []
  for (const pair of raw) {
    if (!Array.isArray(pair) || pair.length < 2) return 'not-geojson'
    const [longitude, latitude] = pair as unknown[]
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return 'not-geojson'
    if (!isLatitude(latitude) || !isLongitude(longitude)) return 'not-degrees'
    const last = line.at(-1)
    // Said twice in a row is said once.
    if (!last || last.latitude !== latitude || last.longitude !== longitude) line.push({ latitude, longitude })
  }
  return line
}

/** Why this is no area of its kind; undefined where it is one. */
export function areaProblem(kind: AreaKind, shape: unknown): AreaProblem | undefined {
  const lines = linesOf(kind, shape)
  if (typeof lines === 'string') return lines
  if (kind === 'corridor' && (lines[0]?.length ?? 0) < 2) return 'too-few-points'
  const problem = kind === 'polygon' ? ringsProblem(lines) : undefined
  return problem ?? (sizeM(boundsAround(lines, 0)) > MAX_AREA_M ? 'too-large' : undefined)
}

/** What holds all of an area; `west` is greater than `east` where it crosses the 180th meridian. @throws where it is none */
export function boundsOfArea(kind: AreaKind, shape: unknown, reachM = 0): Bounds {
  const lines = linesOf(kind, shape)
  if (typeof lines === 'string') throw new TypeError(`no area: ${lines}`)
  const { south, north, west, east } = boundsAround(lines, reachM)
  return east - west >= 360 ? { south, north, west: -180, east: 180 } : { south, north, west: wrapped(west), east: wrapped(east) }
}

const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Longitudes run on beyond 180 where the lines do. */
function boundsAround(lines: readonly Line[], reachM: number): Bounds {
  const flat = flattened(lines).flat()
  const ys = flat.map(({ y }) => y)
  const xs = flat.map(({ x }) => x)
  const high = (reachM / EARTH_RADIUS_M) * (180 / Math.PI)
  const south = Math.max(-90, Math.min(...ys) - high)
  const north = Math.min(90, Math.max(...ys) + high)
  const narrowest = Math.cos(toRadians(Math.max(Math.abs(south), Math.abs(north))))
  const wide = reachM === 0 ? 0 : narrowest <= 1e-6 ? 180 : Math.min(180, high / narrowest)
  return { south, north, west: Math.min(...xs) - wide, east: Math.max(...xs) + wide }
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

/** In degrees, without a leap at the 180th meridian: each point lies on the shorter way from the one before it. */
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
  if (crosses(rings.flatMap(edgesOf))) return 'crosses-itself'
  const [outline = [], ...holes] = rings
  return holes.every(([at]) => at && holds(outline, at)) ? undefined : 'hole-outside'
}

interface Edge {
  from: Point
  till: Point
}
const edgesOf = (ring: readonly Point[]): Edge[] => ring.slice(1).map((till, at) => ({ from: ring[at]!, till }))

/** Whether two edges meet anywhere but where one goes on as the other. */
function crosses(edges: readonly Edge[]): boolean {
  return edges.some((one, at) => edges.slice(at + 1).some((other) => meet(one, other)))
}

const same = (a: Point, b: Point) => a.x === b.x && a.y === b.y
/** Above zero: `c` lies to the left of the way from `a` to `b`. */
const turn = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const between = ({ from, till }: Edge, at: Point) =>
  at.x >= Math.min(from.x, till.x) &&
  at.x <= Math.max(from.x, till.x) &&
  at.y >= Math.min(from.y, till.y) &&
  at.y <= Math.max(from.y, till.y)

function meet(one: Edge, other: Edge): boolean {
  const shared = same(one.till, other.from) ? one.till : same(other.till, one.from) ? one.from : undefined
  if (shared) {
    // They follow one another, which is a crossing only where the way goes back on itself.
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

function holds(ring: readonly Point[], at: Point): boolean {
  let isInside = false
  for (const { from, till } of edgesOf(ring)) {
    if (from.y > at.y === till.y > at.y) continue
    if (from.x + ((at.y - from.y) / (till.y - from.y)) * (till.x - from.x) > at.x) isInside = !isInside
  }
  return isInside
}
