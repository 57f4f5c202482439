import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type pg from 'pg'
import { z } from 'zod'
import { API_POOL } from '../configuration.js'
import type { Job } from './job.js'
import { JobQueue, KEPT_DAYS } from './job-queue.js'

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

/** No access token of any provider lives as long. */
const ENDED_SESSIONS_DAYS = 7

/** A phone or a browser that has not been heard of for a year is gone. */
const UNSEEN_DAYS = 365

/** Forgets who asked for jobs, reports and mails that are long over, devices for notifications that are gone, and sessions whose tokens have run out. Not a request: it looks at every business. */
@Injectable()
export class CleanUp implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    @Inject(API_POOL) private readonly pool: pg.Pool,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CLEAN_UP, () => this.run())
  }

  async run(): Promise<void> {
    await this.pool.query('DELETE FROM background_jobs WHERE created_at < now() - make_interval(days => $1)', [KEPT_DAYS])
    await this.pool.query('DELETE FROM exported_files WHERE expires_at < now()')
    await this.pool.query('DELETE FROM report_files WHERE expires_at < now()')
    await this.pool.query('DELETE FROM report_requests WHERE created_at < now() - make_interval(days => $1)', [KEPT_DAYS])
    await this.pool.query('DELETE FROM outgoing_mails WHERE created_at < now() - make_interval(days => $1)', [KEPT_DAYS])
    await this.pool.query('DELETE FROM push_registrations WHERE last_seen_at < now() - make_interval(days => $1)', [UNSEEN_DAYS])
    await this.pool.query('DELETE FROM ended_sessions WHERE ended_at < now() - make_interval(days => $1)', [ENDED_SESSIONS_DAYS])
  }
}
