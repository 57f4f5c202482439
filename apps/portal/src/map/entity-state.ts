import {
  type Connection,
  type EntityState,
  entityState,
  type Lifecycle,
  type SameDay,
  sameDayIn,
} from '@roadbook/contracts/entity-state'

/** Vehicle state with the API's own rules, also used by the worker that clusters markers. */
export {
  type Connection,
  connectionOf,
  entityState,
  isLive,
  type Lifecycle,
  MARKER_STATES,
  markerState,
  type MarkerState,
  type SameDay,
} from '@roadbook/contracts/entity-state'

const judges = new Map<string, SameDay>()

/** Returns a function that decides whether two instants are on the same day in a time zone. It is cached per zone. */
export function sameDayOf(timeZone: string): SameDay {
  const judge = judges.get(timeZone) ?? sameDayIn(timeZone)
  judges.set(timeZone, judge)
  return judge
}

/**
 * Vehicle state as determined by the API. Needed because the portal cannot compute the state if the vehicle's times are
 * hidden.
 */
interface Judged {
  location_hidden: boolean
  connection: Connection
  lifecycle: Lifecycle
}

/** Returns the state of a vehicle. If its times are hidden, returns the state that the API sent, which is never `moving`. */
export function stateOf(
  { location_hidden: isHidden, connection, lifecycle }: Judged,
  heard: { isMoving: boolean; receivedAt?: number },
  now: number,
  isSameDay: SameDay,
): EntityState {
  if (!isHidden) return entityState({ ...heard, lifecycle }, now, isSameDay)
  const marker = lifecycle === 'missing' ? 'missing' : connection === 'silent' ? 'offline' : 'idle'
  return { motion: 'idle', connection, lifecycle, marker }
}
