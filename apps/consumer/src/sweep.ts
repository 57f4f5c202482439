import type { Logger } from '@roadbook/platform'

/** Looks for something again and again, never twice at once. What fails is left to the next round. */
export class Sweep {
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  start(everyMs: number): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#sweep().finally(() => (this.#running = undefined))
    }, everyMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #sweep(): Promise<void> {
    try {
      await this.work()
    } catch (error) {
      this.logger.warn({ err: error }, `could not look for ${this.what}; the next sweep does`)
    }
  }
}
