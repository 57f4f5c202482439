/** Error when too many jobs are waiting. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/**
 * Runs at most `limit` jobs at the same time, in order of arrival. A password hash needs 64 MiB and a core. With the limit,
 * two hundred sign-ins at the same time wait a moment instead of overloading the machine.
 */
export class HashQueue {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly limit = 2,
    private readonly longest = 1_000,
  ) {}

  /** @throws QueueFullError when `longest` jobs already wait */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) {
      if (this.waiting.length >= this.longest) throw new QueueFullError('too many passwords to check at once')
      // A finished job passes its slot to this one, so `running` does not change.
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
