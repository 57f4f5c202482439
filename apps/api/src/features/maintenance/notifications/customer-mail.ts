import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { isMailAddress, Mailer } from '../../../mail/index.js'
import type { MaintenanceNotificationRow } from './notification-list.js'
import { NotificationsRepository } from './notifications.repository.js'

/**
 * Mails a customer about a service that their vehicle had. The mail is written in the transaction that records the service.
 */
@Injectable()
export class CustomerMail {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly notifications: NotificationsRepository,
    private readonly mailer: Mailer,
  ) {}

  /** Sends the mail, if there is a customer with a valid address. */
  async send(transaction: ScopedTransaction, caller: Caller, { entity, trigger }: MaintenanceNotificationRow): Promise<void> {
    const { SMTP_URL, PORTAL_URL: link, SUPPORT_EMAIL: support } = this.configuration
    if (SMTP_URL === undefined || link === undefined) return
    const customer = await this.notifications.findCustomer(transaction, entity.id)
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
