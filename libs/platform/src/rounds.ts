import type { Notices } from './notices.js'
import { pause } from './pause.js'

export interface RoundsOptions {
  /**
   * Minimum number of milliseconds from the start of one round of work to the start of the next. It is also the polling
   * interval while notifications cannot arrive.
   */
  everyMs: number
  /** Milliseconds after which a round starts without a notification. Default: 15 times `everyMs`. */
  restMs?: number
  /** Source of notifications. If absent, only calls of `ring` start a round early. */
  bells?: Notices
  /** Payload of the notifications that start a round. */
  bell?: string
  onError: (error: unknown) => void
}

/**
 * One round of work. Resolves with the milliseconds until work is due without a notification. Resolves with nothing if no
 * such time is known.
 */
export type RoundsWork = () => Promise<number | null | undefined | void>

/**
 * Runs work repeatedly, one round at a time. A round starts soon after a notification, when work is due, or after a rest.
 * Polling every second instead would keep an idle process busy all day. If work fails, it is tried again in the next round.
 */
export class Rounds {
  readonly #stopping = new AbortController()
  #rung = new AbortController()
  #running: Promise<void> | undefined
  #forget: () => void = () => undefined

  constructor(
    private readonly work: RoundsWork,
    private readonly options: RoundsOptions,
  ) {}

  start(): void {
    const { bells, bell } = this.options
    // An empty payload means that notifications may have been missed.
    if (bells) this.#forget = bells.add((payload) => (payload === bell || payload === '') && this.ring())
    this.#running ??= this.#run()
  }

  ring(): void {
    this.#rung.abort()
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
      this.#rung = new AbortController()
      const restMs = await this.#round()
      await pause(Math.max(0, everyMs - sinceMs()), signal)
      await pause(Math.max(0, restMs - sinceMs()), AbortSignal.any([signal, this.#rung.signal]))
    }
  }

  /** @returns milliseconds from the start of this round to the start of the next, unless a notification comes earlier */
  async #round(): Promise<number> {
    const { everyMs, restMs = 15 * everyMs, bells, onError } = this.options
    try {
      const dueMs = await this.work()
      return bells && !bells.isConnected ? everyMs : Math.max(everyMs, Math.min(restMs, dueMs ?? restMs))
    } catch (error) {
      onError(error)
      return everyMs
    }
  }
}
