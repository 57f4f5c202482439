import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { isMailAddress, Mailer } from '../../../mail/index.js'
import type { Locale } from '../../../texts/locale.js'
import type { MaintenanceNotificationRow } from './notification-list.js'

interface CustomerRow {
  [column: string]: unknown
  first_name: string
  email: string | null
  locale: Locale
}

/** Tells a customer that their vehicle was looked after, in the transaction that notes it. */
@Injectable()
export class CustomerMail {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
  ) {}

  /** Where there is a customer whom a mail can reach. */
  async tell(transaction: ScopedTransaction, caller: Caller, { entity, trigger }: MaintenanceNotificationRow): Promise<void> {
    const { SMTP_URL, PORTAL_URL: link, SUPPORT_EMAIL: support } = this.configuration
    if (SMTP_URL === undefined || link === undefined) return
    const customer = await transaction.row<CustomerRow>(sql`SELECT k.first_name, k.email, k.locale
      FROM entities e JOIN consumers k ON k.id = e.consumer_id
      WHERE e.id = ${entity.id} AND ${transaction.within(sql`e.business_id`)}`)
    if (!customer || customer.email === null || !isMailAddress(customer.email)) return
    const about = { businessName: entity.business_name, entityName: entity.name, service: trigger.name }
    await this.mailer.send(transaction, {
      to: customer.email,
      locale: customer.locale,
      template: 'service-done',
      requestedBy: caller,
      values: { firstName: customer.first_name, ...about, support, link },
    })
  }
}
