import type { LivePositionMessage } from '@roadbook/contracts'
import { roundCoordinate } from '@roadbook/geo'
import type { LiveEntry } from './live-state.js'
import { SILENT_MS } from '@roadbook/contracts'

const iso = (time: number) => new Date(time).toISOString()
const degrees = (value: number | undefined) => (value === undefined ? null : roundCoordinate(value))

/**
 * Returns an entity's position as JSON. There are two versions: complete, and with the location hidden. Each version is
 * encoded at most once per position and then reused.
 */
export function positionJson(entry: LiveEntry, isHidden: boolean): string {
  if (isHidden) return (entry.hiddenJson ??= JSON.stringify(hidden(entry)))
  return (entry.shownJson ??= JSON.stringify(shown(entry)))
}

/**
 * Returns the complete position. The last activity is the arrival of the last packet, because any packet counts as activity
 * (R-088).
 */
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

/**
 * Returns the position without the place, the movement, and the times of these. Of the time of the last reception, only the
 * day is kept, so that silence can be detected (G-106).
 */
const hidden = ({ position }: LiveEntry): LivePositionMessage => ({
  entity_id: position.entityId,
  imei: position.imei,
  latitude: null,
  longitude: null,
  speed_kph: null,
  heading: null,
  moving: false,
  positioned_at: null,
  received_at: receivedOn(position.receivedAt),
  last_activity: receivedOn(position.receivedAt),
  ignition: null,
  odometer_m: null,
  external_battery_mv: null,
  open_trip_id: null,
  location_hidden: true,
})

function receivedOn(receivedAt: number): string {
  const now = Date.now()
  return `${iso(now - receivedAt > SILENT_MS ? receivedAt : now).slice(0, 10)}T00:00:00.000Z`
}
