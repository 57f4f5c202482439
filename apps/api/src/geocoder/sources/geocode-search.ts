import type { Bounds, Position } from '@roadbook/geo'
import { boxAround, type FoundPlace, type PlaceKind } from '../search/found-place.js'
import { addressLine } from './address-line.js'
import { featuresOf, partsOf } from './geocode-json.js'

/**
 * Kind of place for each `type` of GeocodeJSON. If the answer has no extent, `km` is half the width of the box around the
 * place.
 */
const TYPES: Readonly<Record<string, { kind: PlaceKind; km: number }>> = {
  street: { kind: 'street', km: 0.4 },
  locality: { kind: 'town', km: 1 },
  district: { kind: 'town', km: 2 },
  city: { kind: 'town', km: 5 },
  county: { kind: 'region', km: 25 },
  state: { kind: 'region', km: 100 },
  country: { kind: 'region', km: 300 },
}
const HOUSE: { kind: PlaceKind; km: number } = { kind: 'address', km: 0.15 }

/**
 * Maximum width of an extent in degrees. A wider extent, such as that of a country on both sides of the date line, does not
 * fit on a map.
 */
const WIDEST = 180
/** Returns how far a longitude is east of another one, in degrees from 0 to 360. */
const eastOf = (west: number, longitude: number) => (longitude - west + 360) % 360

/** Returns true if a map can show a place by its extent. The extent must not be too wide, and the place must lie in it. */
function isOf({ south, west, north, east }: Bounds, { latitude, longitude }: Position): boolean {
  const width = east - west === 360 ? 360 : eastOf(west, east)
  return width <= WIDEST && south <= latitude && latitude <= north && eastOf(west, longitude) <= width
}

/**
 * Reads an answer to a search in GeocodeJSON, best first. Leaves out places without a name or a point. The field `country`
 * contains the country's code, ISO 3166-1 alpha-2.
 * @throws ZodError for anything else
 * @source the same as for `readGeocodeJson`
 */
export function readFoundPlaces(body: unknown): FoundPlace[] {
  return featuresOf(body).flatMap(({ properties: found, geometry: point }) => {
    const { kind, km } = TYPES[found.type ?? ''] ?? HOUSE
    const parts = partsOf(found)
    const door = addressLine({ ...parts, town: undefined })
    const name = kind === 'address' ? [...new Set([found.name, door])].filter(Boolean).join(', ') : (found.name ?? door)
    if (!point || !name) return []
    const [city, region] = [kind === 'region' ? undefined : parts.town, found.state ?? found.county]
    const other = (text: string | undefined) => (text === name ? null : (text ?? null))
    const bounds = found.extent && isOf(found.extent, point) ? found.extent : boxAround(point, km)
    return { kind, name, city: other(city), region: other(region), country: parts.country ?? null, ...point, bounds }
  })
}
