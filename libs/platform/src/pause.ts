/** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

/** Returns the pause in milliseconds before the n-th retry (n from 1). It doubles from 100 ms up to 5 s. */
export const growingPauseMs = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5_000)
