import type { DeviceState, TrackStore } from '@roadbook/track-store'
import { isCurrent, openTrip } from '@roadbook/trips'
import type { KnownDevice } from './device-directory.js'
import { recut } from './recut.js'
import { FAR_FUTURE } from './track-window.js'
import { NEVER, TrackedDevice } from './tracked-device.js'

const PAGE = 1_000

/**
 * One device as its stored waypoints have it: the stored state, then every waypoint that it has not seen, then the late ones.
 * A state that an older segmentation left behind is not trusted: its trips are cut again from the last stable rest on.
 * @param late times of stored fixes that the stored trips do not know.
 * @returns how many windows were cut again, too.
 */
export async function readDevice(
  store: TrackStore,
  device: KnownDevice,
  state: DeviceState | undefined,
  late: readonly number[],
  now: number,
): Promise<{ tracked: TrackedDevice; windows: number }> {
  const tracked = state ? new TrackedDevice(device, state) : TrackedDevice.unseen(device)
  const seen = tracked.state.lastPositionedAt
  const older = late.filter((positionedAt) => positionedAt <= seen)
  if (seen !== NEVER && !isCurrent(tracked.segmentation)) older.push(seen)
  else await goOn(store, tracked, now)
  const { windows, present } = await recut(store, tracked, older, now)
  if (windows > 0) tracked.observe(present, now)
  return { tracked, windows }
}

async function goOn(store: TrackStore, tracked: TrackedDevice, now: number): Promise<void> {
  const { deviceId } = tracked.device
  const open = openTrip(tracked.segmentation)
  if (open) {
    const stored = await store.readTrips(deviceId, open.startedAt, open.startedAt)
    const own = stored.find(({ startedAt }) => startedAt === open.startedAt)
    if (own) tracked.trips.adopt(own)
  }
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
