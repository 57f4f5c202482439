import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

export interface Patience {
  /** Time-out in milliseconds. Default: one minute. */
  withinMs?: number
  /** Pause in milliseconds between two checks. Default: 10 ms at first, then longer, up to a quarter of a second. */
  everyMs?: number
  /**
   * If true, an error of the check does not end the wait, for example while a server is starting. Default: the error is
   * thrown.
   */
  outlastsErrors?: boolean
}

/** The values that end a wait. */
type Truthy<T> = Exclude<T, undefined | null | false | 0 | 0n | ''>

/**
 * First pause in milliseconds. It is short, so that a short wait ends soon. In a longer wait the pauses grow, because each
 * check adds load to the process under test.
 */
const FIRST_MS = 10
const GROWTH = 1.3
const LONGEST_MS = 250
/** A check that is still running at the end of the wait has this number of additional milliseconds. */
const GRACE_MS = 2_000
const HANGS = Symbol('hangs')

/**
 * Repeats a check. Returns the check's value as soon as the value is truthy, or as soon as it `fits`.
 * @throws Error after `withinMs`, with a description of the awaited thing and the last value. The time is measured by a
 *   monotonic clock
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  options: Patience & { fits: (value: NonNullable<T>) => boolean },
): Promise<NonNullable<T>>
export async function until<T>(what: string, check: () => T | Promise<T>, options?: Patience): Promise<Truthy<T>>
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  options: Patience & { fits?: (value: NonNullable<T>) => boolean } = {},
): Promise<NonNullable<T>> {
  const { withinMs = 60_000, everyMs, outlastsErrors = false, fits = Boolean } = options
  const deadline = performance.now() + withinMs
  let pauseMs = everyMs ?? FIRST_MS
  const end = new AbortController()
  const hangs = pause(withinMs + GRACE_MS, HANGS, { signal: end.signal }).catch(() => HANGS)
  try {
    for (;;) {
      let last: unknown
      try {
        last = await Promise.race([check(), hangs])
        if (last !== HANGS && last != null && fits(last as NonNullable<T>)) return last as NonNullable<T>
      } catch (error) {
        if (!outlastsErrors) throw error
        last = error
      }
      if (performance.now() > deadline) {
        const error = late(what, withinMs, last)
        // The stack begins at the line of the test.
        Error.captureStackTrace(error, until)
        throw error
      }
      await pause(pauseMs)
      if (everyMs === undefined) pauseMs = Math.min(LONGEST_MS, pauseMs * GROWTH)
    }
  } finally {
    end.abort()
  }
}

/**
 * Resolves like the promise. Rejects if that takes longer than `ms`.
 * @param last describes the state for the error
 */
export async function within<T>(what: string, ms: number, work: Promise<T>, last?: () => unknown): Promise<T> {
  const end = new AbortController()
  const expired = pause(ms, undefined, { signal: end.signal, ref: false }).then(() => {
    throw last ? late(what, ms, last()) : new Error(`not within ${ms / 1_000} s: ${what}`)
  })
  // The promise that loses the race rejects too, and would otherwise have no handler.
  expired.catch(() => undefined)
  try {
    return await Promise.race([work, expired])
  } finally {
    end.abort()
  }
}

function late(what: string, ms: number, last: unknown): Error {
  const cause = last instanceof Error ? { cause: last } : {}
  return new Error(`not within ${ms / 1_000} s: ${what}; last: ${last === HANGS ? 'its check hangs' : shortened(last)}`, cause)
}

/** Shortens a value for a message. Keeps the end of a long text, and the beginning of any other value. */
function shortened(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value === 'string') return value.slice(-3_000)
  const text = inspect(value, { depth: 4, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 200 })
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}
