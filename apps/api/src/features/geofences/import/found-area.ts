import { type AreaKind, type AreaProblem, areaProblem, type AreaShape } from '@roadbook/geo'

/** What a file says of one place, judged: what it would become, or why it becomes nothing. */
export interface FoundArea {
  /** As the file calls it; empty where it has no name. */
  name: string
  description: string
  kind: AreaKind
  shape: AreaShape
  /** Metres, where the file says so; of circles and corridors alone. */
  reachM: number | undefined
  limitKph: number | undefined
}

export type Refusal = AreaProblem | 'no-shape' | 'not-a-shape'

export interface RefusedArea {
  name: string
  problem: Refusal
}

export type Found = FoundArea | RefusedArea

export const isRefused = (found: Found): found is RefusedArea => 'problem' in found

interface Told {
  name: string
  description?: string
  reachM?: number
  limitKph?: number
}

/** The kind of geofence that a geometry of RFC 7946 becomes. */
const KINDS: Readonly<Record<string, AreaKind>> = { Point: 'circle', LineString: 'corridor', Polygon: 'polygon' }
/** Each part of these is a place of its own. */
const PARTS: Readonly<Record<string, string>> = { MultiPoint: 'Point', MultiLineString: 'LineString', MultiPolygon: 'Polygon' }

/** Nested deeper, it is no map that somebody has drawn. */
const DEEPEST = 8

/** What one geometry says: several places where it has several parts. Heights are left out: a geofence has none. */
export function areasOf(geometry: unknown, told: Told, depth = 0): Found[] {
  const { type, coordinates, geometries } = (geometry ?? {}) as Record<string, unknown>
  if (typeof type !== 'string') return [{ name: told.name, problem: 'no-shape' }]
  if (depth > DEEPEST) return [{ name: told.name, problem: 'not-a-shape' }]
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return numbered(geometries, told, depth)
  const single = PARTS[type]
  if (single && Array.isArray(coordinates)) {
    return numbered(
      coordinates.map((part: unknown) => ({ type: single, coordinates: part })),
      told,
      depth,
    )
  }
  const kind = KINDS[type]
  if (!kind) return [{ name: told.name, problem: 'not-a-shape' }]
  const shape = { type, coordinates: flat(coordinates) }
  const problem = areaProblem(kind, shape)
  if (problem) return [{ name: told.name, problem }]
  return [
    {
      ...{ name: told.name, description: told.description ?? '', kind, shape: shape as AreaShape },
      ...{ reachM: kind === 'polygon' ? undefined : told.reachM, limitKph: told.limitKph },
    },
  ]
}

const numbered = (geometries: readonly unknown[], told: Told, depth: number): Found[] =>
  geometries.flatMap((part, at) =>
    areasOf(part, geometries.length > 1 ? { ...told, name: `${told.name} ${at + 1}`.trim() } : told, depth + 1),
  )

/** Positions of longitude and latitude alone; anything else stays as it is, to be refused. */
function flat(coordinates: unknown, depth = 0): unknown {
  // Rings of positions of numbers; whatever is deeper is none.
  if (!Array.isArray(coordinates) || depth > 2) return coordinates
  if (typeof coordinates[0] === 'number') return coordinates.length > 2 ? coordinates.slice(0, 2) : coordinates
  return coordinates.map((part: unknown) => flat(part, depth + 1))
}
