import type { SpeedUnit } from '@roadbook/contracts'
import { readDevices } from '@roadbook/consumer/device-directory'
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
  /** Write what differs. Without it nothing is written. */
  apply: boolean
  /** Minutes east of UTC that the trackers' local time is taken for, instead of what was configured when they sent. */
  utcOffsetMinutes?: number
  /** In what their speeds are taken to be sent, instead of what was configured when they sent. */
  speedUnit?: SpeedUnit
  /** Told of every tracker, one after the other. */
  onDevice: (difference: DeviceDifference) => void
  /** Told of trackers that nobody has registered. */
  onUnknown: (imei: string, frames: number) => void
  now?: () => number
}

/**
 * Runs stored frames through today's decoders and compares what they say, waypoint by waypoint and trip by trip, with what
 * is stored; with `apply` makes the stored what they say.
 * @returns how many trackers there were, and how many differ.
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
