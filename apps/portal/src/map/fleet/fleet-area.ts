import { spanOf } from '@roadbook/geo'
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../lib/api/api-client.js'
import { type Place, toPlace } from '../../lib/place.js'
import { markersKey } from '../../live/query-keys.js'
import type { LatLngPair } from '../coordinates.js'
import { keepArea } from './last-area.js'

/**
 * Share of the vehicles that is ignored at each end of the area, so that a single distant vehicle does not enlarge the area.
 */
const ASIDE = 0.1

/** Returns the corners of the area with most of the places. Undefined without places. */
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

/** Vehicle with a known place. */
export interface PlacedVehicle {
  id: number
  name: string
  businessName: string
  place: Place
  isMoving: boolean
}

/** Query for the user's vehicles with a known place, and the corners of the area with most of them. Null if there are none. */
export const placedFleetQuery = queryOptions({
  queryKey: [...markersKey, 'placed'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { columns } = await dataOf(api.GET('/api/v1/map/markers', { signal }))
    const vehicles = columns.entity_id.flatMap((id, at): PlacedVehicle[] => {
      const place = toPlace(columns.latitude[at], columns.longitude[at])
      if (!place) return []
      const [name, businessName] = [columns.name[at] ?? '', columns.business_name[at] ?? '']
      return [{ id, name, businessName, place, isMoving: columns.moving[at] ?? false }]
    })
    const area = middleOf(vehicles.map(({ place }) => place)) ?? null
    if (area) keepArea(area)
    return { vehicles, area }
  },
})
