import { type Bounds, distanceM, type Position } from '@roadbook/geo'

/** Corners one after the other as latitude, longitude: packed, as there may be millions of them in memory. */
export type Path = Float64Array

/** Corners of many paths lie in one piece of memory: a piece of its own costs each of them more than its corners do. */
const PIECE = 65_536
let piece = new Float64Array(0)
let used = 0

export function pathOf(corners: readonly Position[]): Path {
  const length = 2 * corners.length
  if (length > PIECE / 8) return fill(new Float64Array(length), corners)
  if (used + length > piece.length) [piece, used] = [new Float64Array(PIECE), 0]
  used += length
  return fill(piece.subarray(used - length, used), corners)
}

function fill(path: Path, corners: readonly Position[]): Path {
  for (const [nth, { latitude, longitude }] of corners.entries()) {
    path[2 * nth] = latitude
    path[2 * nth + 1] = longitude
  }
  return path
}

/** Where a geofence lies. Edges are straight in degrees, as RFC 7946 has them. */
export type GeofenceShape =
  | { kind: 'circle'; center: Position; reachM: number }
  /** The outline, then its holes; each closed or not. */
  | { kind: 'polygon'; rings: readonly Path[] }
  /** Several polygons that are one place: within one of them is within it, wherever they touch or overlap. */
  | { kind: 'polygons'; parts: readonly (readonly Path[])[] }
  /** Everything within so many metres of a line. */
  | { kind: 'corridor'; line: Path; reachM: number }

/** A place that rules speak of. Each revision is another place. */
export interface Geofence {
  id: number
  revision: number
  /** Since when it says anything, in the time of fixes: milliseconds since 1970 UTC. */
  effectiveFrom: number
  shape: GeofenceShape
  /** Holds all of it; `west` is greater than `east` where it crosses the 180th meridian. */
  bounds: Bounds
  /** A rectangle that is within it for certain, so that few vehicles ask for its edges: {@link coreOf}. */
  core?: Bounds | undefined
  /** For rules of speeding without a limit of their own. */
  limitKph?: number
}

/** Metres of a degree of latitude on the sphere of `distanceM`. */
export const DEGREE_M = 111_195.08

/** Whether a position lies in a geofence. */
export function isInGeofence({ shape, bounds, core }: Pick<Geofence, 'shape' | 'bounds' | 'core'>, at: Position): boolean {
  if (!holds(bounds, at)) return false
  if (core && holds(core, at)) return true
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM
  return isInsideParts(shape, at)
}

type Polygons = Extract<GeofenceShape, { kind: 'polygon' | 'polygons' }>

/** All outlines and holes of a geofence that has some. */
export const ringsOf = (shape: Polygons): readonly Path[] => (shape.kind === 'polygon' ? shape.rings : shape.parts.flat())

const isInsideParts = (shape: Polygons, at: Position): boolean =>
  shape.kind === 'polygon' ? isInsideRings(shape.rings, at) : shape.parts.some((rings) => isInsideRings(rings, at))

/** Whether a position lies no farther than so many metres outside a geofence: dear, and asked of what is about to leave it. */
export function isNearGeofence({ shape, bounds }: Pick<Geofence, 'shape' | 'bounds'>, at: Position, byM: number): boolean {
  if (isBeyond(bounds, at, byM)) return false
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM + byM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM + byM
  return isInsideParts(shape, at) || ringsOf(shape).some((ring) => distanceToLine(ring, at, true) <= byM)
}

/** Whether the rectangle around a geofence holds a position. */
export const holds = ({ south, north, west, east }: Bounds, { latitude, longitude }: Position): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east)

/** Of the rectangle around a fence, or around the largest of its parts, so much is tried, around its middle. */
const CORES = [0.8, 0.6, 0.4, 0.2]

/** A rectangle through which no edge of a polygon runs, and whose middle lies in it; of other shapes, which are cheap, none. */
export function coreOf({ shape, bounds }: Pick<Geofence, 'shape' | 'bounds'>): Bounds | undefined {
  if (shape.kind === 'circle' || shape.kind === 'corridor' || bounds.west > bounds.east) return undefined
  const { south, north, west, east } = shape.kind === 'polygon' ? bounds : largestOf(shape.parts)
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  if (!isInsideParts(shape, middle)) return undefined
  const rings = ringsOf(shape)
  for (const part of CORES) {
    const [high, wide] = [((north - south) / 2) * part, ((east - west) / 2) * part]
    const core = {
      south: middle.latitude - high,
      north: middle.latitude + high,
      west: middle.longitude - wide,
      east: middle.longitude + wide,
    }
    if (!rings.some((ring) => mayCross(ring, core))) return core
  }
  return undefined
}

/** The rectangle around the largest of some parts. */
function largestOf(parts: readonly (readonly Path[])[]): Bounds {
  const sizeOf = ({ south, north, west, east }: Bounds) => (north - south) * (east - west)
  return parts.map(([outline]) => around(outline!)).reduce((largest, one) => (sizeOf(one) > sizeOf(largest) ? one : largest))
}

function around(path: Path): Bounds {
  const bounds = { south: 90, north: -90, west: 180, east: -180 }
  for (let nth = 0; nth < path.length; nth += 2) {
    bounds.south = Math.min(bounds.south, path[nth]!)
    bounds.north = Math.max(bounds.north, path[nth]!)
    bounds.west = Math.min(bounds.west, path[nth + 1]!)
    bounds.east = Math.max(bounds.east, path[nth + 1]!)
  }
  return bounds
}

/** Whether the rectangle around some edge of a ring touches another one. */
function mayCross(ring: Path, { south, north, west, east }: Bounds): boolean {
  let [latitude, longitude] = [ring.at(-2)!, ring.at(-1)!]
  for (let nth = 0; nth < ring.length; nth += 2) {
    const [from, fromEast] = [latitude, longitude]
    latitude = ring[nth]!
    longitude = ring[nth + 1]!
    const isBeside = (from < south && latitude < south) || (from > north && latitude > north)
    if (!isBeside && !(fromEast < west && longitude < west) && !(fromEast > east && longitude > east)) return true
  }
  return false
}

/** Degrees east from one longitude to another, −180…180. */
function eastward(from: number, to: number): number {
  const degrees = to - from
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}

function isBeyond({ south, north, west, east }: Bounds, { latitude, longitude }: Position, byM: number): boolean {
  const degrees = byM / DEGREE_M
  if (latitude < south - degrees || latitude > north + degrees) return true
  const wide = degrees / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const width = west > east ? east - west + 360 : east - west
  const fromWest = (((longitude - west) % 360) + 360) % 360
  return fromWest > width + wide && fromWest < 360 - wide
}

/** Even and odd crossings of a ray to the east: a hole is where two rings hold the position. */
function isInsideRings(rings: readonly Path[], at: Position): boolean {
  let isInside = false
  for (const ring of rings) {
    let [latitude, longitude] = [ring.at(-2)!, ring.at(-1)!]
    for (let nth = 0; nth < ring.length; nth += 2) {
      const [from, fromEast] = [latitude, longitude]
      latitude = ring[nth]!
      longitude = ring[nth + 1]!
      if (from > at.latitude === latitude > at.latitude) continue
      const [fromX, toX] = [eastward(at.longitude, fromEast), eastward(at.longitude, longitude)]
      if (fromX + ((at.latitude - from) / (latitude - from)) * (toX - fromX) > 0) isInside = !isInside
    }
  }
  return isInside
}

/** In the plane that touches the earth at the position, which is true for what is near and matters. */
export function distanceToLine(line: Path, at: Position, isClosed = false): number {
  const wide = DEGREE_M * Math.cos((at.latitude * Math.PI) / 180)
  const x = (nth: number) => eastward(at.longitude, line[nth + 1]!) * wide
  const y = (nth: number) => (line[nth]! - at.latitude) * DEGREE_M
  let [ax, ay] = isClosed ? [x(line.length - 2), y(line.length - 2)] : [x(0), y(0)]
  let least = Math.hypot(ax, ay)
  for (let to = 0; to < line.length; to += 2) {
    const [bx, by] = [x(to), y(to)]
    const [dx, dy] = [bx - ax, by - ay]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
    ax = bx
    ay = by
  }
  return least
}
