import { useQuery } from '@tanstack/react-query'
import type { PositionsStore } from '../../live/positions-store.js'
import type { Fleet, FleetMarker } from './fleet.js'
import { fleetQuery } from './queries/fleet-query.js'

const noMarkers: ReadonlyMap<number, FleetMarker> = new Map()

export interface FleetReading {
  markers: ReadonlyMap<number, FleetMarker>
  fleet: Fleet | undefined
  error: unknown
  retry: () => void
}

/** Reads the vehicles that the user may see. Their positions are in the positions store. */
export function useFleet(positions: PositionsStore): FleetReading {
  const { data, error, refetch } = useQuery(fleetQuery(positions))
  return { markers: data?.markers ?? noMarkers, fleet: data, error, retry: () => void refetch() }
}

/** Finds the vehicle that a URL names by IMEI, or by ID if it has no IMEI. */
export function findByAddress(
  markers: ReadonlyMap<number, FleetMarker>,
  imei: string | undefined,
  entityId: number | undefined,
): FleetMarker | undefined {
  if (imei === undefined) return entityId === undefined ? undefined : markers.get(entityId)
  for (const marker of markers.values()) if (marker.imei === imei) return marker
  return undefined
}
