import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { type Job, JobQueue } from '../../jobs/index.js'
import { EndingMails } from '../../endings/index.js'
import { InsuranceEndsRepository } from './insurance-ends.repository.js'

const ENDS: Job<Record<string, never>> = {
  kind: 'insurance-ends',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 30,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 1,
  cron: '5-55/10 * * * *',
}

/**
 * Notifies managers once of each insurance that ends without a successor (T-18). Runs outside requests and serves every
 * business.
 */
@Injectable()
export class InsuranceEnds implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly mails: EndingMails,
    private readonly endings: InsuranceEndsRepository,
  ) {}

  onModuleInit(): void {
    this.queue.handle(ENDS, () =>
      this.mails.sendDue({
        template: 'insurances-ending',
        note: (transaction) => this.endings.note(transaction),
        pathOf: (kind) => `/information?tab=insurance&f.state=${kind === 'ended' ? 'expired' : 'expiring'}`,
      }),
    )
  }
}
