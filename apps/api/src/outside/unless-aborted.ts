import { setTimeout as pause } from 'node:timers/promises'

/** Waits, but ends early on an abort. */
export const unlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
