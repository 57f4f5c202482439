import { type Bounds, distanceM, type Position } from '@roadbook/geo'

/**
 * Corners of a line or ring, as alternating latitude and longitude. They are stored in a typed array to save space, because
 * millions of corners may be in memory.
 */
export type Path = Float64Array

/**
 * Number of latitudes and longitudes in a block of memory that small paths share. If each small path had an array of its own,
 * the array object would take more memory than the corners in it.
 */
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

/** Shape of a geofence. Edges are straight in degrees, as in RFC 7946. */
export type GeofenceShape =
  | { kind: 'circle'; center: Position; reachM: number }
  /** The outline and then its holes. The last corner of a ring may repeat the first one. */
  | { kind: 'polygon'; rings: readonly Path[] }
  /**
   * Several polygons that form one place. A position in any of them is inside the place. The polygons may touch or overlap.
   */
  | { kind: 'polygons'; parts: readonly (readonly Path[])[] }
  /** All places within `reachM` metres of a line. */
  | { kind: 'corridor'; line: Path; reachM: number }

/** A place used by rules. If a geofence is changed, its new revision counts as a different place. */
export interface Geofence {
  id: number
  revision: number
  /** Time from which the geofence is valid, milliseconds since 1970 UTC. It is compared with the times of fixes. */
  effectiveFrom: number
  shape: GeofenceShape
  /** Rectangle that contains the whole geofence. `west` is greater than `east` if the geofence crosses the 180th meridian. */
  bounds: Bounds
  /**
   * Rectangle entirely inside the geofence. A position in it is inside the geofence, so only the other positions must be
   * compared with the geofence's edges. See {@link coreOf}.
   */
  core?: Bounds | undefined
  /** Speed limit in km/h inside the geofence. It applies to speeding rules that have no threshold of their own. */
  limitKph?: number
}

/** Metres per degree of latitude on the sphere of `distanceM`. */
export const DEGREE_M = 111_195.08

/** Returns true if a position is inside a geofence. */
export function isInGeofence({ shape, bounds, core }: Pick<Geofence, 'shape' | 'bounds' | 'core'>, at: Position): boolean {
  if (!holds(bounds, at)) return false
  if (core && holds(core, at)) return true
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM
  return isInsideParts(shape, at)
}

type Polygons = Extract<GeofenceShape, { kind: 'polygon' | 'polygons' }>

/** Returns all outlines and holes of a polygon geofence. */
export const ringsOf = (shape: Polygons): readonly Path[] => (shape.kind === 'polygon' ? shape.rings : shape.parts.flat())

const isInsideParts = (shape: Polygons, at: Position): boolean =>
  shape.kind === 'polygon' ? isInsideRings(shape.rings, at) : shape.parts.some((rings) => isInsideRings(rings, at))

/**
 * Returns true if a position is inside a geofence or at most `byM` metres outside. The check is slow, so it runs only for a
 * vehicle that is about to leave the geofence.
 */
export function isNearGeofence({ shape, bounds }: Pick<Geofence, 'shape' | 'bounds'>, at: Position, byM: number): boolean {
  if (isBeyond(bounds, at, byM)) return false
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM + byM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM + byM
  return isInsideParts(shape, at) || ringsOf(shape).some((ring) => distanceToLine(ring, at, true) <= byM)
}

/** Returns true if bounds contain a position. */
export const holds = ({ south, north, west, east }: Bounds, { latitude, longitude }: Position): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east)

/** Sizes that are tried for the core, as shares of the bounds of the geofence or, if it has several, of its largest polygon. */
const CORES = [0.8, 0.6, 0.4, 0.2]

/**
 * Returns a rectangle whose centre is inside the polygon and which no edge crosses. Undefined if none is found. Also
 * undefined for circles and corridors, which are fast to check without a core.
 */
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

/** Returns the bounds of the largest polygon. */
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

/** Returns true if the bounds of one of the ring's edges touch a rectangle. */
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

/** Returns the degrees east from one longitude to another, −180…180. */
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

/**
 * Counts the edges that a ray to the east crosses. The position is inside if the number is odd (even-odd rule). A position
 * inside both an outline and a hole is therefore outside.
 */
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

/**
 * Returns the distance from a position to a line in metres. The calculation uses the plane that touches the earth at the
 * position. On this plane, distances to near lines are accurate. Callers do not need exact distances to far lines.
 */
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
