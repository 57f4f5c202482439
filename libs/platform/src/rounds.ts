import type { Notices } from './notices.js'
import { pause } from './pause.js'

export interface RoundsOptions {
  /** Milliseconds from the begin of one round to that of the next at least. Where nobody can ring, it is looked so often. */
  everyMs: number
  /** Milliseconds after which it is looked although nobody rang. Default fifteen times as many. */
  restMs?: number
  /** Absent: only whoever calls `ring` can. */
  bells?: Notices
  /** The payload that rings. */
  bell?: string
  onError: (error: unknown) => void
}

/** One round; resolves with the milliseconds until something is due of which nobody will ring, if there is such. */
export type RoundsWork = () => Promise<number | null | undefined | void>

/**
 * Does something again and again, never twice at once: soon after somebody rang, when it is due next, or after a rest. An idle
 * process that looks each second for what never comes pays for it all day. What fails is left to the next round.
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
    // An empty one: some may have been missed.
    if (bells) this.#forget = bells.add((payload) => (payload === bell || payload === '') && this.ring())
    this.#running ??= this.#run()
  }

  ring(): void {
    this.#rung.abort()
  }

  /** Resolves when the round that is going on is done. */
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

  /** @returns after how long from its begin it is looked again, unless somebody rings. */
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
