import { StaleStateError } from '@roadbook/track-store'
import type { Context } from './context.js'
import type { Lane } from './lane.js'
import { recut } from './recut.js'
import { isRetriable, untilItWorks } from './retry.js'
import { load } from './steps/load-devices.js'
import { publishPositions } from './steps/publish-live.js'
import type { TrackedDevice } from './tracked-device.js'

/**
 * If another process has written states of this lane's devices meanwhile, they are loaded again and the checkpoint is tried
 * again. After this number of times, the checkpoint fails.
 */
const MAX_RELOADS = 3

/**
 * Writes everything of a lane (all data of one partition) that is only in memory, and then advances the log's offset.
 * Everything before the offset is then in the database. Call it through `Lane.inTurn`.
 */
export async function checkpoint(lane: Lane, context: Context, signal: AbortSignal): Promise<void> {
  const batch = lane.uncommitted
  const onRetry = noteRetry(lane, context)
  await cutLate(lane, context, signal)
  const changed = await untilItWorks(() => write(lane, context), { signal, onRetry })
  for (const deviceId of lane.late.keys()) if (lane.devices.has(deviceId)) lane.late.delete(deviceId)
  const { progress } = lane
  if (batch) {
    signal.throwIfAborted()
    if (progress) {
      progress.saved(batch.messages.at(-1)!.offset)
      await untilItWorks(() => context.together.progress.do(progress.claim), { signal, onRetry })
    }
    await batch.commit()
    if (lane.uncommitted === batch) lane.uncommitted = undefined
  }
  await untilItWorks(() => publishPositions(changed, context), { signal, onRetry })
  context.activity.note()
}

/**
 * Writes everything that is in memory, but does not advance the log's offset, because the trips do not include the late fixes
 * yet. So after a crash the messages with the late fixes are read again. Call it through `Lane.inTurn`.
 */
export async function saveStates(lane: Lane, context: Context, signal: AbortSignal): Promise<void> {
  const onRetry = noteRetry(lane, context)
  const changed = await untilItWorks(() => write(lane, context), { signal, onRetry })
  await untilItWorks(() => publishPositions(changed, context), { signal, onRetry })
  context.activity.note()
}

const noteRetry =
  (lane: Lane, { activity, metrics, logger }: Context) =>
  (error: unknown) => {
    activity.note()
    metrics.retries.inc()
    logger.warn({ err: error, partition: lane.partition }, 'waiting to write a checkpoint')
  }

/** Maximum number of windows (stretches of track to recalculate) that are read at the same time. */
const AT_ONCE = 4

/**
 * Recalculates trips around late fixes. It runs once per checkpoint and not once per batch, because one recalculation of a
 * window serves all late fixes in it. If a tracker sends its buffer newest first, every packet is late, and most of these
 * packets are in one window. Call it through `Lane.inTurn`.
 * @param most maximum number of devices. If only a few devices are processed at a time, batches do not wait long
 * @returns true if no late fix is left
 */
export function cutLate(lane: Lane, context: Context, signal: AbortSignal, most = Infinity): Promise<boolean> {
  context.activity.note()
  const onRetry = noteRetry(lane, context)
  return untilItWorks(() => cutDevices(lane, context, most), { signal, onRetry })
}

async function cutDevices(lane: Lane, context: Context, most: number): Promise<boolean> {
  const all = [...lane.late].flatMap(([deviceId, late]) => {
    const tracked = lane.devices.get(deviceId)
    return tracked && tracked.lateCut !== late ? [tracked] : []
  })
  const waiting = all.slice(0, most)
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    await Promise.all(waiting.slice(at, at + AT_ONCE).map((tracked) => cutDevice(tracked, lane, context)))
  }
  return waiting.length === all.length
}

/**
 * Recalculates one device. If this fails, the other devices are still recalculated. The failed device is dropped from memory,
 * and its next packet starts another attempt.
 */
async function cutDevice(tracked: TrackedDevice, lane: Lane, { store, metrics, now, logger }: Context): Promise<void> {
  const { deviceId, imei } = tracked.device
  const late = lane.late.get(deviceId) ?? []
  try {
    const { windows, present } = await recut(store, tracked, late, now())
    metrics.resegmented.inc(windows)
    if (present.length > 0) tracked.observe(present, now())
    tracked.lateCut = late
  } catch (error) {
    if (isRetriable(error)) throw error
    logger.error({ err: error, imei }, 'could not cut late fixes of a device in')
    metrics.checkpoints.inc({ result: 'failed' })
    lane.devices.delete(deviceId)
  }
}

/**
 * Writes the changed devices of a lane.
 * @returns the devices whose trips were added, removed, opened or closed
 */
async function write(lane: Lane, context: Context): Promise<TrackedDevice[]> {
  for (let reloads = 0; ; reloads++) {
    const dirty = [...lane.devices.values()].filter((tracked) => tracked.isDirty && tracked.isHeard)
    try {
      return await save(dirty, context)
    } catch (error) {
      if (isRetriable(error)) throw error
      if (error instanceof StaleStateError && reloads < MAX_RELOADS) await reload(lane, error.deviceIds, context)
      else if (error instanceof StaleStateError) throw error
      else return saveOneByOne(lane, dirty, context)
    }
  }
}

async function reload(lane: Lane, deviceIds: readonly number[], context: Context): Promise<void> {
  context.logger.warn({ deviceIds, partition: lane.partition }, 'another process wrote these devices: reading them again')
  const devices = deviceIds.flatMap((deviceId) => lane.devices.get(deviceId)?.device ?? [])
  const renewed = await context.directory.renew(devices.map(({ imei }) => imei))
  await load(
    lane,
    devices.map((device) => renewed.get(device.imei) ?? device),
    context,
  )
}

/**
 * Saves devices one by one. If one device fails, the other devices are still saved. The failed device is dropped from memory,
 * and its next packet starts another attempt.
 */
async function saveOneByOne(lane: Lane, dirty: readonly TrackedDevice[], context: Context): Promise<TrackedDevice[]> {
  const changed: TrackedDevice[] = []
  for (const tracked of dirty) {
    try {
      changed.push(...(await save([tracked], context)))
    } catch (error) {
      if (isRetriable(error) || error instanceof StaleStateError) throw error
      context.logger.error({ err: error, imei: tracked.device.imei }, 'could not save a device and its trips')
      context.metrics.checkpoints.inc({ result: 'failed' })
      lane.devices.delete(tracked.device.deviceId)
    }
  }
  return changed
}

/**
 * Saves devices together with those of other lanes.
 * @returns the devices of this call whose trips were added, removed, opened or closed
 */
export async function save(devices: readonly TrackedDevice[], context: Context): Promise<TrackedDevice[]> {
  if (devices.length === 0) return []
  const changed = await context.together.devices.do(devices)
  context.metrics.checkpoints.inc({ result: 'written' })
  return devices.filter((tracked) => changed.has(tracked))
}
