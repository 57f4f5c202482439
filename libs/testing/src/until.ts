import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

export interface Patience {
  /** It gives up after so long. Default a minute. */
  withinMs?: number
  /** It pauses so long between two looks. Default: 10 ms at first, then longer and longer, up to a quarter of a second. */
  everyMs?: number
  /** It waits on when the check throws, as a server that is starting makes it do. Default: the error goes through at once. */
  outlastsErrors?: boolean
}

/** The values that end a wait. */
type Truthy<T> = Exclude<T, undefined | null | false | 0 | 0n | ''>

/** What is awaited comes soon, or it takes its time: each look is work for whoever is to bring it. */
const FIRST_MS = 10
const GROWTH = 1.3
const LONGEST_MS = 250
/** A check that hangs may go on for so long after the end. */
const GRACE_MS = 2_000
const HANGS = Symbol('hangs')

/**
 * Looks again and again, and returns what the check gave once that is truthy, or once it `fits`.
 * @throws Error that names what did not come, and what the check gave last, after `withinMs` by a clock that nobody sets.
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
        // The test's line is the one to look at.
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

/** As the promise, unless it takes longer. @param last says what came instead, when it did not come */
export async function within<T>(what: string, ms: number, work: Promise<T>, last?: () => unknown): Promise<T> {
  const end = new AbortController()
  const expired = pause(ms, undefined, { signal: end.signal, ref: false }).then(() => {
    throw last ? late(what, ms, last()) : new Error(`not within ${ms / 1_000} s: ${what}`)
  })
  // The loser of the race rejects too, with nobody listening.
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

/** The end of a long text says most, and the beginning of anything else. */
function shortened(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value === 'string') return value.slice(-3_000)
  const text = inspect(value, { depth: 4, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 200 })
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}
