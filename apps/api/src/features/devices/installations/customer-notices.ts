import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { isMailAddress, Mailer } from '../../../mail/index.js'
import { type CustomerRow, InstallationsRepository } from './installations.repository.js'

/**
 * Mails customers about changes to the tracker of their vehicle (G-107). Only the customer knows whether such a change really
 * took place. The mail is written in the transaction of the change.
 */
@Injectable()
export class CustomerNotices {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
    private readonly installations: InstallationsRepository,
  ) {}

  /** Notifies the customer that the tracker was removed from this vehicle. */
  async notifyOfRemoval(transaction: ScopedTransaction, caller: Caller, entityId: number): Promise<void> {
    await this.send(transaction, caller, 'tracker-removed', await this.installations.customerOfEntity(transaction, entityId))
  }

  /** Notifies a customer that the tracker of their vehicle was installed on this other vehicle. */
  async notifyOfInstallation(transaction: ScopedTransaction, caller: Caller, entityId: number): Promise<void> {
    await this.send(transaction, caller, 'tracker-elsewhere', await this.installations.followedCustomer(transaction, entityId))
  }

  private async send(
    transaction: ScopedTransaction,
    caller: Caller,
    template: 'tracker-removed' | 'tracker-elsewhere',
    customer: CustomerRow | undefined,
  ): Promise<void> {
    const { SMTP_URL, PORTAL_URL: link, SUPPORT_EMAIL: support } = this.configuration
    if (SMTP_URL === undefined || link === undefined || !customer) return
    const { email, locale, first_name: firstName, entity_name: entityName, business_name: businessName } = customer
    // An invalid mail address must not prevent the removal of a tracker.
    if (email === null || !isMailAddress(email)) return
    const values = { firstName, entityName, businessName, support, link }
    await this.mailer.send(transaction, { to: email, locale, template, values, requestedBy: caller })
  }
}
