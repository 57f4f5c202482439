import type { Context } from './context.js'
import { untilItWorks } from './retry.js'
import { decodePackets } from './steps/decode-packets.js'
import { loadDevices } from './steps/load-devices.js'
import { publishLive } from './steps/publish-live.js'
import { resolveDevices } from './steps/resolve-devices.js'
import { segmentTrips } from './steps/segment-trips.js'
import { updateDeviceState } from './steps/update-device-state.js'
import { writeWaypoints } from './steps/write-waypoints.js'
import { weighVoices } from './steps/weigh-voices.js'
import type { Work } from './work.js'

/** One step of the processing of a batch. It may run again after an external failure. */
export type Step = (work: Work, context: Context) => Promise<void>

/** Steps for a batch of packets, in the order in which they run. Checkpoints have their own schedule. */
export const PIPELINE: readonly Step[] = [
  decodePackets,
  weighVoices,
  resolveDevices,
  loadDevices,
  writeWaypoints,
  segmentTrips,
  updateDeviceState,
  publishLive,
]

/**
 * Runs a batch through every step. While an external system is unavailable, waits and tries again.
 * @throws errors that another attempt cannot solve, and the abort reason if `work.signal` aborts
 */
export async function run(work: Work, context: Context, heartbeat: () => Promise<void>): Promise<void> {
  for (const step of PIPELINE) {
    await untilItWorks(() => step(work, context), {
      signal: work.signal,
      onRetry: async (error) => {
        context.activity.note()
        context.metrics.retries.inc()
        context.logger.warn({ err: error, step: step.name }, 'waiting to try again')
        await heartbeat()
      },
    })
    context.activity.note()
    await heartbeat()
  }
}
