import type { AlertKind } from '@roadbook/contracts'
import { coreOf, type Geofence, type GeofenceShape, pathOf } from './geofence.js'
import type { GeofenceIndex } from './geofence-index.js'
import { type AlertRule, isOfFences } from './rule.js'
import type { Watch } from './watch.js'
import type { HourSpan } from './week-hours.js'

/** A rule as its row contains it. Times are milliseconds since 1970 UTC. */
export interface RuleRow {
  id: number
  revision: number
  kind: AlertKind
  effective_from: number
  threshold: number | null
  lasting_s: number
  hours: readonly HourSpan[] | null
  time_zone: string
  geofence_ids: readonly number[]
}

export const toRule = (row: RuleRow): AlertRule => ({
  id: row.id,
  revision: row.revision,
  kind: row.kind,
  effectiveFrom: row.effective_from,
  lastingS: row.lasting_s,
  ...(row.threshold !== null && { threshold: row.threshold }),
  ...(row.hours && { hours: { timeZone: row.time_zone, spans: row.hours } }),
  ...(row.geofence_ids.length > 0 && { geofenceIds: new Set(row.geofence_ids) }),
})

type Degrees = [longitude: number, latitude: number]

/** A geofence as its row contains it, with its shape in GeoJSON. */
export interface FenceRow {
  id: number
  revision: number
  business_id: number
  /** Milliseconds since 1970 UTC. */
  effective_from: number
  shape:
    | { type: 'Point'; coordinates: Degrees }
    | { type: 'Polygon'; coordinates: Degrees[][] }
    | { type: 'MultiPolygon'; coordinates: Degrees[][][] }
    | { type: 'LineString'; coordinates: Degrees[] }
  reach_m: number | null
  south: number
  north: number
  west: number
  east: number
  limit_kph: number | null
}

export function toFence({ id, revision, effective_from, south, north, west, east, limit_kph, ...row }: FenceRow): Geofence {
  const shape = toShape(row)
  const bounds = { south, north, west, east }
  const place = { shape, bounds, core: coreOf({ shape, bounds }) }
  return { id, revision, effectiveFrom: effective_from, ...place, ...(limit_kph !== null && { limitKph: limit_kph }) }
}

const toPosition = ([longitude, latitude]: Degrees) => ({ latitude, longitude })
const toPath = (corners: readonly Degrees[]) => pathOf(corners.map(toPosition))

function toShape({ shape, reach_m }: Pick<FenceRow, 'shape' | 'reach_m'>): GeofenceShape {
  const reachM = reach_m ?? 0
  if (shape.type === 'Point') return { kind: 'circle', center: toPosition(shape.coordinates), reachM }
  if (shape.type === 'LineString') return { kind: 'corridor', line: toPath(shape.coordinates), reachM }
  if (shape.type === 'MultiPolygon') return { kind: 'polygons', parts: shape.coordinates.map((rings) => rings.map(toPath)) }
  return { kind: 'polygon', rings: shape.coordinates.map(toPath) }
}

/**
 * Returns the watch of a vehicle with its rules.
 * @param indexes the geofences of the vehicle's business and of each business above it
 */
export function watchAlong(rules: readonly AlertRule[], indexes: readonly GeofenceIndex[], fenceOf: Watch['fenceOf']): Watch {
  const near = rules.some(({ kind }) => isOfFences(kind)) ? indexes : []
  return { rules, fences: near.length === 1 ? near[0]! : together(near), fenceOf }
}

const together = (indexes: readonly GeofenceIndex[]): Watch['fences'] => ({
  holding: (place) => indexes.flatMap((index) => index.holding(place)),
  keepOff: (box, place) => indexes.every((index) => index.keepOff(box, place)),
})
