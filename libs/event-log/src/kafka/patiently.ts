import { growingPauseMs, pause } from '@roadbook/platform/pause'

/** Maximum number of attempts. The pauses between the attempts take about eleven seconds in total. */
const MOST_ATTEMPTS = 8

/**
 * Runs `attempt`. If it fails with a temporary failure, for which `isPassing` returns true, runs it again.
 */
export async function patiently<T>(attempt: () => Promise<T>, isPassing: (error: unknown) => boolean): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count === MOST_ATTEMPTS || !isPassing(error)) throw error
      await pause(growingPauseMs(count))
    }
  }
}
