import type { Context } from '../context.js'
import type { KnownDevice } from '../registry/known-device.js'
import type { Lane } from '../lane.js'
import { foresee, readDevice } from '../read-device.js'
import { isRetriable } from '../retry.js'
import type { Work } from '../work.js'

/** Maximum number of devices that are read from the database at the same time. */
const AT_ONCE = 4

/**
 * Loads the batch's devices into memory before the batch is stored. If they were loaded afterwards, the batch's fixes would
 * have to be read from the database again. If a device cannot be loaded, its waypoints are stored nevertheless, and the
 * segmentation step loads it again.
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

/** Loads devices into memory from their stored waypoints. */
export async function load(lane: Lane, devices: readonly KnownDevice[], context: Context): Promise<void> {
  if (devices.length === 0) return
  const { store, metrics, now } = context
  const states = await store.loadDeviceStates(devices.map(({ deviceId }) => deviceId))
  const foreknown = await foresee(
    store,
    devices.map(({ deviceId }) => states.get(deviceId) ?? { deviceId }),
  )
  for (let at = 0; at < devices.length; at += AT_ONCE) {
    const loading = devices.slice(at, at + AT_ONCE).map(async (device) => {
      const { deviceId } = device
      const late = lane.late.get(deviceId)
      const { tracked, windows } = await readDevice(store, device, states.get(deviceId), late ?? [], now(), foreknown(deviceId))
      tracked.lateCut = late
      metrics.resegmented.inc(windows)
      lane.devices.set(deviceId, tracked)
    })
    await Promise.all(loading)
  }
}
