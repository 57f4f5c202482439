import type { Publisher } from '../publisher.js'
import type { Session } from '../session.js'

const STEP_MS = 100
/** Minimum number of connections closed per step. So few trackers may reconnect at the same time without causing overload. */
const AT_LEAST_PER_STEP = 20

/**
 * Closes the sessions of a stopping gateway evenly over the given time, because a whole fleet that reconnects at the same time
 * would overload the other gateways. Each connection closes when its data is durable and its replies are written.
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
