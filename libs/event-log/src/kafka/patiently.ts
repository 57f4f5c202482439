import { growingPauseMs, pause } from '@roadbook/platform/pause'

/** Tries before giving up; the pauses between them come to about eleven seconds. */
const MOST_ATTEMPTS = 8

/** Tries again while `isPassing` says of the failure that it passes by itself. */
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
