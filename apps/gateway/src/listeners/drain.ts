import type { Publisher } from '../publisher.js'
import type { Session } from '../session.js'

const STEP_MS = 100
/** Few enough to come back at once. */
const AT_LEAST_PER_STEP = 20

/**
 * Sends the trackers of a gateway that ends away, evenly over the given time: a fleet that comes back in one moment is an
 * overload of its own. Of each, what it handed in is durable and answered before its connection closes.
 */
export async function sendAway(sessions: Iterable<Session>, publisher: Publisher, overMs: number): Promise<void> {
  const leaving = [...sessions]
  const perStep = Math.max(AT_LEAST_PER_STEP, Math.ceil((leaving.length * STEP_MS) / overMs))
  while (leaving.length > 0) {
    const group = leaving.splice(0, perStep)
    for (const session of group) session.stopReading()
    await publisher.settled()
    for (const session of group) session.close('draining')
    if (leaving.length > 0) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}
