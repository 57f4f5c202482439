import { StaleStateError, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from './device-directory.js'
import { applyRecalculation, recalculateTrips, type Recalculation, type RecalculationRequest } from './recalculation.js'

/** With what, and by which clock. */
export interface RecalculationParts {
  pool: pg.Pool
  store: TrackStore
  now: () => number
}

/** A time of a tracker on a vehicle, both ends included, milliseconds since 1970 UTC. */
export interface Stay {
  from: number
  till: number
}

/** Writes something more in the transaction of a step, which is done up to this time then. */
export type AlongWithStep = (client: pg.ClientBase, told: Recalculation, doneTill: number) => Promise<void>

interface StayOptions {
  /** Only says what would change. */
  dryRun?: boolean
  along?: AlongWithStep
}

/** Times that somebody who writes the device's trips may get in between before we give up. */
const MOST_TRIES = 10
/** A window is held in memory: a week of a tracker that reports every second is 600 000 fixes at most. */
const STEP_MS = 7 * 86_400_000

/** Cuts a device's trips of a period again and saves the difference, also while a consumer has the device in memory. */
export async function recalculatePeriod(
  { pool, store, now }: RecalculationParts,
  device: KnownDevice,
  period: Stay & Pick<RecalculationRequest, 'rewind'>,
  along?: AlongWithStep,
): Promise<Recalculation> {
  const told = along && ((client: pg.ClientBase, one: Recalculation) => along(client, one, period.till))
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyRecalculation(pool, store, { device, ...period, now: now() }, told)
    } catch (error) {
      if (!(error instanceof StaleStateError) || attempt >= MOST_TRIES) throw error
    }
  }
}

/**
 * Cuts the trips of a tracker's stay on a vehicle again, week by week and to the stable rests around each: windows of neighbouring
 * weeks overlap, so what is only looked at may be told of twice. Trips whose waypoints have expired stay as they are.
 */
export async function* recalculateStay(
  parts: RecalculationParts,
  device: KnownDevice,
  { from, till }: Stay,
  { dryRun = false, along }: StayOptions = {},
): AsyncGenerator<Recalculation> {
  const { store, now } = parts
  const first = await firstWaypoint(store, device)
  const isFirstCutOff = await isCutOff(store, device, first)
  for (let at = Math.max(from, first); at <= till; at += STEP_MS) {
    const period = { from: at, till: Math.min(at + STEP_MS, till) }
    const look = () => recalculateTrips(store, { device, ...period, now: now() })
    if (isFirstCutOff && (await look()).windowFrom <= first) continue
    yield dryRun ? await look() : await recalculatePeriod(parts, device, period, along)
  }
}

/** Infinity where all have expired: nothing can be cut again there. */
async function firstWaypoint(store: TrackStore, { deviceId }: KnownDevice): Promise<number> {
  const [first] = await store.readWaypoints(deviceId, 0, Date.now(), { limit: 1 })
  return first?.fix.positionedAt ?? Infinity
}

/** Whether a trip's own waypoints have expired in part: nothing can tell any more what it was, so what it reaches into stays. */
async function isCutOff(store: TrackStore, { deviceId }: KnownDevice, first: number): Promise<boolean> {
  if (first === Infinity) return false
  return (await store.readTrips(deviceId, first, first)).some(({ startedAt }) => startedAt < first)
}
