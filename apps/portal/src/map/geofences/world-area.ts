import { isolated } from '@roadbook/contracts/isolated'
import { toWorld, type WorldPoint } from '../coordinates.js'
import { type Drawn, ringsOf, unrolledArea } from '../drawn-area.js'

/** Geofence with its name, as the API returns it for a map. */
export interface NamedArea extends Drawn {
  id: number
  name: string
}

/** Geofence in the unit square. In this square, the map's whole world has the side length 1. */
export interface WorldArea {
  id: number
  name: string
  kind: Drawn['kind']
  /** Parts of the geofence, each with its lines: a point, an outline with its holes, or a line. */
  parts: WorldPoint[][][]
  /** Reach around a point or line, as a share of the world's width. */
  reach: number
  west: number
  north: number
  east: number
  south: number
}

/** Length of the equator in metres: the width of the web mercator world (EPSG:3857). */
const EQUATOR_M = 40_075_016.7

export function worldAreaOf(named: NamedArea): WorldArea {
  const area = unrolledArea(named)
  const { id, name, kind, points, reachM } = { ...named, ...area }
  const parts = ringsOf(area).map((lines) => lines.map((line) => line.map(toWorld)))
  const [middle] = points
  const reach = middle ? reachM / (EQUATOR_M * Math.cos((middle.latitude * Math.PI) / 180)) : 0
  const all = parts.flat(2)
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
  return {
    id,
    name: isolated(name),
    kind,
    parts,
    reach,
    west: Math.min(...xs) - reach,
    east: Math.max(...xs) + reach,
    north: Math.min(...ys) - reach,
    south: Math.max(...ys) + reach,
  }
}

/** Moves an area by a number of worlds to the east. */
export function movedBy(area: WorldArea, worlds: number): WorldArea {
  if (worlds === 0) return area
  const { parts, west, east } = area
  const moved = parts.map((lines) => lines.map((line) => line.map(([x, y]): WorldPoint => [x + worlds, y])))
  return { ...area, parts: moved, west: west + worlds, east: east + worlds }
}

/**
 * Finds the smallest area around a point, for example a yard and not the town around it. A point beside a corridor (a line with
 * a reach) also counts if it is within `slack` of the corridor's edge. `slack` is a share of the world's width.
 */
export function areaAt(areas: readonly WorldArea[], point: WorldPoint, slack: number): WorldArea | undefined {
  const near = areas.map((area) => movedBy(area, Math.round(point[0] - (area.west + area.east) / 2)))
  const [smallest] = near.filter((area) => holds(area, point, slack)).toSorted((one, other) => sizeOf(one) - sizeOf(other))
  return smallest
}

const sizeOf = ({ west, east, north, south }: WorldArea) => (east - west) * (south - north)

function holds({ kind, parts, reach, west, east, north, south }: WorldArea, [x, y]: WorldPoint, slack: number): boolean {
  if (x < west - slack || x > east + slack || y < north - slack || y > south + slack) return false
  const distance = (lines: readonly WorldPoint[][]) => Math.min(...lines.map((line) => distanceTo(line, [x, y])))
  if (kind === 'polygon') return parts.some((rings) => isWithin(rings, [x, y]))
  return parts.some((lines) => distance(lines) <= reach + (kind === 'corridor' ? slack : 0))
}

/**
 * Returns whether a point is within the area. Counts the rings that a ray to the east crosses, so that a point within a hole is
 * outside.
 */
function isWithin(rings: readonly WorldPoint[][], [x, y]: WorldPoint): boolean {
  let isInside = false
  for (const ring of rings) {
    ring.forEach(([toX, toY], nth) => {
      const [fromX, fromY] = ring.at(nth - 1)!
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) isInside = !isInside
    })
  }
  return isInside
}

function distanceTo(line: readonly WorldPoint[], [x, y]: WorldPoint): number {
  return Math.min(
    ...line.map(([toX, toY], nth) => {
      const [fromX, fromY] = line[Math.max(0, nth - 1)]!
      const [alongX, alongY] = [toX - fromX, toY - fromY]
      const length = alongX * alongX + alongY * alongY
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / length))
      return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY)
    }),
  )
}
