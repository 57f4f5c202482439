import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { SendingRepository } from './sending.repository.js'

const FORGET_DELIVERIES: Job<Record<string, never>> = {
  kind: 'forget-webhook-events',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 900,
  concurrency: 1,
  cron: '23 3 * * *',
}

/** Deletes old webhook events and their deliveries. */
@Injectable()
export class ForgetDeliveries implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly sending: SendingRepository,
    @Inject(API_CONFIGURATION) private readonly configuration: Pick<ApiConfiguration, 'WEBHOOK_KEPT_DAYS'>,
  ) {}

  onModuleInit(): void {
    this.queue.handle(FORGET_DELIVERIES, (_payload, { signal }) => this.run(signal))
  }

  /** Deletes in batches, so that an interruption does not undo the batches before it. */
  async run(signal?: AbortSignal): Promise<void> {
    const { WEBHOOK_KEPT_DAYS } = this.configuration
    let left = true
    while (left && !signal?.aborted) {
      left = await this.database.write('all', (transaction) => this.sending.forget(transaction, WEBHOOK_KEPT_DAYS))
    }
  }
}
