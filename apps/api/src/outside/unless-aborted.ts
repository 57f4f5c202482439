import { setTimeout as pause } from 'node:timers/promises'

/** Waits. An abort ends the wait early. */
export const unlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
