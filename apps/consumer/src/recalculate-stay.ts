import { StaleStateError, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from './registry/known-device.js'
import { applyRecalculation, recalculateTrips, type Recalculation, type RecalculationRequest } from './recalculation.js'

/** Dependencies and clock of a recalculation. */
export interface RecalculationParts {
  pool: pg.Pool
  store: TrackStore
  now: () => number
}

/** Stay: a period in which a tracker is on a vehicle, both ends included, in milliseconds since 1970 UTC. */
export interface Stay {
  from: number
  till: number
}

/** Additional write in the transaction of a step. After that transaction, the recalculation is done up to `doneTill`. */
export type AlongWithStep = (client: pg.ClientBase, told: Recalculation, doneTill: number) => Promise<void>

interface StayOptions {
  /** True: reports the changes and does not save them. */
  dryRun?: boolean
  along?: AlongWithStep
}

/** Maximum number of attempts to save a step. An attempt fails if another writer has changed the device's trips meanwhile. */
const MOST_TRIES = 10
/**
 * Length of a step in milliseconds. All fixes of a step are in memory. For a tracker that reports every second, a week has
 * about 600 000 fixes.
 */
const STEP_MS = 7 * 86_400_000

/**
 * Recalculates a device's trips in a period and saves the differences. This is allowed while a consumer process has the device
 * in memory.
 */
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
 * Recalculates the trips of a tracker's stay on a vehicle, week by week. For each week, a window is segmented again. It extends
 * from the stable rest before the week to the stable rest after the week. So the windows of neighbouring weeks overlap, and a
 * dry run may report a change twice. Trips whose waypoints have expired stay unchanged.
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

/**
 * Returns the time of the first stored waypoint. Returns Infinity if all waypoints have expired, because nothing can then be
 * recalculated.
 */
async function firstWaypoint(store: TrackStore, { deviceId }: KnownDevice): Promise<number> {
  const [first] = await store.readWaypoints(deviceId, 0, Date.now(), { limit: 1 })
  return first?.fix.positionedAt ?? Infinity
}

/**
 * Returns true if the waypoints of the first trip have partly expired. Such a trip cannot be computed again, so everything in
 * its window stays unchanged.
 */
async function isCutOff(store: TrackStore, { deviceId }: KnownDevice, first: number): Promise<boolean> {
  if (first === Infinity) return false
  return (await store.readTrips(deviceId, first, first)).some(({ startedAt }) => startedAt < first)
}
