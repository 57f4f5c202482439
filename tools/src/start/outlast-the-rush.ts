import { growingPauseMs, isConnectionLoss, pause } from '@roadbook/platform'

/** Number of attempts. With the pauses of `growingPauseMs` they take about a minute and a half. */
const ATTEMPTS = 20

/**
 * Runs work of the launcher with retries. It is used when the database has just come back. All processes then connect at once,
 * and the launcher's own connection may be refused or time out. Giving up would end the product, and after its next start the
 * same would happen.
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
