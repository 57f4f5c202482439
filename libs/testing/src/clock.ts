import { setTimeout as wait } from 'node:timers/promises'

/** Clock that is passed as a dependency. Times are milliseconds since 1970 UTC. */
export interface Clock {
  now(): number
  /** Resolves after `ms`. Rejects with the signal's reason if the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(Math.max(0, ms), undefined, { signal }),
}

/** A clock that moves only in `advance`. */
export class FakeClock implements Clock {
  #now: number
  #sleepers: { until: number; wake: () => void }[] = []

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    return new Promise((wake, fail) => {
      const sleeper = { until: this.#now + ms, wake }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
    })
  }

  /** Advances by `ms`. Wakes sleepers in their order, and lets each one run before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settle()
      const next = this.#sleepers.filter((sleeper) => sleeper.until <= until).sort((one, other) => one.until - other.until)[0]
      if (!next) break
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next)
      this.#now = Math.max(this.#now, next.until)
      next.wake()
    }
    this.#now = until
  }
}

/** Lets all resolved promises run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
