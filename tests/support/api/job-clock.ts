import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type pg from 'pg'

/** Makes the clock strike for jobs that the API does every minute, in the API's own queue. */
export class JobClock {
  private constructor(private readonly queue: PgBoss) {}

  /** Resolves once the API has opened the queue of this kind. */
  static async open({ url, pool }: { url: string; pool: pg.Pool }, kind: string): Promise<JobClock> {
    const isOpen = () => pool.query('SELECT 1 FROM jobs.queue WHERE name = $1', [kind]).catch(() => ({ rowCount: 0 }))
    while ((await isOpen()).rowCount === 0) await pause(50)
    const queue = new PgBoss({ connectionString: url, schema: 'jobs', migrate: false, supervise: false, schedule: false })
    await queue.start()
    return new JobClock(queue)
  }

  /** Whoever runs may do it, and may die over it. */
  async call(kind: string): Promise<string | null> {
    return this.queue.send(kind, {})
  }

  /** Resolves once the API has done it. */
  async strike(kind: string): Promise<void> {
    const id = await this.call(kind)
    for (;;) {
      const job = await this.queue.getJobById(kind, id ?? '')
      if (job?.state === 'completed') return
      if (job?.state === 'failed') throw new Error(`${kind}: ${JSON.stringify(job.output)}`)
      await pause(50)
    }
  }

  stop(): Promise<void> {
    return this.queue.stop({ graceful: false })
  }
}
