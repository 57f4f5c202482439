import { areaProblem, type AreaProblem, MAX_AREA_M, MAX_AREA_POINTS } from '@roadbook/geo'

/** A geofence's shape as Roadbook stores it: GeoJSON with the longitude first, and a reach in metres. */
export interface Area {
  kind: 'circle' | 'polygon' | 'corridor'
  shape:
    | { type: 'Point'; coordinates: [longitude: number, latitude: number] }
    | { type: 'Polygon'; coordinates: [number, number][][] }
    | { type: 'LineString'; coordinates: [number, number][] }
  reach_m?: number
}

/**
 * Default reach in metres to either side of a line. Used if the geofence has no reach of its own (`Geofence.java`,
 * attribute `polylineDistance`).
 */
const LINE_REACH_M = 25
/** Limits of the API. */
const LEAST_REACH_M = 5
const MOST_REACH_M = 500_000

/**
 * Reads the area of a Traccar geofence, as `GeofenceCircle`, `GeofencePolygon` and `GeofencePolyline` write it: WKT with
 * the **latitude first**. An area of Traccar has one ring and no holes.
 * @param lineReachM metres to either side of a line
 * @returns the area, or the reason why it cannot be read
 */
export function readArea(wkt: string, lineReachM: number = LINE_REACH_M): Area | string {
  const area = read(wkt, lineReachM)
  const problem = typeof area === 'string' ? undefined : areaProblem(area.kind, area.shape)
  return problem ? PROBLEMS[problem] : area
}

/** Reasons for which Roadbook refuses an area. */
const PROBLEMS: Readonly<Record<AreaProblem, string>> = {
  'not-geojson': 'its area cannot be read',
  'not-degrees': 'it has coordinates that are no place',
  'too-many-points': `it has more than ${MAX_AREA_POINTS} points`,
  'too-few-points': 'it has too few different points',
  'ring-open': 'its outline is open',
  'crosses-itself': 'its outline crosses itself',
  'hole-outside': 'it has a hole outside its outline',
  'too-large': `it is larger than ${MAX_AREA_M / 1_000} km`,
}

function read(wkt: string, lineReachM: number): Area | string {
  const [, kind = '', content = ''] = /^\s*([A-Z]+)\s*\((.*)\)\s*$/s.exec(wkt) ?? []
  switch (kind) {
    case 'CIRCLE': {
      const [, latitude, longitude, radius] = /^\s*(\S+)\s+([^\s,]+)\s*,\s*(\S+)\s*$/.exec(content) ?? []
      const [point] = pointsOf(`${latitude} ${longitude}`) ?? []
      const reach = reachOf(Number(radius))
      if (!point) return 'the circle has no centre'
      if (typeof reach === 'string') return reach
      return { kind: 'circle', shape: { type: 'Point', coordinates: point }, reach_m: reach }
    }
    case 'POLYGON': {
      const rings = [...content.matchAll(/\(([^()]*)\)/g)].map(([, ring = '']) => pointsOf(ring))
      const [ring, ...holes] = rings
      if (!ring) return 'the polygon has coordinates that cannot be read'
      if (holes.length > 0) return 'the polygon has holes, which Traccar itself does not read'
      const closed = closedRing(ring)
      if (closed.length < 4) return 'the polygon has fewer than three corners'
      return { kind: 'polygon', shape: { type: 'Polygon', coordinates: [closed] } }
    }
    case 'LINESTRING': {
      const line = pointsOf(content)
      const reach = reachOf(lineReachM)
      if (!line || line.length < 2) return 'the line has fewer than two points, or one that cannot be read'
      if (typeof reach === 'string') return reach
      return { kind: 'corridor', shape: { type: 'LineString', coordinates: line }, reach_m: reach }
    }
    default:
      return `its area is neither CIRCLE, POLYGON nor LINESTRING`
  }
}

/** Reads `latitude longitude, …`. Undefined when one of them is not a place. */
function pointsOf(text: string): [number, number][] | undefined {
  const points = text.split(',').map((pair) => {
    const [latitude, longitude, ...more] = pair.trim().split(/\s+/).map(Number)
    const isPlace = more.length === 0 && Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180
    return isPlace ? ([longitude, latitude] as [number, number]) : undefined
  })
  return points.every((point) => point !== undefined) ? points : undefined
}

function reachOf(metres: number): number | string {
  if (!(metres > 0)) return 'it has no radius'
  if (metres > MOST_REACH_M) return `it reaches ${metres} m, and at most ${MOST_REACH_M} m are possible`
  return Math.max(LEAST_REACH_M, metres)
}

/** Ends a ring at its first point. This is needed because Traccar accepts open rings. */
function closedRing(ring: [number, number][]): [number, number][] {
  const [first, last] = [ring[0]!, ring.at(-1)!]
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]
}
