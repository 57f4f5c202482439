/** Resolves after `ms`, or as soon as `signal` aborts. It never rejects. */
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

/**
 * Waits for `work`, but not longer than `ms`. It leaves no timer behind.
 * @returns the result of the work, or undefined if it takes longer
 * @throws the error of the work. If `tooLate` is given and the work takes longer, throws `tooLate`
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined>
export function within<T>(ms: number, work: Promise<T>, tooLate: () => Error): Promise<T>
export async function within<T>(ms: number, work: Promise<T>, tooLate?: () => Error): Promise<T | undefined> {
  const done = new AbortController()
  const late = pause(ms, done.signal).then(() => {
    if (tooLate && !done.signal.aborted) throw tooLate()
    return undefined
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}

/** Returns the pause in milliseconds before the n-th retry (n from 1). The pause doubles from 100 ms up to 5 s. */
export const growingPauseMs = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5_000)
