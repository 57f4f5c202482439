import { spanOf } from '@roadbook/geo'
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../lib/api/api-client.js'
import { type Place, toPlace } from '../../lib/place.js'
import { markersKey } from '../../live/query-keys.js'
import type { LatLngPair } from '../../map/coordinates.js'

/** Of this part of a fleet at either end nothing is made: one van abroad is not where somebody draws a yard. */
const ASIDE = 0.1

/** Where most of some places are, as corners; undefined for none. */
export function middleOf(places: readonly Place[]) {
  const within = (values: number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    const aside = Math.floor(sorted.length * ASIDE)
    return [sorted[aside]!, sorted[sorted.length - 1 - aside]!] as const
  }
  if (places.length === 0) return undefined
  const [south, north] = within(places.map(({ latitude }) => latitude))
  const longitudes = places.map(({ longitude }) => longitude)
  const span = spanOf(longitudes)
  const [west, east] = within(longitudes.map((longitude) => (longitude < span.west ? longitude + 360 : longitude)))
  const corners: [LatLngPair, LatLngPair] = [
    [south, west],
    [north, east],
  ]
  return corners
}

/** Corners of where most of a fleet is; null for none that is anywhere, undefined where that could not be learnt. */
export type FleetArea = ReturnType<typeof middleOf> | null

/** Where the vehicles are that this user sees. */
export const fleetAreaQuery = queryOptions({
  queryKey: [...markersKey, 'area'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { columns } = await dataOf(api.GET('/api/v1/map/markers', { signal }))
    const { latitude, longitude } = columns
    return middleOf(latitude.flatMap((degrees, at) => toPlace(degrees, longitude[at]) ?? [])) ?? null
  },
})
