import { type DeviceState, NEVER, type StoredTrip, type TrackStore } from '@roadbook/track-store'
import { isCurrent, openTrip, type SegmentationState } from '@roadbook/trips'
import type { KnownDevice } from './registry/known-device.js'
import { recut } from './recut.js'
import { FAR_FUTURE } from './track-window.js'
import { TrackedDevice } from './tracked-device.js'

const PAGE = 1_000

/** Data about a device that is not in its state. One query returns this data for many devices. */
export interface Foreknown {
  /** Time of the device's newest waypoint. Absent if the device has none. */
  newest?: number
  /** The stored trip that is in progress according to the device's state. */
  underWay?: StoredTrip
}

/**
 * Queries this data for many devices together. For most devices it shows that no waypoint is newer than the state, so no
 * further query is needed.
 */
export async function foresee(
  store: TrackStore,
  states: readonly Pick<DeviceState, 'deviceId' | 'segmentation'>[],
): Promise<(deviceId: number) => Foreknown> {
  const starts = new Map<number, number>()
  for (const { deviceId, segmentation } of states) {
    const open = segmentation === undefined ? undefined : openTrip(segmentation as SegmentationState)
    if (open) starts.set(deviceId, open.startedAt)
  }
  const newest = await store.newestTimes(states.map(({ deviceId }) => deviceId))
  const trips = await store.tripsStartingAt(starts)
  return (deviceId) => {
    const [time, underWay] = [newest.get(deviceId), trips.get(deviceId)]
    return { ...(time === undefined ? {} : { newest: time }), ...(underWay && { underWay }) }
  }
}

/**
 * Restores a device from its stored state. Then adds the waypoints that were stored after that state, and the late fixes. If
 * an older version of the segmentation wrote the state, the device's trips are segmented again from the last stable rest on.
 * @param late times of stored fixes that the stored trips do not contain yet
 * @param foreknown the device's data from {@link foresee}. If absent, it is queried
 * @returns the device, and the number of windows (stretches of its track) that were segmented again
 */
export async function readDevice(
  store: TrackStore,
  device: KnownDevice,
  state: DeviceState | undefined,
  late: readonly number[],
  now: number,
  foreknown?: Foreknown,
): Promise<{ tracked: TrackedDevice; windows: number }> {
  const tracked = state ? new TrackedDevice(device, state) : TrackedDevice.unseen(device)
  const seen = tracked.state.lastPositionedAt
  const older = late.filter((positionedAt) => positionedAt <= seen)
  if (seen !== NEVER && !isCurrent(tracked.segmentation)) older.push(seen)
  else await goOn(store, tracked, now, foreknown)
  const { windows, present } = await recut(store, tracked, older, now)
  if (windows > 0) tracked.observe(present, now)
  return { tracked, windows }
}

async function goOn(store: TrackStore, tracked: TrackedDevice, now: number, foreknown?: Foreknown): Promise<void> {
  const { deviceId } = tracked.device
  const { newest = NEVER, underWay } = foreknown ?? (await foresee(store, [tracked.state]))(deviceId)
  if (underWay) tracked.trips.adopt(underWay)
  if (newest <= tracked.state.lastPositionedAt) return
  for (let after = tracked.state.lastPositionedAt; ;) {
    const rows = await store.readWaypoints(deviceId, Math.max(0, after), FAR_FUTURE, { after, limit: PAGE })
    if (rows.length > 0) {
      tracked.segment(rows, now)
      tracked.observe(rows, now)
    }
    if (rows.length < PAGE) return
    after = rows.at(-1)!.fix.positionedAt
  }
}
