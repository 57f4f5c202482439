import type { components } from '../../lib/api/schema.js'
import type { EntityPosition } from '../../live/positions-store.js'
import { toPlace } from '../../lib/place.js'
import type { Lifecycle } from '../../map/entity-state.js'
import type { MapMarker } from '../../map/layers/marker-painter.js'

type MarkerColumns = components['schemas']['MarkerColumns']

/** The data that the map has of a vehicle before it requests more. */
export interface FleetMarker extends MapMarker {
  imei: string | undefined
  /** Position at the time when the markers were read. The present position is in the positions store. */
  position: { lat: number; lng: number } | undefined
  /** Milliseconds since 1970 UTC. */
  lastActivity: number | undefined
  /** Short name, or the name if there is none (G-42). */
  label: string
  slug: string
  name: string
  shortName: string | undefined
  entityName: string
  subVendorName: string | undefined
  businessName: string
  vehicleType: string
  brand: string | undefined
  model: string | undefined
  lifecycle: Lifecycle
  isLocationHidden: boolean
}

/** The vehicles that the user may see, by ID, and the positions that they had when they were read. */
export interface Fleet {
  markers: ReadonlyMap<number, FleetMarker>
  positions: readonly EntityPosition[]
}

/** Converts the columnar response of `/map/markers` into one record per vehicle. */
export function toFleet({ columns }: { columns: MarkerColumns }): Fleet {
  const markers = new Map<number, FleetMarker>()
  const positions: EntityPosition[] = []
  columns.entity_id.forEach((entityId, row) => {
    const marker = toMarker(columns, entityId, row)
    markers.set(entityId, marker)
    positions.push(toPosition(columns, marker, row))
  })
  return { markers, positions }
}

function toMarker(columns: MarkerColumns, entityId: number, row: number): FleetMarker {
  const isLocationHidden = columns.location_hidden[row] ?? false
  const place = isLocationHidden ? undefined : toPlace(columns.latitude[row], columns.longitude[row])
  return {
    entityId,
    imei: columns.imei[row] ?? undefined,
    position: place && { lat: place.latitude, lng: place.longitude },
    lastActivity: columns.last_activity[row] ?? undefined,
    label: columns.label[row] ?? '',
    slug: columns.slug[row] ?? '',
    name: columns.name[row] ?? '',
    shortName: columns.short_name[row] ?? undefined,
    entityName: columns.entity_name[row] ?? '',
    subVendorName: columns.sub_vendor_name[row] ?? undefined,
    businessName: columns.business_name[row] ?? '',
    vehicleType: columns.vehicle_type[row] ?? 'other',
    brand: columns.brand[row] ?? undefined,
    model: columns.model[row] ?? undefined,
    lifecycle: (columns.lifecycle[row] ?? 'installed') as Lifecycle,
    isLocationHidden,
  }
}

function toPosition(columns: MarkerColumns, marker: FleetMarker, row: number): EntityPosition {
  const { position } = marker
  return {
    entityId: marker.entityId,
    place: position && { latitude: position.lat, longitude: position.lng },
    speedKph: columns.speed_kph[row] ?? undefined,
    heading: columns.heading[row] ?? undefined,
    isMoving: columns.moving[row] ?? false,
    positionedAt: columns.positioned_at[row] ?? undefined,
    receivedAt: columns.received_at[row] ?? undefined,
    lastActivity: marker.lastActivity,
    isLocationHidden: marker.isLocationHidden,
  }
}
