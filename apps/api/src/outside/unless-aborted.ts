import { setTimeout as pause } from 'node:timers/promises'

/** Waits, or not any longer. */
export const unlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
