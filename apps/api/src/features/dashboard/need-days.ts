import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { RequestDatabase } from '../../database/request-database.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { NeedDaysRepository } from './need-days.repository.js'

const COUNT_NEEDS: Job<Record<string, never>> = {
  kind: 'need-days',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 900,
  concurrency: 1,
  // The job runs hourly, so that a machine that is off at night counts as soon as it runs again.
  cron: '23 * * * *',
}

/** Days for which counts are kept. Home needs only a week. The operator can look up older counts. */
const KEPT_DAYS = 35

/**
 * Counts once a day which vehicles need attention. A past count cannot be computed later, because the current states do not
 * show past states.
 */
@Injectable()
export class NeedDays implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly days: NeedDaysRepository,
  ) {}

  onModuleInit(): void {
    this.queue.handle(COUNT_NEEDS, () => this.run())
  }

  run(): Promise<void> {
    return this.database.write('all', async (transaction) => {
      if (await this.days.isCounted(transaction)) return
      await this.days.count(transaction)
      await this.days.forget(transaction, KEPT_DAYS)
    })
  }
}
