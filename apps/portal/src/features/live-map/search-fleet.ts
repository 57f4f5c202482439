import { foldText, holdsTyped, inReadersOrder, searchable } from '../../lib/search-text.js'
import type { Hit } from '../../lib/search/use-search.js'
import type { FleetMarker } from './fleet.js'

/** What is searched: name, IMEI, short name and vendor, and what else an item shows. */
const searchedFields = (marker: FleetMarker): (string | undefined)[] => [
  marker.name,
  marker.imei,
  marker.shortName,
  marker.subVendorName,
  marker.entityName,
  marker.businessName,
]

const texts = new WeakMap<FleetMarker, string>()

/** Everything of a vehicle that a search looks at, in small letters and without accents; kept, because typing asks for it again. */
function textOf(marker: FleetMarker): string {
  const known = texts.get(marker)
  if (known !== undefined) return known
  const text = searchable(searchedFields(marker).filter(Boolean).join('\n'))
  texts.set(marker, text)
  return text
}

/** The vehicles that hold the query, those whose name begins with it first; an IMEI may be typed with spaces. */
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

/** What is found here, then the vehicles on the map that the API finds by what the map does not know of them. */
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
