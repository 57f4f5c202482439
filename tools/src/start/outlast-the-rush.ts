import { growingPauseMs, isConnectionLoss, pause } from '@roadbook/platform'

/** Number of attempts. With the pauses of `growingPauseMs`, all attempts take about a minute and a half. */
const ATTEMPTS = 20

/**
 * Runs work of the launcher with retries. It is used after a restart of the database. All processes then connect at the
 * same time, so the launcher's own connection may be refused or time out. Without retries, the product would end, and the
 * same might happen at its next start.
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
