import { type SameDay, sameDayIn } from '@roadbook/contracts/entity-state'

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
