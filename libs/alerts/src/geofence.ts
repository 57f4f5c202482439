import { type Bounds, distanceM, type Position } from '@roadbook/geo'

/** Where a geofence lies. Edges are straight in degrees, as RFC 7946 has them. */
export type GeofenceShape =
  | { kind: 'circle'; center: Position; reachM: number }
  /** The outline, then its holes; each closed or not. */
  | { kind: 'polygon'; rings: readonly (readonly Position[])[] }
  /** Everything within so many metres of a line. */
  | { kind: 'corridor'; line: readonly Position[]; reachM: number }

/** A place that rules speak of. Each revision is another place. */
export interface Geofence {
  id: number
  revision: number
  /** Since when it says anything, in the time of fixes: milliseconds since 1970 UTC. */
  effectiveFrom: number
  shape: GeofenceShape
  /** Holds all of it; `west` is greater than `east` where it crosses the 180th meridian. */
  bounds: Bounds
  /** For rules of speeding without a limit of their own. */
  limitKph?: number
}

/** Metres of a degree of latitude on the sphere of `distanceM`. */
const DEGREE_M = 111_195.08

/** Whether a position lies in a geofence. */
export function isInGeofence({ shape, bounds }: Pick<Geofence, 'shape' | 'bounds'>, at: Position): boolean {
  if (!holds(bounds, at)) return false
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM
  return isInsideRings(shape.rings, at)
}

/** Whether a position lies no farther than so many metres outside a geofence: dear, and asked of what is about to leave it. */
export function isNearGeofence({ shape, bounds }: Pick<Geofence, 'shape' | 'bounds'>, at: Position, byM: number): boolean {
  if (isBeyond(bounds, at, byM)) return false
  if (shape.kind === 'circle') return distanceM(shape.center, at) <= shape.reachM + byM
  if (shape.kind === 'corridor') return distanceToLine(shape.line, at) <= shape.reachM + byM
  return isInsideRings(shape.rings, at) || shape.rings.some((ring) => distanceToLine(closed(ring), at) <= byM)
}

/** Whether the rectangle around a geofence holds a position. */
export const holds = ({ south, north, west, east }: Bounds, { latitude, longitude }: Position): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east)

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

const closed = (ring: readonly Position[]): readonly Position[] => {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last && (first.latitude !== last.latitude || first.longitude !== last.longitude) ? [...ring, first] : ring
}

/** Even and odd crossings of a ray to the east: a hole is where two rings hold the position. */
function isInsideRings(rings: readonly (readonly Position[])[], at: Position): boolean {
  let isInside = false
  for (const ring of rings) {
    let from = ring.at(-1)
    for (const to of ring) {
      if (from && from.latitude > at.latitude !== to.latitude > at.latitude) {
        const [fromX, toX] = [eastward(at.longitude, from.longitude), eastward(at.longitude, to.longitude)]
        if (fromX + ((at.latitude - from.latitude) / (to.latitude - from.latitude)) * (toX - fromX) > 0) isInside = !isInside
      }
      from = to
    }
  }
  return isInside
}

/** In the plane that touches the earth at the position, which is true for what is near and matters. */
function distanceToLine(line: readonly Position[], at: Position): number {
  const wide = DEGREE_M * Math.cos((at.latitude * Math.PI) / 180)
  const x = ({ longitude }: Position) => eastward(at.longitude, longitude) * wide
  const y = ({ latitude }: Position) => (latitude - at.latitude) * DEGREE_M
  let least = line[0] ? Math.hypot(x(line[0]), y(line[0])) : Infinity
  for (let to = 1; to < line.length; to++) {
    const [ax, ay] = [x(line[to - 1]!), y(line[to - 1]!)]
    const [dx, dy] = [x(line[to]!) - ax, y(line[to]!) - ay]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
  }
  return least
}
