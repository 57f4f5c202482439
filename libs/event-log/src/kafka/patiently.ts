import { growingPauseMs, pause } from '@roadbook/platform/pause'

/** Maximum attempts. The pauses between them add up to about eleven seconds. */
const MOST_ATTEMPTS = 8

/** Runs `attempt`, and again while `isPassing` classifies the failure as temporary. */
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
