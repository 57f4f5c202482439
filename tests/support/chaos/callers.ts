import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two requests of one caller. */
const EVERY_MS = 200

/** Users of the API who send requests again and again over open connections, and record every call that fails. */
export class Callers {
  calls = 0
  readonly failures: string[] = []
  #isStopped = false
  readonly #running: Promise<void>[]

  /** @param path path that the callers request */
  constructor(
    private readonly url: string,
    private readonly path: string,
    private readonly token: () => Promise<string>,
    count: number,
  ) {
    this.#running = Array.from({ length: count }, () => this.#ask())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #ask(): Promise<void> {
    while (!this.#isStopped) {
      this.calls++
      try {
        const headers = { authorization: `Bearer ${await this.token()}` }
        const answer = await fetch(`${this.url}${this.path}`, { headers, signal: AbortSignal.timeout(30_000) })
        const text = await answer.text()
        if (!answer.ok) this.failures.push(`${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        const { cause, message } = error as Error
        this.failures.push(`${message} ${String(cause)}`)
      }
      // Sleep: people send requests at a steady rate, and no test depends on the pause.
      await pause(EVERY_MS)
    }
  }
}
