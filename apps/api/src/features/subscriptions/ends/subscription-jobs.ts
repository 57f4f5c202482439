import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { SubscriptionEnds } from './subscription-ends.js'

const ENDS: Job<Record<string, never>> = {
  kind: 'subscription-ends',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 30,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 1,
  cron: '*/10 * * * *',
}

/**
 * Runs the jobs. Renewals come first, so that managers are not mailed about a subscription that is renewed. Runs outside
 * requests and serves every business.
 */
@Injectable()
export class SubscriptionJobs implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly ends: SubscriptionEnds,
  ) {}

  onModuleInit(): void {
    this.queue.handle(ENDS, async (_, { jobId }) => {
      await this.ends.renew(jobId)
      await this.ends.send()
    })
  }
}
