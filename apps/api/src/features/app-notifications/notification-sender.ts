import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Job, JobQueue, type JobRun } from '../../jobs/index.js'
import { PUSH_DRIVERS, type PushDrivers, type PushOutcome } from '../../push/index.js'
import { SEND_NOTIFICATION } from './send-notification.job.js'
import { type Delivery, type Result, SendingRepository } from './sending.repository.js'
import { say } from './texts.js'

/** Job that finds notifications that need work now. */
const TIMETABLE: Job<Record<string, never>> = {
  kind: 'notification-timetable',
  payload: z.object({}).strip(),
  attempts: 1,
  retryAfterS: 10,
  retryMaxS: 10,
  expireInS: 120,
  concurrency: 1,
  cron: '* * * * *',
}

/** Number of devices in a batch. The results of a batch are stored together. */
const BATCH = 20
const RETRY_MAX_S = 3_600

/**
 * Sends due notifications. The recipients are decided once, in the transaction that starts a notification. Each device is
 * claimed before sending, and its result is stored afterwards. If a process dies, its claims expire. The claimed devices may
 * then get the message twice. Both messages have the same tag, so the second replaces the first. Runs outside requests and
 * serves every business.
 */
@Injectable()
export class NotificationSender implements OnModuleInit {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(PUSH_DRIVERS) private readonly drivers: PushDrivers,
    private readonly database: RequestDatabase,
    private readonly queue: JobQueue,
    private readonly sending: SendingRepository,
  ) {}

  onModuleInit(): void {
    this.queue.handle(TIMETABLE, () => this.askForDue())
    this.queue.handle(SEND_NOTIFICATION, ({ notification_id }, run) => this.send(notification_id, run))
  }

  /** Queues a job for each due notification. A notification that is already being sent has a job. */
  async askForDue(): Promise<void> {
    for (const id of await this.write((transaction) => this.sending.findDue(transaction))) {
      await this.write((transaction) => this.queue.enqueue(transaction, SEND_NOTIFICATION, { notification_id: id }))
    }
  }

  private async send(id: number, { signal }: JobRun): Promise<void> {
    await this.write((transaction) => this.sending.begin(transaction, id))
    const text = await this.write((transaction) => this.sending.text(transaction, id))
    if (!text) return
    while (!signal.aborted) {
      const claimed = await this.write((transaction) => this.sending.claim(transaction, id, BATCH))
      if (claimed.length === 0) break
      const results = await Promise.all(claimed.map((delivery) => this.deliver(id, delivery, text)))
      await this.write((transaction) => this.sending.settle(transaction, results))
    }
    await this.write((transaction) => this.sending.end(transaction, id))
  }

  private async deliver(notificationId: number, delivery: Delivery, text: { title: string; body: string }): Promise<Result> {
    const outcome = await this.outcomeOf(notificationId, delivery, text)
    const { PUSH_ATTEMPTS, PUSH_RETRY_S } = this.configuration
    if (outcome.kind !== 'later' || delivery.attempts >= PUSH_ATTEMPTS) return { id: delivery.id, outcome, againInS: null }
    const pauseS = Math.min(RETRY_MAX_S, PUSH_RETRY_S * 2 ** (delivery.attempts - 1))
    // The random part spreads the retries, so that they do not all reach a provider that is just available again.
    const jitterS = Math.round(Math.random() * pauseS * 0.2)
    return { id: delivery.id, outcome, againInS: Math.max(pauseS + jitterS, outcome.afterS ?? 0) }
  }

  private async outcomeOf(
    notificationId: number,
    { id, kind, address, is_copy }: Delivery,
    text: { title: string; body: string },
  ): Promise<PushOutcome> {
    if (!address) return { kind: 'refused', reason: say('device-gone') }
    const path = is_copy ? `/app-notifications?view=sent&notification=${notificationId}` : '/'
    return this.drivers[kind].send({ id: String(id), address, ...text, tag: `roadbook-${notificationId}`, path })
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
