import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type pg from 'pg'
import { z } from 'zod'
import { API_POOL } from '../configuration.js'
import type { Job } from './job.js'
import { JobQueue, KEPT_DAYS } from './job-queue.js'
import { deleteOld } from './jobs.repository.js'

const CLEAN_UP: Job<Record<string, never>> = {
  kind: 'clean-up-jobs',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 300,
  concurrency: 1,
  cron: '17 * * * *',
}

/** Time for which the rows of a table are kept. */
interface Keeping {
  /** Column with the start of that time. */
  since: string
  days: number
}

/**
 * Deletes expired rows once an hour. Each feature sets how long its rows are kept. Runs outside requests and serves every
 * business.
 */
@Injectable()
export class CleanUp implements OnModuleInit {
  readonly #kept = new Map<string, Keeping>([['background_jobs', { since: 'created_at', days: KEPT_DAYS }]])

  constructor(
    private readonly queue: JobQueue,
    @Inject(API_POOL) private readonly pool: pg.Pool,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CLEAN_UP, () => this.run())
  }

  /** Sets how long rows of a table are kept. Call it in `onModuleInit`. */
  forgets(table: string, keeping: Keeping): void {
    if (this.#kept.has(table)) throw new Error(`two rooms say how long rows of ${table} are kept`)
    this.#kept.set(table, keeping)
  }

  async run(): Promise<void> {
    for (const [table, keeping] of this.#kept) await deleteOld(this.pool, table, keeping)
  }
}
