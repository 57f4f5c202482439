import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { z } from 'zod'
import { API_LOGGER } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { SourceFailure } from '../../outside/ask-outside.js'
import { ProviderNews } from './provider-news.js'
import { type PaymentProvider, ProviderRefusal } from './providers/payment-provider.js'
import { PAYMENT_PROVIDER } from './providers/provider-of.js'
import { ProviderPaymentsRepository } from './providers/provider-payments.repository.js'

const LOST: Job<Record<string, never>> = {
  kind: 'lost-payments',
  payload: z.object({}).strip(),
  attempts: 1,
  retryAfterS: 60,
  retryMaxS: 60,
  expireInS: 540,
  concurrency: 1,
  cron: '*/10 * * * *',
}
const AT_ONCE = 100

/**
 * Asks the provider about open payments that had no message for a while. The provider does not repeat its messages forever,
 * so those from a time when the webhook was down may be lost.
 */
@Injectable()
export class LostPayments implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly payments: ProviderPaymentsRepository,
    private readonly news: ProviderNews,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider | undefined,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { provider } = this
    // If no provider is configured now, the schedule is ended, because it may remain from a time when one was configured.
    if (provider) this.queue.handle(LOST, () => this.look(provider))
    else this.queue.handle({ ...LOST, cron: undefined }, () => Promise.resolve())
  }

  private async look({ name }: PaymentProvider): Promise<void> {
    const quiet = await this.database.read('all', (transaction) => this.payments.quiet(transaction, name, AT_ONCE))
    for (const payment of quiet) {
      try {
        await this.news.look(payment)
      } catch (error) {
        if (error instanceof SourceFailure) return
        if (!(error instanceof ProviderRefusal)) throw error
        this.logger.warn({ err: error, payment: payment.id }, error.message)
      }
    }
  }
}
