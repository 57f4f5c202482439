/**
 * The three facts of a vehicle (G-41), each judged for itself: does it move, do we hear it, where is it in its life.
 * One pure place for API and portal, so that list, marker, drawer and CSV cannot disagree (T-02).
 */
export const MOTIONS = ['moving', 'idle'] as const
export type Motion = (typeof MOTIONS)[number]
export const CONNECTIONS = ['live', 'reported', 'sleeping', 'silent'] as const
export type Connection = (typeof CONNECTIONS)[number]
export const LIFECYCLES = ['installed', 'unregistered', 'missing'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]
/** What the one marker glyph shows, in the order missing, silent, moving, idle. */
export const MARKER_STATES = ['moving', 'idle', 'offline', 'missing'] as const
export type MarkerState = (typeof MARKER_STATES)[number]

/** Nothing older is called live. */
export const LIVE_MS = 3 * 60_000
/** Without a packet for this long a vehicle is no longer said to move: the time after which a trip is closed (G-43). */
export const MOTION_MS = 60 * 60_000
/** Trackers at rest report at least every 24 h; two hours of grace on top (G-41). */
export const SILENT_MS = 26 * 60 * 60_000

/** What the judgement needs: times in milliseconds since 1970 UTC. */
export interface StateFacts {
  isMoving: boolean
  receivedAt?: number
  lifecycle: Lifecycle
}

export interface EntityState {
  motion: Motion
  connection: Connection
  lifecycle: Lifecycle
  marker: MarkerState
}

/** Whether two instants, in milliseconds since 1970 UTC, lie on one calendar day. */
export type SameDay = (one: number, other: number) => boolean

/** In every zone of today midnight lies on a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000

/** Days of an IANA time zone. It remembers the day of each quarter of an hour: the map asks it of thousands of vehicles in each frame. */
export function sameDayIn(timeZone: string): SameDay {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<number, string>()
  const dayOf = (instant: number): string => {
    const quarter = Math.floor(instant / QUARTER_MS)
    const day = days.get(quarter) ?? format.format(instant)
    days.set(quarter, day)
    return day
  }
  return (one, other) => dayOf(one) === dayOf(other)
}

/** Judges a vehicle at the moment `now`, by the days of whoever reads it. Never heard is silent. */
export function entityState(facts: StateFacts, now: number, isSameDay: SameDay): EntityState {
  const connection = connectionOf(facts.receivedAt, now, isSameDay)
  const isMoving = facts.isMoving && facts.receivedAt !== undefined && now - facts.receivedAt <= MOTION_MS
  return { motion: isMoving ? 'moving' : 'idle', connection, lifecycle: facts.lifecycle, marker: markerOf(facts, isMoving, now) }
}

/** The glyph alone, without making an object: it is asked for each of ten thousand markers. */
export function markerState(facts: StateFacts, now: number): MarkerState {
  const isMoving = facts.isMoving && facts.receivedAt !== undefined && now - facts.receivedAt <= MOTION_MS
  return markerOf(facts, isMoving, now)
}

function markerOf({ lifecycle, receivedAt }: StateFacts, isMoving: boolean, now: number): MarkerState {
  if (lifecycle === 'missing') return 'missing'
  if (receivedAt === undefined || now - receivedAt > SILENT_MS) return 'offline'
  return isMoving ? 'moving' : 'idle'
}

/** Whether a vehicle was heard just now. */
export const isLive = (receivedAt: number | undefined, now: number): boolean =>
  receivedAt !== undefined && now - receivedAt <= LIVE_MS

/** Live up to 3 min, then reported while it is the same day, sleeping up to 26 h, silent after that. */
export function connectionOf(receivedAt: number | undefined, now: number, isSameDay: SameDay): Connection {
  if (receivedAt === undefined) return 'silent'
  if (isLive(receivedAt, now)) return 'live'
  if (now - receivedAt > SILENT_MS) return 'silent'
  return isSameDay(receivedAt, now) ? 'reported' : 'sleeping'
}
