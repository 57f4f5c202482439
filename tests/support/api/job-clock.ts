import { forOurSessions } from '@roadbook/platform'
import { PgBoss } from 'pg-boss'
import type pg from 'pg'
import { until } from '@roadbook/testing/until'

/** Resolves once an API has opened its queue for jobs of this kind, which it does behind its start. */
export async function queueIsOpen(pool: pg.Pool, kind: string): Promise<void> {
  const queue = async () => (await pool.query<object>('SELECT name FROM jobs.queue WHERE name = $1', [kind])).rows[0]
  // The first API on a database makes the tables of the queue.
  await until(`an API opens its queue for ${kind}`, queue, { outlastsErrors: true })
}

/** Makes the clock strike for jobs that the API does every minute, in the API's own queue. */
export class JobClock {
  private constructor(private readonly queue: PgBoss) {}

  /** Resolves once the API has opened the queue of this kind. */
  static async open({ url, pool }: { url: string; pool: pg.Pool }, kind: string): Promise<JobClock> {
    await queueIsOpen(pool, kind)
    const queue = new PgBoss({
      connectionString: forOurSessions(url),
      schema: 'jobs',
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await queue.start()
    return new JobClock(queue)
  }

  /** Whoever runs may do it, and may die over it. */
  async call(kind: string, payload: object = {}): Promise<string | null> {
    return this.queue.send(kind, payload)
  }

  /** Resolves once the API has done it. */
  async strike(kind: string, payload: object = {}): Promise<void> {
    await this.done(kind, await this.call(kind, payload))
  }

  /** Resolves once somebody has done what was called for. */
  async done(kind: string, id: string | null): Promise<void> {
    const job = async () => {
      const { state, retryCount, output } = (await this.queue.getJobById(kind, id ?? '')) ?? {}
      if (state === 'failed') throw new Error(`${kind}: ${JSON.stringify(output)}`)
      return { state, retryCount, output }
    }
    await until(`the job ${kind} is done`, job, { withinMs: 120_000, fits: ({ state }) => state === 'completed' })
  }

  stop(): Promise<void> {
    return this.queue.stop({ graceful: false })
  }
}
