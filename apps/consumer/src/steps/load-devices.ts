import type { DeviceState } from '@roadbook/track-store'
import { openTrip } from '@roadbook/trips'
import type { Context } from '../context.js'
import type { KnownDevice } from '../device-directory.js'
import type { Lane } from '../lane.js'
import { FAR_FUTURE, recut } from '../recut.js'
import { isRetriable } from '../retry.js'
import { TrackedDevice } from '../tracked-device.js'
import type { Work } from '../work.js'

/** Devices read from the database at the same time. */
const AT_ONCE = 4
const PAGE = 1_000

/**
 * Brings the devices of the batch into memory, before the batch is stored, so that nothing is read back that is at hand. A
 * device that cannot be loaded for a reason of its own is left to segmentation: its waypoints shall be stored all the same.
 */
export async function loadDevices(work: Work, context: Context): Promise<void> {
  const { lane, tracks } = work
  const missing = tracks.filter(({ device }) => !lane.devices.has(device.deviceId)).map(({ device }) => device)
  try {
    await load(lane, missing, context)
  } catch (error) {
    if (isRetriable(error)) throw error
    context.logger.warn({ err: error }, 'could not load some devices')
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
