import { areaProblem, type AreaProblem } from '@roadbook/geo'
import { z } from 'zod'
import type { components } from '../../lib/api/schema.js'
import { type Place, toPlace } from '../../lib/place.js'
import { drawnOf } from '../../map/drawn-area.js'

export type Geofence = components['schemas']['Geofence']
export type Kind = Geofence['kind']
type Pair = [longitude: number, latitude: number]

export const KINDS = ['circle', 'polygon', 'corridor'] as const satisfies readonly Kind[]
/** Limits in metres of the reach. The reach is the radius of a circle, or the distance to each side of a line. */
const REACH = { least: 5, most: 500_000 }
const MAX_KPH = 250

/** Formats points for people, one per line, latitude first. */
export const toText = (points: readonly Place[]): string =>
  points.map(({ latitude, longitude }) => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`).join('\n')

/** Parses points, one per line. @returns undefined if a line is not a point */
export function toPoints(text: string): Place[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const points = lines.map((line) => {
    const [latitude, longitude, ...more] = numbersOf(line)
    if (more.length > 0 || latitude === undefined || longitude === undefined) return undefined
    return toPlace(rounded(degreesOf(latitude)), rounded(degreesOf(longitude)))
  })
  return points.every((point) => point !== undefined) ? points : undefined
}

/**
 * Splits a line into numbers. Blanks and semicolons separate two numbers, which may have decimal commas. A comma alone separates
 * numbers only if one of them has a decimal point, because "47,14" is one number.
 */
function numbersOf(line: string): string[] {
  const numbers = line
    .replace(/[,;\s]+$/, '')
    .trimStart()
    .split(/\s+[,;]?\s*|[,;]\s+|;/)
  return numbers.length === 1 && line.includes('.') ? line.split(',').filter((part) => part.trim() !== '') : numbers
}
const degreesOf = (text: string) =>
  /^[+-]?(\d+[.,]?\d*|[.,]\d+)$/.test(text.trim()) ? Number(text.replace(',', '.')) : Number.NaN
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

const toPairs = (points: readonly Place[]): Pair[] => points.map(({ latitude, longitude }) => [longitude, latitude])
const ring = (points: readonly Place[]) => toPairs([...points, ...points.slice(0, 1)])

type Rings = readonly (readonly Place[])[]

/** Returns the shape as GeoJSON. */
export function shapeOf(kind: Kind, points: readonly Place[], holes: Rings, others: readonly Rings[] = []) {
  if (kind === 'polygon') {
    const first = points.length === 0 ? [] : [ring(points), ...holes.map(toPairs)]
    if (others.length === 0) return { type: 'Polygon' as const, coordinates: first }
    return { type: 'MultiPolygon' as const, coordinates: [first, ...others.map((rings) => rings.map(toPairs))] }
  }
  if (kind === 'corridor') return { type: 'LineString' as const, coordinates: toPairs(points) }
  return { type: 'Point' as const, coordinates: toPairs(points)[0] ?? [] }
}

const MESSAGES = {
  'not-geojson': 'errors.points',
  'not-degrees': 'errors.points',
  'too-many-points': 'errors.tooMany',
  'too-few-points': 'errors.tooFew',
  'ring-open': 'errors.tooFew',
  'crosses-itself': 'errors.crosses',
  'hole-outside': 'errors.hole',
  'too-large': 'errors.tooLarge',
} as const satisfies Record<AreaProblem, string>

function pointsProblem({
  kind,
  points,
  holes,
  others,
}: Pick<GeofenceForm, 'kind' | 'points' | 'holes' | 'others'>): string | undefined {
  const places = toPoints(points)
  if (!places) return 'errors.points'
  const least = { circle: 1, corridor: 2, polygon: 3 }[kind]
  if (places.length < least) return 'errors.tooFew'
  if (kind === 'circle' && places.length > 1) return 'errors.onePoint'
  const problem = areaProblem(kind, shapeOf(kind, places, holes, others))
  return problem && MESSAGES[problem]
}

const isNumber = (text: string, least: number, most: number) => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value >= least && value <= most
}
const place = z.object({ latitude: z.number(), longitude: z.number() })

/** Makes the same checks as the API. Each message is a key of `geofences.json`. */
export const geofenceSchema = z
  .object({
    name: z.string().trim().min(1, 'errors.name').max(100, 'errors.tooLong'),
    /** ID of the owning business, which can be set only when the geofence is created. */
    business_id: z.number().nullable(),
    description: z.string().max(250, 'errors.tooLong'),
    kind: z.enum(KINDS),
    points: z.string(),
    /** Holes and further parts of a polygon. The editor does not change them. */
    holes: z.array(z.array(place)),
    others: z.array(z.array(z.array(place))),
    reach: z.string(),
    limit: z.string().refine((limit) => limit.trim() === '' || (isNumber(limit, 1, MAX_KPH) && /^\d+$/.test(limit.trim())), {
      message: 'errors.limit',
    }),
  })
  .superRefine((form, context) => {
    if (form.business_id === null) context.addIssue({ code: 'custom', path: ['business_id'], message: 'errors.business' })
    const message = pointsProblem(form)
    if (message) context.addIssue({ code: 'custom', path: ['points'], message })
    if (form.kind !== 'polygon' && !isNumber(form.reach, REACH.least, REACH.most))
      context.addIssue({ code: 'custom', path: ['reach'], message: 'errors.reach' })
  })
export type GeofenceForm = z.infer<typeof geofenceSchema>

export const EMPTY_GEOFENCE: GeofenceForm = {
  name: '',
  business_id: null,
  description: '',
  kind: 'circle',
  points: '',
  holes: [],
  others: [],
  reach: '300',
  limit: '',
}

export function toGeofenceForm(geofence: Geofence): GeofenceForm {
  const { points, holes, others } = drawnOf(geofence)
  const { name, business_id, kind } = geofence
  return {
    name,
    business_id,
    description: geofence.description ?? '',
    kind,
    points: toText(points),
    holes,
    others,
    reach: String(geofence.reach_m ?? 50),
    limit: geofence.limit_kph === null ? '' : String(geofence.limit_kph),
  }
}

export const reachOf = (text: string): number => {
  const metres = Number(text.trim().replace(',', '.'))
  return Number.isFinite(metres) ? metres : 0
}

export const toGeofenceBody = ({ name, description, kind, points, holes, others, reach, limit }: GeofenceForm) => ({
  name,
  description: description || null,
  kind,
  shape: shapeOf(kind, toPoints(points) ?? [], holes, others) as Geofence['shape'],
  reach_m: kind === 'polygon' ? null : reachOf(reach),
  limit_kph: limit.trim() === '' ? null : Number(limit),
})
