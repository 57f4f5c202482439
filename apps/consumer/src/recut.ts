import { FixValidity } from '@roadbook/contracts'
import type { StoredTrip, TrackStore, WaypointRow } from '@roadbook/track-store'
import { openTrip, segment } from '@roadbook/trips'
import { parametersOf } from './registry/trip-rules.js'
import { oneAnInstant } from './one-an-instant.js'
import { FAR_FUTURE, readWindow, type TrackWindow } from './track-window.js'
import type { TrackedDevice } from './tracked-device.js'

/**
 * Recalculates trips around late fixes that are stored already. It reads the waypoints between the stable rests before and
 * after a late fix (a window), segments them again and applies the differences. Late fixes in the same window are processed
 * together.
 * @param late times of the late fixes
 * @returns the number of windows that were segmented. If a window reached the newest waypoint, also the rows of this window,
 *   because the caller must then compute the device's present state from these rows
 */
export async function recut(
  store: TrackStore,
  tracked: TrackedDevice,
  late: readonly number[],
  now: number,
): Promise<{ windows: number; present: WaypointRow[] }> {
  const waiting = [...new Set(late)].sort((left, right) => left - right)
  const { deviceId } = tracked.device
  let present: WaypointRow[] = []
  let windows = 0
  while (waiting.length > 0) {
    const window = await readWindow(store, tracked.device, waiting, tracked.state.lastPositionedAt)
    cut(tracked, window, await store.readTrips(deviceId, window.from, window.till ?? FAR_FUTURE), now)
    if (window.till === undefined) present = window.rows
    windows++
  }
  return { windows, present }
}

/** Segments a window and replaces the device's trips in it. Changes only the memory. The caller must save the device. */
export function cut(tracked: TrackedDevice, { from, till, rows }: TrackWindow, stored: StoredTrip[], now: number): void {
  const parameters = parametersOf(tracked.device)
  const { trips, implausible, state } = segment(
    oneAnInstant(rows).map(({ fix }) => fix),
    parameters,
  )
  const open = till === undefined ? openTrip(state) : undefined
  const isOpen = !tracked.isSilent(now, state)
  tracked.trips.replace(from, till ?? Infinity, stored, trips, open && { trip: open, isOpen })
  if (till === undefined) tracked.segmentation = state
  const isImplausible = new Set(implausible)
  for (const { fix } of rows) {
    if (isImplausible.has(fix.positionedAt)) tracked.verdicts.set(fix.positionedAt, FixValidity.implausibleSpeed)
    else if (fix.validity === FixValidity.implausibleSpeed) tracked.verdicts.set(fix.positionedAt, FixValidity.valid)
  }
  tracked.isDirty = true
}
