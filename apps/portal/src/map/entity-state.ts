/**
 * The three facts of a vehicle (decision G-41), each judged for itself: does it move, do we hear it, where is it in its life.
 * One pure place, so that list, marker, drawer and table cannot disagree (T-02).
 */
export type Motion = 'moving' | 'idle'
export type Connection = 'live' | 'reported' | 'sleeping' | 'silent'
export type Lifecycle = 'installed' | 'unregistered' | 'missing'
/** What the one marker glyph shows, in the order missing, silent, moving, idle. */
export type MarkerState = 'moving' | 'idle' | 'offline' | 'missing'

export const MARKER_STATES: readonly MarkerState[] = ['moving', 'idle', 'offline', 'missing']

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

/** Judges a vehicle at the moment `now`. A tracker that was never heard is silent. */
export function entityState(facts: StateFacts, now: number): EntityState {
  const connection = connectionOf(facts.receivedAt, now)
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

/** Live up to 3 min, then reported while it is the same local day, sleeping up to 26 h, silent after that. */
export function connectionOf(receivedAt: number | undefined, now: number): Connection {
  if (receivedAt === undefined) return 'silent'
  const age = now - receivedAt
  if (age <= LIVE_MS) return 'live'
  if (age > SILENT_MS) return 'silent'
  return new Date(receivedAt).toDateString() === new Date(now).toDateString() ? 'reported' : 'sleeping'
}
