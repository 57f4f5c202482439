import { foldText, holdsTyped, inReadersOrder, searchable } from '../../../lib/search-text.js'
import { boundsOf, type LatLngPair } from '../../../map/coordinates.js'
import type { PlacedVehicle } from '../../../map/fleet/fleet-area.js'
import type { NamedArea } from '../../../map/geofences/world-area.js'
import { cornersOfPlace, placeKey } from '../../../map/places/place-facts.js'
import type { NamedPlace } from '../../../map/places/use-places.js'
import { cornersOf } from '../corners-of.js'
import { toPoints } from '../geofence.js'

/** A place that the map can move to. */
export interface FoundPlace {
  kind: 'coordinates' | 'geofence' | 'vehicle' | 'business' | NamedPlace['kind']
  key: string
  name: string
  corners: [LatLngPair, LatLngPair]
  /** Town, street or address, which gets a pin. */
  named?: NamedPlace
}

/** Places in which the search looks. */
export interface KnownPlaces {
  vehicles: readonly PlacedVehicle[]
  areas: readonly NamedArea[]
  /** IDs of vehicles that the API found by data that the map does not have, such as the plate. */
  foundIds?: ReadonlySet<number>
}

/** Maximum number of results per kind of place. The user types more text to narrow the search. */
const MOST = 6

/** Returns the places that match a typed text: coordinates, a geofence, a vehicle, or the area of a business's vehicles. */
export function foundPlaces(typed: string, { vehicles, areas, foundIds }: KnownPlaces): FoundPlace[] {
  const wanted = typed.trim()
  if (wanted === '') return []
  const points = /\d/.test(wanted) ? toPoints(wanted) : undefined
  const at = points?.length === 1 && boundsOf(points)
  if (at) return [{ kind: 'coordinates', key: wanted, name: wanted, corners: at }]
  const fits = (name: string) => holdsTyped(searchable(name), wanted)
  return [
    ...best(wanted, areas.filter(({ name }) => fits(name)).flatMap(placeOfArea)),
    ...best(wanted, vehicles.filter(({ id, name }) => fits(name) || foundIds?.has(id)).flatMap(placeOfVehicle)),
    ...best(wanted, businessesOf(vehicles.filter(({ businessName }) => fits(businessName)))),
  ]
}

/** Sorts places, those whose name begins with the typed text first. */
function best(typed: string, places: FoundPlace[]): FoundPlace[] {
  const begins = ({ name }: FoundPlace) => Number(foldText(name).startsWith(foldText(typed)))
  return places.toSorted((one, other) => begins(other) - begins(one) || inReadersOrder(one.name, other.name)).slice(0, MOST)
}

function placeOfArea({ id, name, ...drawn }: NamedArea): FoundPlace[] {
  const corners = cornersOf([drawn])
  return corners ? [{ kind: 'geofence', key: `geofence ${id}`, name, corners }] : []
}

function placeOfVehicle({ id, name, place }: PlacedVehicle): FoundPlace[] {
  const corners = boundsOf([place])
  return corners ? [{ kind: 'vehicle', key: `vehicle ${id}`, name, corners }] : []
}

function businessesOf(vehicles: readonly PlacedVehicle[]): FoundPlace[] {
  return [...new Set(vehicles.map(({ businessName }) => businessName))].flatMap((name) => {
    const corners = boundsOf(vehicles.flatMap(({ businessName, place }) => (businessName === name ? place : [])))
    return corners ? [{ kind: 'business' as const, key: `business ${name}`, name, corners }] : []
  })
}

/** Converts a town, street or address that the API found. */
export function placeOfName(named: NamedPlace): FoundPlace[] {
  const corners = boundsOf(cornersOfPlace(named))
  return corners ? [{ kind: named.kind, key: placeKey(named), name: named.name, corners, named }] : []
}
