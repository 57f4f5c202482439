import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type AccountChange, isMailAddress, Mailer } from '../../../mail/index.js'
import type { Locale } from '../../../texts/locale.js'
import type { UserRow } from '../user-list.js'
import { UsersRepository } from '../users.repository.js'

/**
 * Mails the owner of an account about changes by another user, so that a manager cannot take over an account unnoticed. The
 * mail is written in the transaction of the change.
 */
@Injectable()
export class AccountNotices {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
    private readonly users: UsersRepository,
  ) {}

  /** @param user state before the change */
  async notify(
    transaction: ScopedTransaction,
    caller: Caller,
    user: UserRow,
    change: Exclude<AccountChange, 'email'>,
  ): Promise<void> {
    await this.send(transaction, caller, user, { change }, [user.email])
  }

  /** Mails both the former and the new address, because the new address may belong to the user who changed it. */
  async notifyOfAddress(transaction: ScopedTransaction, caller: Caller, user: UserRow, newEmail: string): Promise<void> {
    const values = { change: 'email' as const, oldEmail: user.email, newEmail }
    await this.send(transaction, caller, user, values, [user.email, newEmail])
  }

  private async send(
    transaction: ScopedTransaction,
    caller: Caller,
    user: UserRow,
    what: { change: AccountChange; oldEmail?: string; newEmail?: string },
    addresses: readonly string[],
  ): Promise<void> {
    const { SMTP_URL, PORTAL_URL: link, SUPPORT_EMAIL: support } = this.configuration
    if (SMTP_URL === undefined || link === undefined || caller.userId === user.id) return
    const changedBy = await this.users.nameOf(transaction, caller.userId)
    const values = { ...what, firstName: user.first_name, changedBy, support, link }
    // No mail is sent to an invalid address, so that an invalid address can be corrected.
    for (const to of addresses.filter(isMailAddress)) {
      await this.mailer.send(transaction, {
        to,
        locale: user.locale as Locale,
        template: 'account-changed',
        values,
        requestedBy: caller,
      })
    }
  }
}
