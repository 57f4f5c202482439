import { endingAfter, LONGEST_SILENCE_S, reasonsOf, TRIP_PARAMETERS } from '@roadbook/trips'
import type { Fix } from '@roadbook/contracts'
import type { TripReasonsDto } from './dto/trip.dto.js'
import type { TripCutRow, TripRow, WaypointRow } from './trip.row.js'

/**
 * Seconds before and after a trip from which data is needed to find the reasons for its start and end. Data from before a
 * longer silence has no influence on them.
 */
export const AROUND_S = LONGEST_SILENCE_S

/**
 * Returns the reasons for the start and end of a trip, by the present rules.
 * @param around waypoints of the trip, and those within {@link AROUND_S} before and after it
 * @returns null when the waypoints do not explain the trip, because some have expired or other rules applied then
 */
export function toReasons(trip: TripRow, around: readonly WaypointRow[], cut: TripCutRow): TripReasonsDto | null {
  const standard = TRIP_PARAMETERS[cut.vehicle_type]
  const parameters = cut.rest_minutes === null ? standard : endingAfter(standard, cut.rest_minutes)
  const times = { startedAt: trip.started_at.getTime(), endedAt: trip.ended_at.getTime() }
  const reasons = reasonsOf(around.map(toFix), times, parameters, trip.is_open)
  return (
    (reasons && {
      begun_by: reasons.begunBy,
      ended_by: reasons.endedBy ?? null,
      ended_after_s: reasons.endedAfterS ?? null,
    }) ??
    null
  )
}

const toFix = ({ positioned_at, latitude, longitude, speed_kph, ...row }: WaypointRow): Fix => ({
  positionedAt: positioned_at.getTime(),
  validity: row.validity,
  latitude: latitude ?? undefined,
  longitude: longitude ?? undefined,
  speedKph: speed_kph ?? undefined,
  ignition: row.ignition ?? undefined,
  movement: row.movement ?? undefined,
})
