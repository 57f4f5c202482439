import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import type { Place } from '../../../lib/place.js'

type Locale = NonNullable<components['schemas']['GeocodePoint']['locale']>
/**
 * Number of cells per degree. A cell is about 100 m wide, so that the address of a moving vehicle is not looked up for every fix.
 */
const CELL = 1_000

/** Time in ms after which the address is requested again, because the API may have found a better one. */
const BETTER_AFTER_MS = 60_000

/** Street address near a place. The query key is the place rounded to cells of about 100 m. */
export const addressQuery = (place: Place | undefined, language: string) =>
  queryOptions({
    queryKey: ['address', language, place && Math.round(place.latitude * CELL), place && Math.round(place.longitude * CELL)],
    enabled: place !== undefined,
    staleTime: BETTER_AFTER_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<string | null> => {
      const body = { latitude: place!.latitude, longitude: place!.longitude, locale: language as Locale }
      const { data } = await unwrap(api.POST('/api/v1/geocode-address', { body, signal }))
      const answer = Array.isArray(data) ? data[0] : data
      // The town is not added, because the address already includes it.
      return answer?.address ?? answer?.city ?? null
    },
  })
