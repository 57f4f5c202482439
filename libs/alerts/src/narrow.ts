import { type Bounds, distanceM, type Position } from '@roadbook/geo'
import { DEGREE_M, distanceToLine, type Geofence, holds, type Path, ringsOf } from './geofence.js'

/** Tolerance for rounding errors, in degrees. It is a tenth of a millimetre. */
const SLACK = 1e-9
/**
 * Half the side of a square around a position, as a share of the position's distance to a border. The share is so small
 * that the whole square is on the same side of the border, even with the earth's curvature.
 */
const SQUARE = 0.98 / Math.SQRT2
/**
 * If the core of a geofence (a rectangle entirely inside the geofence) contains everything within this distance of a place, in
 * degrees, the geofence's edges are not checked.
 */
const CORE_ROOM = 0.0004
/** Beyond this latitude, in degrees, no rectangle is computed, because a degree of longitude is too short there. */
const POLE = 85

/**
 * Shrinks a rectangle around a position until the whole rectangle is on the position's side of a geofence's border. While a
 * vehicle stays in the rectangle, this geofence need not be checked.
 * @param box rectangle that is changed. It must not cross the 180th meridian
 * @returns false if the remaining rectangle is too small to be useful
 */
export function narrow(box: Bounds, { shape, bounds, core }: Pick<Geofence, 'shape' | 'bounds' | 'core'>, at: Position): boolean {
  if (bounds.west > bounds.east || Math.abs(at.latitude) > POLE) return false
  if (!holds(bounds, at)) return keepOff(box, at, bounds.south, bounds.north, bounds.west, bounds.east)
  if (shape.kind === 'circle') return keepSquare(box, at, distanceM(shape.center, at) - shape.reachM)
  if (shape.kind === 'corridor') return keepSquare(box, at, distanceToLine(shape.line, at) - shape.reachM)
  if (core && isAmid(core, box, at)) return keepIn(box, core.south, core.north, core.west, core.east)
  return ringsOf(shape).every((ring) => keepOffEdges(box, at, ring))
}

/**
 * Returns true if a core contains a place and all points within `CORE_ROOM` of the place. Points outside the rectangle `box`
 * are ignored.
 */
const isAmid = (core: Bounds, box: Bounds, { latitude, longitude }: Position): boolean =>
  core.south <= Math.max(box.south, latitude - CORE_ROOM) &&
  core.north >= Math.min(box.north, latitude + CORE_ROOM) &&
  core.west <= Math.max(box.west, longitude - CORE_ROOM) &&
  core.east >= Math.min(box.east, longitude + CORE_ROOM)

function keepIn(box: Bounds, south: number, north: number, west: number, east: number): true {
  box.south = Math.max(box.south, south)
  box.north = Math.min(box.north, north)
  box.west = Math.max(box.west, west)
  box.east = Math.min(box.east, east)
  return true
}

/** @param metres distance to the border, whose sign is ignored */
function keepSquare(box: Bounds, { latitude, longitude }: Position, metres: number): boolean {
  const high = (Math.abs(metres) * SQUARE) / DEGREE_M
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  return high > SLACK && keepIn(box, latitude - high, latitude + high, longitude - wide, longitude + wide)
}

/**
 * Makes the rectangle `box` smaller, so that another rectangle is outside `box`. Of the sides that can be moved, moves the one
 * that leaves the largest `box`.
 * @returns false if the other rectangle contains the position
 */
export function keepOff(
  box: Bounds,
  { latitude, longitude }: Position,
  south: number,
  north: number,
  west: number,
  east: number,
): boolean {
  if (south > box.north || north < box.south || west > box.east || east < box.west) return true
  const [high, wide] = [box.north - box.south, box.east - box.west]
  const [below, above] = [south - SLACK, north + SLACK]
  const [before, behind] = [west - SLACK, east + SLACK]
  const parts = {
    north: below > latitude ? (below - box.south) / high : 0,
    south: above < latitude ? (box.north - above) / high : 0,
    east: before > longitude ? (before - box.west) / wide : 0,
    west: behind < longitude ? (box.east - behind) / wide : 0,
  }
  const most = Math.max(parts.north, parts.south, parts.east, parts.west)
  if (most <= 0) return false
  if (most === parts.north) box.north = below
  else if (most === parts.south) box.south = above
  else if (most === parts.east) box.east = before
  else box.west = behind
  return true
}

function keepOffEdges(box: Bounds, at: Position, ring: Path): boolean {
  let [latitude, longitude] = [ring.at(-2)!, ring.at(-1)!]
  for (let nth = 0; nth < ring.length; nth += 2) {
    const [from, fromEast] = [latitude, longitude]
    latitude = ring[nth]!
    longitude = ring[nth + 1]!
    if (!keepOffEdge(box, at, from, fromEast, latitude, longitude)) return false
  }
  return true
}

/** Clips the edge to the box (Liang and Barsky, 1984) and removes the part of the box behind the edge. */
function keepOffEdge(box: Bounds, at: Position, fromY: number, fromX: number, toY: number, toX: number): boolean {
  if (Math.max(fromY, toY) < box.south || Math.min(fromY, toY) > box.north) return true
  if (Math.max(fromX, toX) < box.west || Math.min(fromX, toX) > box.east) return true
  const [high, wide] = [toY - fromY, toX - fromX]
  let [begin, end] = [0, 1]
  if (high !== 0) {
    const [one, other] = [(box.south - fromY) / high, (box.north - fromY) / high]
    begin = Math.max(begin, Math.min(one, other))
    end = Math.min(end, Math.max(one, other))
  }
  if (wide !== 0) {
    const [one, other] = [(box.west - fromX) / wide, (box.east - fromX) / wide]
    begin = Math.max(begin, Math.min(one, other))
    end = Math.min(end, Math.max(one, other))
  }
  if (begin > end + SLACK) return true
  const [y, otherY] = [fromY + begin * high, fromY + end * high]
  const [x, otherX] = [fromX + begin * wide, fromX + end * wide]
  if (keepOff(box, at, Math.min(y, otherY), Math.max(y, otherY), Math.min(x, otherX), Math.max(x, otherX))) return true
  // The edge passes the place diagonally, so only a square on the place's side of the edge is kept.
  const { latitude, longitude } = at
  const half = Math.abs(wide * (latitude - fromY) - high * (longitude - fromX)) / (Math.abs(wide) + Math.abs(high)) - SLACK
  return half > SLACK && keepIn(box, latitude - half, latitude + half, longitude - half, longitude + half)
}
