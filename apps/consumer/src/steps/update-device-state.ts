import type { Context } from '../context.js'
import type { Work } from '../work.js'

/** What is known of each device now: position, telemetry, when it was heard. */
export async function updateDeviceState(work: Work, { now }: Context): Promise<void> {
  for (const { tracked, fresh, receivedAt } of work.tracks) {
    if (!tracked) continue
    tracked.state.lastReceivedAt = Math.max(tracked.state.lastReceivedAt, receivedAt)
    tracked.observe(fresh, now())
  }
}
