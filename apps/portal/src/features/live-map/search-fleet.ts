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
  const text = fold(searchedFields(marker).filter(Boolean).join('\n'))
  texts.set(marker, text)
  return text
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The vehicles that hold the query, those whose name begins with it first; an IMEI may be typed with spaces. */
export function searchFleet(markers: Iterable<FleetMarker>, query: string): FleetMarker[] {
  const wanted = foldQuery(query)
  if (wanted === '') return []
  const found = [...markers].filter((marker) => textOf(marker).includes(wanted))
  const isPrefix = (marker: FleetMarker) => fold(marker.name).startsWith(wanted)
  const prefixed = new Set(found.filter(isPrefix))
  return found.sort(
    (a, b) => Number(prefixed.has(b)) - Number(prefixed.has(a)) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
}

function foldQuery(query: string): string {
  const trimmed = query.trim()
  return fold(/^[\d\s]+$/.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed)
}

/** A text cut at the first place where the query stands, to mark it; one piece when it does not stand there. */
export function splitAtMatch(text: string, query: string): { before: string; match: string; after: string } {
  const wanted = query.trim()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0) return { before: text, match: '', after: '' }
  return { before: text.slice(0, at), match: text.slice(at, at + wanted.length), after: text.slice(at + wanted.length) }
}
