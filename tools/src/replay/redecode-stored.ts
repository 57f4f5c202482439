import type { SpeedUnit } from '@roadbook/contracts'
import { readDevices } from '@roadbook/consumer/registry/read-devices'
import type { Protocol } from '@roadbook/protocols'
import { createTrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import { applyDifference } from './apply-difference.js'
import { byTracker } from './by-tracker.js'
import { compareDevice, isDifferent, type DeviceDifference } from './compare-device.js'
import { ExpectedTrack } from './expected-track.js'
import type { FrameSource, Selection } from './selection.js'

export interface RedecodeOptions {
  pool: pg.Pool
  source: FrameSource
  selection: Selection
  /** Today's decoders. */
  protocols: readonly Protocol[]
  /** True to write the differences. Otherwise nothing is written. */
  apply: boolean
  /**
   * UTC offset of the trackers' local time, in minutes east of UTC. If given, it replaces the offset that was configured
   * when a frame came.
   */
  utcOffsetMinutes?: number
  /** Unit of the trackers' speeds. If given, it replaces the unit that was configured when a frame came. */
  speedUnit?: SpeedUnit
  /** Called with the result of each tracker, one after the other. */
  onDevice: (difference: DeviceDifference) => void
  /** Called for each tracker that is not registered. */
  onUnknown: (imei: string, frames: number) => void
  now?: () => number
}

/**
 * Decodes stored frames with today's decoders and compares the result with the stored data, waypoint by waypoint and trip by
 * trip. With `apply` it corrects the stored data.
 * @returns the number of trackers, and how many of them differ
 */
export async function redecodeStored(options: RedecodeOptions): Promise<{ trackers: number; different: number }> {
  const { pool, source, selection, protocols, apply, utcOffsetMinutes, speedUnit, onDevice, onUnknown, now = Date.now } = options
  const store = createTrackStore(pool)
  const instead = { ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }), ...(speedUnit !== undefined && { speedUnit }) }
  let trackers = 0
  let different = 0
  for await (const { imei, frames } of byTracker(source, selection)) {
    const device = (await readDevices(pool, [imei])).get(imei)
    if (!device) {
      onUnknown(imei, frames.length)
      continue
    }
    const told = frames.map((frame) => ({ ...frame, ...instead }))
    const expected = new ExpectedTrack(device, told, protocols)
    const difference = await compareDevice({ pool, store, now: now() }, expected)
    trackers++
    if (isDifferent(difference)) {
      different++
      if (apply) await applyDifference({ pool, store, now }, expected, difference)
    }
    onDevice(difference)
  }
  return { trackers, different }
}
