import { Building2, House, type LucideIcon, MapPinned, Milestone } from 'lucide-react'
import type { Place } from '../../lib/place.js'
import type { NamedPlace } from './use-places.js'

/** Icons of the kinds of places. */
export const PLACE_SIGNS: Readonly<Record<NamedPlace['kind'], LucideIcon>> = {
  address: House,
  street: Milestone,
  town: Building2,
  region: MapPinned,
}

/** Returns where a place lies, without repetition: `Vaduz, Liechtenstein`. */
export const whereabouts = ({ name, city, region, country }: NamedPlace): string =>
  [...new Set([city, region, country])].filter((part) => part !== null && part !== name).join(', ')

/** Returns a key that distinguishes places of the same name. */
export const placeKey = ({ kind, name, latitude, longitude }: NamedPlace): string => `${kind} ${name} ${latitude} ${longitude}`

/** Returns two corners of the part of a map that shows the place. */
export const cornersOfPlace = ({ south, west, north, east }: NamedPlace): [Place, Place] => [
  { latitude: south, longitude: west },
  { latitude: north, longitude: east },
]
