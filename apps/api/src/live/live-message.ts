import type { LivePositionMessage } from '@roadbook/contracts'
import { roundCoordinate } from '@roadbook/geo'
import type { LiveEntry } from './live-state.js'

const iso = (time: number) => new Date(time).toISOString()
const degrees = (value: number | undefined) => (value === undefined ? null : roundCoordinate(value))

/** An entity's position as JSON, written at most once for each of the two ways of seeing it. */
export function positionJson(entry: LiveEntry, isHidden: boolean): string {
  if (isHidden) return (entry.hiddenJson ??= JSON.stringify(hidden(entry)))
  return (entry.shownJson ??= JSON.stringify(shown(entry)))
}

/** Any packet is activity, so the last one's arrival is the last activity. */
const shown = ({ position }: LiveEntry): LivePositionMessage => ({
  entity_id: position.entityId,
  imei: position.imei,
  latitude: degrees(position.latitude),
  longitude: degrees(position.longitude),
  speed_kph: position.speedKph ?? null,
  heading: position.heading ?? null,
  moving: position.moving,
  positioned_at: iso(position.positionedAt),
  received_at: iso(position.receivedAt),
  last_activity: iso(position.receivedAt),
  ignition: position.ignition ?? null,
  odometer_m: position.odometerM ?? null,
  external_battery_mv: position.externalBatteryMv ?? null,
  open_trip_id: position.openTripId ?? null,
  location_hidden: false,
})

/** Nothing that tells where it is, whether it moves, or that it is on a trip. */
const hidden = ({ position }: LiveEntry): LivePositionMessage => ({
  entity_id: position.entityId,
  imei: position.imei,
  latitude: null,
  longitude: null,
  speed_kph: null,
  heading: null,
  moving: false,
  positioned_at: null,
  received_at: iso(position.receivedAt),
  last_activity: iso(position.receivedAt),
  ignition: null,
  odometer_m: null,
  external_battery_mv: null,
  open_trip_id: null,
  location_hidden: true,
})
