/**
 * The three independent states of a vehicle (G-41): motion, connection, lifecycle. The API and the portal both use this
 * module, so that list, marker, drawer and CSV show the same state (T-02).
 */
export const MOTIONS = ['moving', 'idle'] as const
export type Motion = (typeof MOTIONS)[number]
export const CONNECTIONS = ['live', 'reported', 'sleeping', 'silent'] as const
export type Connection = (typeof CONNECTIONS)[number]
export const LIFECYCLES = ['installed', 'unregistered', 'missing'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]
/** States of the map marker. Their order of priority is missing, silent, moving, idle. */
export const MARKER_STATES = ['moving', 'idle', 'offline', 'missing'] as const
export type MarkerState = (typeof MARKER_STATES)[number]

/** A connection counts as "live" if the newest packet was received at most this long ago, in milliseconds. */
export const LIVE_MS = 3 * 60_000
/**
 * A vehicle without a packet for this many milliseconds is no longer shown as moving. A trip is closed after the same time
 * (G-43).
 */
export const MOTION_MS = 60 * 60_000
/**
 * Number of milliseconds without a packet after which a vehicle counts as silent. It is 26 hours: trackers at rest report
 * at least every 24 hours, and two hours are added (G-41).
 */
export const SILENT_MS = 26 * 60 * 60_000

/** Values from which a vehicle's state is determined. Times are milliseconds since 1970 UTC. */
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

/** Returns true if two instants, in milliseconds since 1970 UTC, are on the same calendar day. */
export type SameDay = (one: number, other: number) => boolean

/** In every current zone, midnight comes at a full quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000

/**
 * Returns a function that compares days in an IANA time zone. It caches the day of each quarter of an hour, because the map
 * calls it for thousands of vehicles in each frame.
 */
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

/**
 * Returns a vehicle's state at the moment `now`, with calendar days in the reader's zone. A vehicle that never sent a
 * packet is silent.
 */
export function entityState(facts: StateFacts, now: number, isSameDay: SameDay): EntityState {
  const connection = connectionOf(facts.receivedAt, now, isSameDay)
  const isMoving = facts.isMoving && facts.receivedAt !== undefined && now - facts.receivedAt <= MOTION_MS
  return { motion: isMoving ? 'moving' : 'idle', connection, lifecycle: facts.lifecycle, marker: markerOf(facts, isMoving, now) }
}

/**
 * Returns only the marker's state, without creating an object, because the function is called for each of ten thousand
 * markers.
 */
export function markerState(facts: StateFacts, now: number): MarkerState {
  const isMoving = facts.isMoving && facts.receivedAt !== undefined && now - facts.receivedAt <= MOTION_MS
  return markerOf(facts, isMoving, now)
}

function markerOf({ lifecycle, receivedAt }: StateFacts, isMoving: boolean, now: number): MarkerState {
  if (lifecycle === 'missing') return 'missing'
  if (receivedAt === undefined || now - receivedAt > SILENT_MS) return 'offline'
  return isMoving ? 'moving' : 'idle'
}

/** Returns true if a packet was received recently enough for "live". */
export const isLive = (receivedAt: number | undefined, now: number): boolean =>
  receivedAt !== undefined && now - receivedAt <= LIVE_MS

/** Returns `live` up to 3 min, then `reported` on the same day, `sleeping` up to 26 h, and `silent` after that. */
export function connectionOf(receivedAt: number | undefined, now: number, isSameDay: SameDay): Connection {
  if (receivedAt === undefined) return 'silent'
  if (isLive(receivedAt, now)) return 'live'
  if (now - receivedAt > SILENT_MS) return 'silent'
  return isSameDay(receivedAt, now) ? 'reported' : 'sleeping'
}
