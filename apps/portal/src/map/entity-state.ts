import {
  type Connection,
  type EntityState,
  entityState,
  type Lifecycle,
  type SameDay,
  sameDayIn,
} from '@roadbook/contracts/entity-state'

/** The state of a vehicle exactly as the API judges it; the worker that clusters markers asks it, too. */
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

/** Whether two instants lie on one day of a zone; one for each zone, however many vehicles it judges. */
export function sameDayOf(timeZone: string): SameDay {
  const judge = judges.get(timeZone) ?? sameDayIn(timeZone)
  judges.set(timeZone, judge)
  return judge
}

/** A vehicle as the API judged it; where its times are hidden, nobody else can. */
interface Judged {
  location_hidden: boolean
  connection: Connection
  lifecycle: Lifecycle
}

/** The state of a vehicle that is read with its facts. One whose times are hidden is heard as the API says, and never said to move. */
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
