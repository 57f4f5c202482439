import { growingPauseMs, isConnectionLoss, pause } from '@roadbook/platform'

/** Number of attempts: a minute and a half with the pauses of `growingPauseMs`. */
const ATTEMPTS = 20

/**
 * Runs the launcher's work in a database that has just come back, with retries. All processes connect to it at once then, and the
 * launcher's own connection may be refused or time out. Giving up would end the server, and the next one would face the same
 * rush.
 */
export async function outlastTheRush(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConnectionLoss(error)) throw error
      await pause(growingPauseMs(attempt))
    }
  }
}
