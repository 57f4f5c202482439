import { say } from '../texts.js'
import { areasOf, type Found } from './found-area.js'
import { NotReadable } from './not-readable.js'
import type { Reading } from './reading.js'
import { type Properties, placeFactsOf } from './place-facts.js'

/**
 * Names of coordinate systems that are accepted as WGS84. Only files from before RFC 7946 name their system. ETRS89, which
 * authorities use, is accepted because it differs from WGS84 by less than a metre.
 */
const WGS84 = /CRS84|EPSG:[\d.]*:?(?:4326|4258|4979)$|WGS ?84|ETRS ?89$/i

/**
 * Reads the places of a GeoJSON file: a geometry, a Feature, a FeatureCollection, or the zones of a GBFS feed.
 * @source RFC 7946; GBFS geofencing_zones.json
 * @throws NotReadable
 */
export function readGeoJson(text: string, reading: Reading): Found[] {
  const file = (parsed(text) ?? linesOf(text)) as Properties | undefined
  if (file === undefined) throw new NotReadable(say('import-damaged'))
  const { geofencing_zones: zones } = (file.data ?? {}) as Properties
  return placesIn((zones ?? file) as Properties, reading)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a file with one feature on each line (RFC 8142). Programs that stream large files write such files. Returns undefined
 * when a line is not JSON.
 */
function linesOf(text: string): unknown {
  const features: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const feature = parsed(line.replace('\u001e', ''))
    if (feature === undefined) return undefined
    features.push(feature)
  }
  return { type: 'FeatureCollection', features }
}

function placesIn(file: Properties, reading: Reading): Found[] {
  const { type, features, geometry, coordinates, geometries, crs } = file
  const named = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name
  if (typeof named === 'string' && !WGS84.test(named))
    throw new NotReadable(say('import-other-coordinates', { name: named.slice(0, 60) }))
  if (type === 'FeatureCollection' && Array.isArray(features))
    return features.flatMap((one: unknown) => featureAreas(one, reading))
  if (type === 'Feature' && geometry !== undefined) return featureAreas(file, reading)
  if (typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries))) {
    return areasOf(file, { name: '' }, reading.latitudeFirst)
  }
  throw new NotReadable(say('import-not-a-file'))
}

function featureAreas(feature: unknown, { locale, latitudeFirst }: Reading): Found[] {
  const { geometry, properties } = (feature ?? {}) as Record<string, unknown>
  return areasOf(geometry, placeFactsOf((properties ?? {}) as Properties, locale), latitudeFirst)
}
