import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type AccountChange, isMailAddress, Mailer } from '../../../mail/index.js'
import type { Locale } from '../../../texts/locale.js'
import type { UserRow } from '../user-list.js'
import { UsersRepository } from '../users.repository.js'

/**
 * Tells the owner of an account what somebody else did to it, in the transaction that does it: whoever takes an account over
 * by the rights of a manager does not do so in silence.
 */
@Injectable()
export class AccountNotices {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
    private readonly users: UsersRepository,
  ) {}

  /** @param user as they were before */
  async tell(
    transaction: ScopedTransaction,
    caller: Caller,
    user: UserRow,
    change: Exclude<AccountChange, 'email'>,
  ): Promise<void> {
    await this.send(transaction, caller, user, { change }, [user.email])
  }

  /** To the old address too: the new one may be that of whoever changed it. */
  async tellOfAddress(transaction: ScopedTransaction, caller: Caller, user: UserRow, newEmail: string): Promise<void> {
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
    // An address that no mail can reach must not keep anybody from mending it.
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
