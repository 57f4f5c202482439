import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { SendingRepository } from './sending.repository.js'

const FORGET_RESULTS: Job<Record<string, never>> = {
  kind: 'forget-push-results',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 900,
  concurrency: 1,
  cron: '41 2 * * *',
}

/** Deletes the outcomes by device some time after a notification was sent. The notification keeps the counts. */
@Injectable()
export class ForgetResults implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly sending: SendingRepository,
    @Inject(API_CONFIGURATION) private readonly configuration: Pick<ApiConfiguration, 'PUSH_RESULTS_DAYS'>,
  ) {}

  onModuleInit(): void {
    this.queue.handle(FORGET_RESULTS, (_payload, { signal }) => this.run(signal))
  }

  /** Deletes in batches. After an interruption, the next run therefore continues with the remaining ones. */
  async run(signal?: AbortSignal): Promise<void> {
    const { PUSH_RESULTS_DAYS } = this.configuration
    let left = true
    while (left && !signal?.aborted) {
      left = await this.database.write('all', (transaction) => this.sending.forgetResults(transaction, PUSH_RESULTS_DAYS))
    }
  }
}
