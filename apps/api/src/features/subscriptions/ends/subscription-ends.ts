import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { AT_ONCE, EndingMails } from '../../../endings/index.js'
import { SubscriptionEndsRepository } from './subscription-ends.repository.js'

/**
 * Renews subscriptions at their end (T-18). Mails managers about the end of subscriptions that do not renew: a month before, a
 * week before, and when a vehicle is no longer covered.
 */
@Injectable()
export class SubscriptionEnds {
  constructor(
    private readonly database: RequestDatabase,
    private readonly ends: SubscriptionEndsRepository,
    private readonly mails: EndingMails,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Renews due subscriptions. A subscription that was due several periods ago, after a long outage, is renewed until the end
   * of the present period.
   */
  async renew(jobId: string): Promise<void> {
    const origin = { remoteAddress: '', requestId: jobId }
    let renewed = AT_ONCE
    while (renewed === AT_ONCE) {
      renewed = await this.database.write('all', async (transaction) => {
        const rows = await this.ends.renew(transaction)
        for (const { entity_id: id, business_id: businessId, title, ended_at, ends_at } of rows) {
          await this.audit.recordOutsider(transaction, {
            actor: 'Roadbook',
            origin,
            businessId,
            id,
            action: 'entity.subscription-renew',
            before: { ends_at: ended_at.toISOString() },
            after: { ends_at: ends_at.toISOString(), subscription: title },
          })
        }
        return rows.length
      })
    }
  }

  send(): Promise<void> {
    return this.mails.sendDue({
      template: 'subscriptions-ending',
      note: (transaction) => this.ends.note(transaction),
      pathOf: (kind) => (kind === 'ended' ? '/entities?view=unsubscribed' : '/entities?f.needs=subscription_ending'),
    })
  }
}
