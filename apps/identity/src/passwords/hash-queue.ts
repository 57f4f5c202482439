/** Thrown when more work waits than anybody would wait for. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/**
 * Runs at most `limit` jobs at once, in order of arrival. A password hash costs 64 MiB and a core: two hundred people
 * who sign in at once must wait a moment rather than take the machine down.
 */
export class HashQueue {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly limit = 2,
    private readonly longest = 1_000,
  ) {}

  /** @throws QueueFullError when `longest` jobs already wait. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) {
      if (this.waiting.length >= this.longest) throw new QueueFullError('too many passwords to check at once')
      // The slot of a finished job is handed over, so `running` stays as it is.
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else this.running++
    try {
      return await job()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
