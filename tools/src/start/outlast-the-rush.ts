import { growingPauseMs, isConnectionLoss, pause } from '@roadbook/platform'

/** A minute and a half, with the pauses of `growingPauseMs`. */
const ATTEMPTS = 20

/**
 * Does what the launcher has to do in a database that just came back. Everybody who waited for it knocks at once then, and our own
 * connection may be refused or come too late. To give up would end the server, and the next one would meet the same rush.
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
