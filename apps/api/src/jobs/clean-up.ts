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

/** When a row is kept no longer. */
interface Keeping {
  /** The column with the moment from which its days count. */
  since: string
  days: number
}

/** Deletes once an hour what was kept long enough. Each room says how long it keeps its rows. Not a request: it looks at every business. */
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

  /** Says how long rows of a table are kept; in `onModuleInit`. */
  forgets(table: string, keeping: Keeping): void {
    if (this.#kept.has(table)) throw new Error(`two rooms say how long rows of ${table} are kept`)
    this.#kept.set(table, keeping)
  }

  async run(): Promise<void> {
    for (const [table, keeping] of this.#kept) await deleteOld(this.pool, table, keeping)
  }
}
