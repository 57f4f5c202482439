import type { Context } from '../context.js'
import type { Work } from '../work.js'

/** Updates each device's current state: position, telemetry and time of last reception. */
export async function updateDeviceState(work: Work, { now }: Context): Promise<void> {
  for (const { tracked, rows, fresh, further, receivedAt, told } of work.tracks) {
    if (!tracked) continue
    // The packets contain only repeats, and none was received later than the device's last message. So there is nothing to
    // save or to show.
    if (!work.isSuspect && fresh.length + further.length === 0 && receivedAt <= tracked.state.lastReceivedAt) continue
    tracked.noteRhythm(receivedAt === 0 ? undefined : (rows[0]?.receivedAt ?? receivedAt))
    tracked.takeFurther(further)
    tracked.state.lastReceivedAt = Math.max(tracked.state.lastReceivedAt, receivedAt)
    tracked.watchClock(told)
    tracked.observe(fresh, now())
  }
}
