import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import { formatCoordinates } from '../../lib/format/numbers.js'
import type { Trip } from './queries/trip-queries.js'

type TripPlace = components['schemas']['TripPlace']
type Locale = NonNullable<components['schemas']['GeocodePoint']['locale']>

/** Addresses of places that came without one, by `placeKey`. */
export type AddressBook = ReadonlyMap<string, string>

/** Returns a key for addresses. Places within about ten metres have the same key. */
const placeKey = ({ latitude, longitude }: TripPlace): string => `${latitude?.toFixed(4)},${longitude?.toFixed(4)}`
/** The server's limit on places per call. */
const MOST_PLACES = 100
/** Time in ms after which missing addresses are requested again, because the server may have found them. */
const BETTER_AFTER_MS = 60_000
const noAddresses: AddressBook = new Map()

/** Looks up the addresses that trips lack, in one call. */
export function useAddresses(trips: readonly Trip[]): AddressBook {
  const { i18n } = useTranslation()
  const unknown = new Map<string, { latitude: number; longitude: number }>()
  for (const { start, stop } of trips)
    for (const { address, latitude, longitude } of [start, stop])
      if (address === null && latitude !== null && longitude !== null && unknown.size < MOST_PLACES)
        unknown.set(placeKey({ latitude, longitude, address }), { latitude, longitude })
  const keys = [...unknown.keys()]
  const { data = noAddresses } = useQuery({
    queryKey: ['addresses', i18n.language, keys],
    enabled: keys.length > 0,
    staleTime: BETTER_AFTER_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<AddressBook> => {
      const body = [...unknown.values()].map((place) => ({ ...place, locale: i18n.language as Locale }))
      const { data: answer } = await unwrap(api.POST('/api/v1/geocode-address', { body, signal }))
      const addresses = Array.isArray(answer) ? answer : [answer]
      return new Map(keys.flatMap((key, index) => (addresses[index]?.address ? [[key, addresses[index].address]] : [])))
    },
  })
  return data
}

/** Returns the address of a place: the trip's own, a looked-up one, or coordinates. Undefined for an unknown or hidden place. */
export function addressOf(place: TripPlace, addresses: AddressBook): string | undefined {
  if (place.address) return place.address
  if (place.latitude === null || place.longitude === null) return undefined
  return addresses.get(placeKey(place)) ?? formatCoordinates(place.latitude, place.longitude)
}
