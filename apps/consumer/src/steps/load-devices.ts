import type { DeviceState, WaypointRow } from '@roadbook/track-store'
import { openTrip } from '@roadbook/trips'
import type { Context } from '../context.js'
import type { KnownDevice } from '../device-directory.js'
import type { Lane } from '../lane.js'
import { FAR_FUTURE, recut } from '../recut.js'
import { TrackedDevice } from '../tracked-device.js'
import type { Track, Work } from '../work.js'

/** Devices read from the database at the same time. */
const AT_ONCE = 4
const PAGE = 1_000

/**
 * Brings the devices of the batch into memory and tells their fresh fixes from the late ones. A device that had to be
 * loaded has the whole batch behind it then: its waypoints were stored before.
 */
export async function loadDevices(work: Work, context: Context): Promise<void> {
  const { lane, tracks } = work
  const missing = tracks.filter(({ device }) => !lane.devices.has(device.deviceId)).map(({ device }) => device)
  const loaded = new Set(missing.map(({ deviceId }) => deviceId))
  for (const track of tracks) {
    const known = lane.devices.get(track.device.deviceId)
    if (known) tell(track, known)
    // Remembered even when the device cannot be loaded now: the stored state may be newer than these fixes and without them.
    else track.late = track.rows.map(({ fix }) => fix.positionedAt)
    lane.addLate(track.device.deviceId, track.late)
  }
  await load(lane, missing, context)
  for (const track of tracks) {
    track.tracked = lane.devices.get(track.device.deviceId)!
    track.tracked.device = track.device
    if (loaded.has(track.device.deviceId)) Object.assign(track, { fresh: [], late: [] })
  }
}

/** Puts devices into memory: the stored state, then every waypoint that it has not seen, then the late ones. */
export async function load(lane: Lane, devices: readonly KnownDevice[], context: Context): Promise<void> {
  if (devices.length === 0) return
  const states = await context.store.loadDeviceStates(devices.map(({ deviceId }) => deviceId))
  for (let at = 0; at < devices.length; at += AT_ONCE) {
    const loading = devices.slice(at, at + AT_ONCE).map(async (device) => {
      const tracked = await read(device, states.get(device.deviceId), lane.late.get(device.deviceId) ?? [], context)
      lane.devices.set(device.deviceId, tracked)
    })
    await Promise.all(loading)
  }
}

async function read(
  device: KnownDevice,
  state: DeviceState | undefined,
  late: readonly number[],
  { store, now, metrics }: Context,
): Promise<TrackedDevice> {
  const { deviceId } = device
  const tracked = state ? new TrackedDevice(device, state) : TrackedDevice.unseen(device)
  const open = openTrip(tracked.segmentation)
  if (open) {
    const stored = await store.readTrips(deviceId, open.startedAt, open.startedAt)
    const own = stored.find(({ startedAt }) => startedAt === open.startedAt)
    if (own) tracked.trips.adopt(own)
  }
  const seen = tracked.state.lastPositionedAt
  for (let after = seen; ;) {
    const rows = await store.readWaypoints(deviceId, Math.max(0, after), FAR_FUTURE, { after, limit: PAGE })
    if (rows.length > 0) {
      tracked.segment(rows, now())
      tracked.observe(rows, now())
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)!.fix.positionedAt
  }
  const older = late.filter((positionedAt) => positionedAt <= seen)
  const { windows, present } = await recut(store, tracked, older, now())
  metrics.resegmented.inc(windows)
  if (windows > 0) tracked.observe(present, now())
  return tracked
}

/** Newer than anything stored before the batch: fresh. Of two with one time the table keeps the first, and so do we. */
function tell(track: Track, { state }: TrackedDevice): void {
  const byTime = new Map<number, WaypointRow>()
  for (const row of track.rows) if (!byTime.has(row.fix.positionedAt)) byTime.set(row.fix.positionedAt, row)
  const rows = [...byTime.values()].sort((left, right) => left.fix.positionedAt - right.fix.positionedAt)
  track.fresh = rows.filter(({ fix }) => fix.positionedAt > state.lastPositionedAt)
  track.late = rows.filter(({ fix }) => fix.positionedAt <= state.lastPositionedAt).map(({ fix }) => fix.positionedAt)
}
