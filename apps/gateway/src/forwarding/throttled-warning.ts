import type { SessionContext } from '../session-context.js'

const LOG_EVERY_MS = 1_000

/**
 * A warning that any sender can cause. So that senders cannot fill the log, it is logged at most once per second, with the
 * number of cases since the previous line.
 */
export class ThrottledWarning {
  #lastAt = -Infinity
  #cases = 0

  constructor(
    private readonly context: Pick<SessionContext, 'logger' | 'now'>,
    private readonly sentence: string,
  ) {}

  /**
   * Counts a case.
   * @param details details of this case, which are logged if a line is due
   */
  give(details: object): void {
    this.#cases++
    const at = this.context.now()
    if (at - this.#lastAt < LOG_EVERY_MS) return
    this.context.logger.warn({ ...details, cases: this.#cases }, this.sentence)
    this.#lastAt = at
    this.#cases = 0
  }
}
