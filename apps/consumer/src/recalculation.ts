import { inTransaction } from '@roadbook/platform'
import type { StoredTrip, TrackStore, TripRecord, WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from './registry/known-device.js'
import { readDevice } from './read-device.js'
import { cut } from './recut.js'
import { saveDevices } from './save-devices.js'
import { FAR_FUTURE, readPeriod } from './track-window.js'
import type { CounterState, TrackedDevice } from './tracked-device.js'

/** Request to recalculate the trips of one device in a period (both ends included), in milliseconds since 1970 UTC. */
export interface RecalculationRequest {
  device: KnownDevice
  from: number
  till: number
  /**
   * The current time in milliseconds since 1970 UTC. The last trip is closed if the tracker's silence up to this time is so
   * long that it ends a trip.
   */
  now: number
  /**
   * Returns the waypoints to use instead of the stored ones, to show the result of another decoder. Receives every stored row
   * of the window, oldest first. Returns the new rows in any order, one per time. If absent, the stored rows are used.
   */
  revise?: (stored: readonly WaypointRow[]) => WaypointRow[]
  /**
   * Odometer state from before the newest waypoints, if these were removed. The device's state is then computed again from
   * this odometer state and the remaining waypoints.
   */
  rewind?: CounterState
}

/** Difference between the stored trips and the trips that the waypoints give with today's rules. */
export interface Recalculation {
  /**
   * Start of the window (the stretch of track that was segmented again): the last stable rest before the period. Nothing before
   * a stable rest affects the trips after it.
   */
  windowFrom: number
  /** End of the window: the stable rest after the period. Absent if the window reaches the present. */
  windowTill?: number
  /** Number of waypoints in the window. */
  waypoints: number
  added: TripRecord[]
  changed: { stored: StoredTrip; fresh: TripRecord }[]
  removed: StoredTrip[]
  unchanged: number
  /**
   * Number of waypoints whose validity changes. The validity depends on the speeds that the vehicle needs from the previous
   * waypoint and to the next waypoint.
   */
  verdicts: number
}

/**
 * Additional write in the transaction that saves a recalculation. If the recalculation changes nothing, the transaction
 * contains only this write.
 */
export type AlongWithRecalculation = (client: pg.ClientBase, recalculation: Recalculation) => Promise<void>

/** Returns true if saving the recalculation would change nothing. */
export const isEmpty = ({ added, changed, removed, verdicts }: Recalculation): boolean =>
  added.length + changed.length + removed.length + verdicts === 0

/** Recalculates the trips of a period and returns the differences. Writes nothing. The whole window is in memory. */
export async function recalculateTrips(store: TrackStore, request: RecalculationRequest): Promise<Recalculation> {
  return (await recalculate(store, request)).recalculation
}

/**
 * Recalculates the trips of a period and saves the differences in one transaction. A trip gets the id of the stored trip that
 * it overlaps most. If a consumer process has the device in memory, it detects the change and reads the device again.
 * @throws StaleStateError if a consumer process wrote the device meanwhile. Nothing is saved in that case; call it again
 * @throws TypeError if there is a `revise`. Replace the waypoints first (`TrackStore.replaceWaypoints`), and then call this
 *   without `revise`
 */
export async function applyRecalculation(
  pool: pg.Pool,
  store: TrackStore,
  request: RecalculationRequest,
  along?: AlongWithRecalculation,
): Promise<Recalculation> {
  if (request.revise) throw new TypeError('trips of waypoints that are not stored cannot be saved')
  const { tracked, recalculation } = await recalculate(store, request)
  const also = along && ((client: pg.ClientBase) => along(client, recalculation))
  if (tracked.hasWaypoints && (request.rewind || !isEmpty(recalculation))) await saveDevices([tracked], { pool, store }, also)
  else if (also) await inTransaction(pool, also)
  return recalculation
}

async function recalculate(
  store: TrackStore,
  { device, from, till, now, revise, rewind }: RecalculationRequest,
): Promise<{ tracked: TrackedDevice; recalculation: Recalculation }> {
  const { deviceId } = device
  const state = (await store.loadDeviceStates([deviceId])).get(deviceId)
  const { tracked } = await readDevice(store, device, state, [], now)
  // After the newest waypoints were removed, the window must reach the newest waypoint that is left, even if a stable rest
  // comes before it.
  const frontier = rewind ? -Infinity : tracked.state.lastPositionedAt
  const window = await readPeriod(store, device, { from, till }, frontier)
  if (revise) {
    window.rows = revise(window.rows).sort((left, right) => left.fix.positionedAt - right.fix.positionedAt)
    window.from = Math.min(window.from, window.rows[0]?.fix.positionedAt ?? Infinity)
  }
  const stored = await store.readTrips(deviceId, window.from, window.till ?? FAR_FUTURE)
  cut(tracked, window, stored, now)
  if (rewind) tracked.rewind(window.rows, now, rewind)
  else if (window.till === undefined && !revise) tracked.observe(window.rows, now)
  return { tracked, recalculation: describe(tracked, window, stored) }
}

function describe(
  tracked: TrackedDevice,
  window: { from: number; till?: number; rows: readonly WaypointRow[] },
  stored: readonly StoredTrip[],
): Recalculation {
  const { insert, update, remove } = tracked.trips.changes()
  const byId = new Map(stored.map((trip) => [trip.id, trip]))
  const changed = update.flatMap((entry) => {
    const before = byId.get(entry.id!)
    return before ? [{ stored: before, fresh: tracked.toRecord(entry) }] : []
  })
  const removed = remove.flatMap((id) => byId.get(id) ?? [])
  return {
    windowFrom: window.from,
    ...(window.till === undefined ? {} : { windowTill: window.till }),
    waypoints: window.rows.length,
    added: insert.map((entry) => tracked.toRecord(entry)),
    changed,
    removed,
    unchanged: stored.length - changed.length - removed.length,
    verdicts: changedVerdicts(tracked, window.rows),
  }
}

function changedVerdicts({ verdicts }: TrackedDevice, rows: readonly WaypointRow[]): number {
  return rows.filter(({ fix }) => (verdicts.get(fix.positionedAt) ?? fix.validity) !== fix.validity).length
}
