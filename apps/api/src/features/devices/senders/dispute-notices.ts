import { isolated } from '@roadbook/contracts/isolated'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { z } from 'zod'
import { AuditLog } from '../../../audit/audit-log.js'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../../../configuration.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { isMailAddress, Mailer, type MailValues } from '../../../mail/index.js'
import { type DisputeReader, type DisputeRow, DisputesRepository } from './disputes.repository.js'

const DISPUTES: Job<Record<string, never>> = {
  kind: 'sender-disputes',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 10,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/**
 * Notifies the managers of a tracker that two senders used its IMEI. One transaction marks the dispute as notified and writes
 * the mails and the audit entry, so that a crash does not cause a second mail. Runs outside requests and serves every
 * business.
 */
@Injectable()
export class DisputeNotices implements OnModuleInit {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly disputes: DisputesRepository,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.queue.handle(DISPUTES, (_, { jobId }) => this.notifyAll(jobId))
  }

  /** Sends nothing while mail is not configured; the disputes stay pending. */
  private async notifyAll(jobId: string): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) return
    let afterId: number | undefined = 0
    while (afterId !== undefined) afterId = await this.notifyNext(afterId, { jobId, portal: PORTAL_URL })
  }

  /**
   * Notifies managers of the next dispute.
   * @returns its id; undefined when there is none
   */
  private async notifyNext(afterId: number, { jobId, portal }: { jobId: string; portal: string }): Promise<number | undefined> {
    let id: number | undefined
    try {
      await this.database.write('all', async (transaction) => {
        const dispute = await this.disputes.takeNext(transaction, afterId)
        if (!dispute) return
        id = dispute.id
        await this.notify(transaction, dispute, `${portal}/devices?device=${dispute.device_id}`)
        await this.record(transaction, dispute, jobId)
      })
    } catch (error) {
      // A failure must not delay the other disputes. The next run of the job tries this dispute again.
      if (id === undefined) throw error
      this.logger.error({ err: error, dispute: id }, 'cannot notify of a dispute between senders')
    }
    return id
  }

  private async notify(transaction: ScopedTransaction, dispute: DisputeRow, link: string): Promise<void> {
    for (const reader of await this.disputes.readers(transaction, dispute.id)) {
      const { email: to, locale, time_zone: timeZone } = reader
      if (!isMailAddress(to)) continue
      const values = valuesOf(dispute, reader, link)
      await this.mailer.send(transaction, { to, locale, template: 'sender-dispute', values, ...(timeZone && { timeZone }) })
    }
  }

  private record(transaction: ScopedTransaction, dispute: DisputeRow, jobId: string): Promise<void> {
    const { device_id: id, business_id: businessId, network, protocol } = dispute
    return this.audit.recordOutsider(transaction, {
      actor: 'Roadbook',
      origin: { remoteAddress: '', requestId: jobId },
      action: 'device.sender-dispute',
      id,
      businessId,
      after: { sender: { network, protocol } },
    })
  }
}

function valuesOf(dispute: DisputeRow, reader: DisputeReader, link: string): MailValues['sender-dispute'] {
  const { imei, title, entity_name: entityName, began_at: beganAt } = reader
  const names = [imei, title, entityName].filter((name) => name !== null && name !== '')
  const change = dispute.was_believed ? 'undone' : 'aside'
  return {
    firstName: reader.first_name,
    imei,
    trackerName: names.map((name) => isolated(name ?? '')).join(' · '),
    networkName: dispute.network,
    protocolName: dispute.protocol,
    link,
    ...(beganAt ? { change: `${change}Since` as const, beganAt: beganAt.toISOString() } : { change }),
  }
}
