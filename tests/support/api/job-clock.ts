import { forOurSessions } from '@roadbook/platform'
import { PgBoss } from 'pg-boss'
import type pg from 'pg'
import { until } from '@roadbook/testing/until'

/** Resolves when an API has created its queue for jobs of this kind. The API creates its queues after its start. */
export async function queueIsOpen(pool: pg.Pool, kind: string): Promise<void> {
  const queue = async () => (await pool.query<object>('SELECT name FROM jobs.queue WHERE name = $1', [kind])).rows[0]
  // The first API on a database creates the tables of the queue.
  await until(`an API opens its queue for ${kind}`, queue, { outlastsErrors: true })
}

/** Queues jobs that the API otherwise runs every minute, so that a test need not wait for them. Uses the API's own queue. */
export class JobClock {
  private constructor(private readonly queue: PgBoss) {}

  /** Resolves when the API has created the queue of this kind. */
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

  /** Queues a job. Any running API may take the job. The API may be killed while it runs the job. */
  async call(kind: string, payload: object = {}): Promise<string | null> {
    return this.queue.send(kind, payload)
  }

  /** Queues a job and resolves when the API has completed it. */
  async strike(kind: string, payload: object = {}): Promise<void> {
    await this.done(kind, await this.call(kind, payload))
  }

  /** Resolves when an API has completed the job. */
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
