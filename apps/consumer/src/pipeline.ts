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

/** One thing that happens to a batch. It may be repeated after a failure from outside. */
export type Step = (work: Work, context: Context) => Promise<void>

/** What happens to a batch of packets, in this order. The checkpoint follows on its own clock. */
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
 * Takes a batch through every step. While something outside is away a step waits and tries again.
 * @throws whatever a step cannot make anything of; and when `work.signal` aborts.
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
