import { areasOf, type Found } from './found-area.js'

/** A file that is no GeoJSON at all. */
export class NotGeoJson extends Error {}

const NAMES = ['name', 'Name', 'NAME', 'title', 'label']
const DESCRIPTIONS = ['description', 'Description', 'desc']
const REACHES = ['radius', 'reach_m', 'radius_m', 'width']
const LIMITS = ['limit_kph', 'speed_limit', 'speedLimit']

/**
 * Places of a GeoJSON file: a geometry, a Feature or a FeatureCollection. Name, description, radius or width in metres (a width is twice
 * the reach) and speed limit are taken from the properties that other programs write.
 * @source RFC 7946
 * @throws NotGeoJson
 */
export function readGeoJson(text: string): Found[] {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    throw new NotGeoJson()
  }
  const { type, features, geometry, coordinates, geometries } = (file ?? {}) as Record<string, unknown>
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.flatMap(featureAreas)
  if (type === 'Feature' && geometry !== undefined) return featureAreas(file)
  if (typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries))) return areasOf(file, { name: '' })
  throw new NotGeoJson()
}

function featureAreas(feature: unknown): Found[] {
  const { geometry, properties } = (feature ?? {}) as Record<string, unknown>
  const said = (properties ?? {}) as Record<string, unknown>
  const text = (names: readonly string[]) => names.map((name) => said[name]).find((value) => typeof value === 'string')
  const width = numberOf(said, ['width'])
  const reachM =
    numberOf(
      said,
      REACHES.filter((name) => name !== 'width'),
    ) ?? (width === undefined ? undefined : width / 2)
  const limitKph = numberOf(said, LIMITS)
  return areasOf(geometry, {
    name: line(text(NAMES) ?? ''),
    description: line(text(DESCRIPTIONS) ?? ''),
    ...(reachM !== undefined && { reachM }),
    ...(limitKph !== undefined && { limitKph }),
  })
}

function numberOf(said: Readonly<Record<string, unknown>>, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = said[name]
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number
  }
  return undefined
}

/** On one line, as names are. */
export const line = (text: string): string => text.replace(/\s+/gu, ' ').trim()
