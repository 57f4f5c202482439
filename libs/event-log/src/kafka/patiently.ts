import { growingPauseMs, pause } from '@roadbook/platform/pause'

/** Maximum number of attempts. The pauses between the attempts take about eleven seconds in total. */
const MOST_ATTEMPTS = 8

/**
 * Runs `attempt`. Repeats it while it fails with temporary failures, for which `isPassing` returns true.
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
