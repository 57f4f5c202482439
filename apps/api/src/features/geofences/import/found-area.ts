import { type AreaKind, type AreaProblem, areaProblem, type AreaShape, fitArea, type FittedArea } from '@roadbook/geo'
import { closedLine, lineOf } from './lines.js'
import type { PlaceFacts } from './place-facts.js'

/** Validated place from a file. */
export interface FoundArea {
  /** Name in the file; empty when the file has none. */
  name: string
  description: string
  kind: AreaKind
  shape: AreaShape
  /**
   * Distance in metres around a point or a line that belongs to the geofence, if the file states it. Undefined for a
   * polygon.
   */
  reachM: number | undefined
  limitKph: number | undefined
  thinned: FittedArea['thinned']
}

export type Refusal = AreaProblem | 'no-shape' | 'not-a-shape' | 'network-link'

export interface RefusedArea {
  name: string
  problem: Refusal
}

export type Found = FoundArea | RefusedArea

export const isRefused = (found: Found): found is RefusedArea => 'problem' in found

/** Geometries of RFC 7946 that consist of several others. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['MultiPoint', 'Point'],
  ['MultiLineString', 'LineString'],
  ['MultiPolygon', 'Polygon'],
])

const SHAPES: ReadonlySet<string> = new Set(PARTS.values())

/** Maximum nesting of geometries. A map that a person drew is never nested deeper. */
const DEEPEST = 8

interface Piece {
  kind: AreaKind
  shape: { type: AreaShape['type']; coordinates: unknown }
}

/**
 * Returns the places of one geometry. All areas of the geometry together form one geofence. Each point and each line becomes
 * a separate geofence. Heights are left out.
 * @param latitudeFirst true when the file has latitude before longitude
 */
export function areasOf(geometry: unknown, told: PlaceFacts, latitudeFirst = false): Found[] {
  const pieces = piecesOf(geometry, told, latitudeFirst)
  if (!Array.isArray(pieces)) return [{ name: told.name, problem: pieces }]
  return numbered(together(pieces), told)
}

const numbered = (pieces: readonly Piece[], told: PlaceFacts): Found[] =>
  pieces.flatMap((piece, at) => judged(piece, pieces.length > 1 ? { ...told, name: nth(told.name, at) } : told))

const nth = (name: string, at: number) => `${name} ${at + 1}`.trim()

/** Joins all areas into one piece, which takes the place of the first area. */
function together(pieces: readonly Piece[]): Piece[] {
  const areas = pieces.filter(({ kind }) => kind === 'polygon')
  const [first] = areas
  if (!first || areas.length === 1) return [...pieces]
  const all: Piece = {
    kind: 'polygon',
    shape: { type: 'MultiPolygon', coordinates: areas.map(({ shape }) => shape.coordinates) },
  }
  return pieces.flatMap((piece) => (piece === first ? [all] : piece.kind === 'polygon' ? [] : [piece]))
}

function judged({ kind, shape }: Piece, told: PlaceFacts): Found[] {
  const fitted = fitArea(kind, shape)
  if (typeof fitted !== 'string') {
    const { name, description = '', reachM, limitKph } = told
    const { shape: kept, thinned } = fitted
    return [{ name, description, kind, shape: kept, reachM: kind === 'polygon' ? undefined : reachM, limitKph, thinned }]
  }
  if (shape.type !== 'MultiPolygon') return [{ name: told.name, problem: fitted }]
  const parts = (shape.coordinates as unknown[]).map((coordinates): Piece => ({
    kind: 'polygon',
    shape: { type: 'Polygon', coordinates },
  }))
  // If all areas together are too large for one geofence, each area becomes a separate geofence.
  if (fitted === 'too-large' || fitted === 'too-many-points') return numbered(parts, told)
  // The whole place is refused, because leaving out the invalid part would change the place.
  const at = parts.findIndex((part) => areaProblem('polygon', part.shape) === fitted)
  return [{ name: at === -1 ? told.name : nth(told.name, at), problem: fitted }]
}

/** Returns the points, lines and areas of a geometry in their order. Returns the reason if the geometry is refused. */
function piecesOf(geometry: unknown, told: PlaceFacts, latitudeFirst: boolean, depth = 0): Piece[] | Refusal {
  const { type, coordinates, geometries } = (geometry ?? {}) as Record<string, unknown>
  if (typeof type !== 'string') return 'no-shape'
  if (depth > DEEPEST) return 'not-a-shape'
  const single = PARTS.get(type)
  const parts: unknown[] | undefined =
    type === 'GeometryCollection' && Array.isArray(geometries)
      ? geometries
      : single && Array.isArray(coordinates)
        ? coordinates.map((part: unknown) => ({ type: single, coordinates: part }))
        : undefined
  if (!parts) return pieceOf(type, coordinates, told, latitudeFirst)
  const pieces: Piece[] = []
  for (const part of parts) {
    const found = piecesOf(part, told, latitudeFirst, depth + 1)
    if (!Array.isArray(found)) return found
    pieces.push(...found)
  }
  return pieces.length > 0 ? pieces : 'no-shape'
}

function pieceOf(type: string, coordinates: unknown, told: PlaceFacts, latitudeFirst: boolean): Piece[] | Refusal {
  const line = (one: unknown) => lineOf(one, latitudeFirst)
  // Empty coordinates mean no shape (RFC 7946, 3.1).
  const isEmpty = coordinates === undefined || (Array.isArray(coordinates) && coordinates.length === 0)
  if (isEmpty && SHAPES.has(type)) return 'no-shape'
  if (type === 'Point') {
    const at = line([coordinates])
    return [{ kind: 'circle', shape: { type, coordinates: Array.isArray(at) ? (at[0] as unknown) : at } }]
  }
  if (type === 'Polygon') {
    const rings = Array.isArray(coordinates)
      ? coordinates.map((ring: unknown) => closedLine(line(ring)) ?? line(ring))
      : coordinates
    return [{ kind: 'polygon', shape: { type, coordinates: rings } }]
  }
  if (type !== 'LineString') return 'not-a-shape'
  const along: Piece = { kind: 'corridor', shape: { type, coordinates: line(coordinates) } }
  const ring = told.reachM === undefined ? closedLine(along.shape.coordinates) : undefined
  const area: Piece | undefined = ring && { kind: 'polygon', shape: { type: 'Polygon', coordinates: [ring] } }
  // A line without a width that returns to its start is an area, because many programs draw the outline of an area in this
  // way.
  return [area && typeof fitArea('polygon', area.shape) !== 'string' ? area : along]
}
