import type { EntityPosition } from '../../live/positions-store.js'
import { toPlace } from '../../lib/place.js'
import type { Entity } from './queries/entity-query.js'

/**
 * Returns the position that was read with an entity, in the format of live positions. `place` is undefined if the entity has
 * none.
 */
export function positionOf({ id, position, location_hidden, last_seen }: Entity): EntityPosition {
  const toMilliseconds = (time: string | null | undefined) => (time ? Date.parse(time) : undefined)
  return {
    entityId: id,
    place: location_hidden ? undefined : toPlace(position?.latitude, position?.longitude),
    speedKph: position?.speed_kph ?? undefined,
    heading: position?.heading ?? undefined,
    isMoving: position?.moving ?? false,
    positionedAt: toMilliseconds(position?.positioned_at),
    receivedAt: toMilliseconds(position?.received_at ?? last_seen),
    lastActivity: toMilliseconds(position?.last_activity ?? last_seen),
    isLocationHidden: location_hidden,
  }
}

/** Returns the newer of two positions: the one read with the entity and the live one. */
export function newest(held: EntityPosition, live: EntityPosition | undefined): EntityPosition {
  if (!live) return held
  return (live.receivedAt ?? 0) >= (held.receivedAt ?? 0) ? live : held
}

/**
 * Returns whether a position has a speed to show. A vehicle also counts as moving while it waits at a traffic light. "Moving,
 * 0 km/h" would then contradict itself.
 */
export const hasSpeed = (position: EntityPosition | undefined): position is EntityPosition & { speedKph: number } =>
  position?.speedKph !== undefined && Math.round(position.speedKph) > 0

/** Degrees that correspond to about 50 m. Within this distance the street address counts as the same. */
const NEAR_DEGREES = 0.0005

export function isNear(
  a: { latitude: number; longitude: number } | null,
  b: { latitude: number; longitude: number } | undefined,
): boolean {
  return (
    a !== null &&
    b !== undefined &&
    Math.abs(a.latitude - b.latitude) < NEAR_DEGREES &&
    Math.abs(a.longitude - b.longitude) < NEAR_DEGREES
  )
}
