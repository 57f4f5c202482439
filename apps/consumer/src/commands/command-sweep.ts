import type { Context } from '../context.js'
import { publishNotices } from './notices.js'
import { settleOverdue } from './overdue-commands.js'

/** Looks for overdue commands again and again, never twice at once. */
export class CommandSweep {
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(private readonly context: Pick<Context, 'pool' | 'log' | 'logger'>) {}

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
    const { pool, log, logger } = this.context
    try {
      await publishNotices(log, await settleOverdue(pool))
    } catch (error) {
      logger.warn({ err: error }, 'could not look for overdue commands; the next sweep does')
    }
  }
}
