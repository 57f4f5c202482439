import type { Notices } from './notices.js'
import { pause } from './pause.js'

export interface RoundsOptions {
  /**
   * Minimum number of milliseconds from the start of one round of work to the start of the next. It is also the polling
   * interval while notifications cannot arrive.
   */
  everyMs: number
  /** Milliseconds after which a round starts without a notification. Default: 15 times `everyMs`. */
  fallbackMs?: number
  /** Source of notifications. If absent, only calls of `wake` start a round early. */
  notices?: Notices
  /** Payload of the notifications that start a round. */
  notice?: string
  onError: (error: unknown) => void
}

/**
 * One round of work. Resolves with the milliseconds after which work is due even without a notification. Resolves with
 * nothing if no such time is known.
 */
export type RoundsWork = () => Promise<number | null | undefined | void>

/**
 * Runs work repeatedly, one round at a time. A round starts soon after a notification, when work is due, or after a pause.
 * So an idle process need not query for work every second. If work fails, the next round tries it again.
 */
export class Rounds {
  readonly #stopping = new AbortController()
  #woken = new AbortController()
  #running: Promise<void> | undefined
  #forget: () => void = () => undefined

  constructor(
    private readonly work: RoundsWork,
    private readonly options: RoundsOptions,
  ) {}

  start(): void {
    const { notices, notice } = this.options
    // An empty payload means that notifications may have been missed.
    if (notices) this.#forget = notices.add((payload) => (payload === notice || payload === '') && this.wake())
    this.#running ??= this.#run()
  }

  wake(): void {
    this.#woken.abort()
  }

  /** Resolves when the running round has finished. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#forget()
    await this.#running
  }

  async #run(): Promise<void> {
    const { everyMs } = this.options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const began = performance.now()
      const sinceMs = () => performance.now() - began
      this.#woken = new AbortController()
      const pauseMs = await this.#round()
      await pause(Math.max(0, everyMs - sinceMs()), signal)
      await pause(Math.max(0, pauseMs - sinceMs()), AbortSignal.any([signal, this.#woken.signal]))
    }
  }

  /** @returns milliseconds from the start of this round to the start of the next, unless a notification comes earlier */
  async #round(): Promise<number> {
    const { everyMs, fallbackMs = 15 * everyMs, notices, onError } = this.options
    try {
      const dueMs = await this.work()
      return notices && !notices.isConnected ? everyMs : Math.max(everyMs, Math.min(fallbackMs, dueMs ?? fallbackMs))
    } catch (error) {
      onError(error)
      return everyMs
    }
  }
}
