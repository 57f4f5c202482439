import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition holds. @throws Error that names what did not come, after `withinMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
    await pause(everyMs)
  }
}

/** As the promise, unless it takes longer. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const expired = pause(ms, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`not within ${ms / 1_000} s: ${what}`)
  })
  // The loser of the race rejects too, with nobody listening.
  expired.catch(() => undefined)
  try {
    return await Promise.race([work, expired])
  } finally {
    late.abort()
  }
}
