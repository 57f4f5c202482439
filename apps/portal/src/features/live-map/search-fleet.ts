import { foldText, holdsTyped, inReadersOrder, searchable } from '../../lib/search-text.js'
import type { Hit } from '../../lib/search/use-search.js'
import type { FleetMarker } from './fleet.js'

/** Returns the searched fields: name, IMEI, short name and vendor, and the other fields that a result shows. */
const searchedFields = (marker: FleetMarker): (string | undefined)[] => [
  marker.name,
  marker.imei,
  marker.shortName,
  marker.subVendorName,
  marker.entityName,
  marker.businessName,
]

const texts = new WeakMap<FleetMarker, string>()

/**
 * Returns all searched text of a vehicle in lower case without accents. The text is cached, because it is needed at every
 * keystroke.
 */
function textOf(marker: FleetMarker): string {
  const known = texts.get(marker)
  if (known !== undefined) return known
  const text = searchable(searchedFields(marker).filter(Boolean).join('\n'))
  texts.set(marker, text)
  return text
}

/**
 * Returns the vehicles that contain the query, beginning with those whose name starts with it. An IMEI may be typed with spaces.
 */
export function searchFleet(markers: Iterable<FleetMarker>, query: string): FleetMarker[] {
  const wanted = withoutGaps(query)
  if (wanted === '') return []
  const found = [...markers].filter((marker) => holdsTyped(textOf(marker), wanted))
  const isPrefix = (marker: FleetMarker) => foldText(marker.name).startsWith(foldText(wanted))
  const prefixed = new Set(found.filter(isPrefix))
  return found.sort((a, b) => Number(prefixed.has(b)) - Number(prefixed.has(a)) || inReadersOrder(a.name, b.name))
}

function withoutGaps(query: string): string {
  const trimmed = query.trim()
  return /^[\d\s]+$/.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed
}

/**
 * Returns the local results, followed by the vehicles on the map that only the API found. The API also searches data that the
 * map does not have.
 */
export function alsoFound(
  found: readonly FleetMarker[],
  hits: readonly Pick<Hit, 'kind' | 'id'>[],
  markers: ReadonlyMap<number, FleetMarker>,
): readonly FleetMarker[] {
  const known = new Set(found)
  const more = hits
    .flatMap(({ kind, id }) => (kind === 'vehicle' ? (markers.get(id) ?? []) : []))
    .filter((one) => !known.has(one))
  return more.length > 0 ? [...found, ...more] : found
}
