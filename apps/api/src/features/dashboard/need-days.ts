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
  // Each hour: a machine that is switched off at night counts when it is on.
  cron: '23 * * * *',
}

/** Home compares with a week ago; the rest is for whoever asks how it went. */
const KEPT_DAYS = 35

/** Counts once a day what needs attention: of what is silent now nothing tells how much was silent a week ago. */
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
