import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { Locale } from '../../../texts/locale.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Problem } from '../../../http/problems.js'
import { Mailer } from '../../../mail/index.js'
import type { UserRow } from '../user-list.js'
import { UsersRepository } from '../users.repository.js'
import { say } from '../texts.js'

/**
 * Means by which an invited user signs in for the first time: a temporary password, or the password of an account that
 * already exists.
 */
export type FirstSignIn = { password: string; expiresAt: string | null } | 'own account'

/** Mails users about their own account. The mails are queued in the transaction of the change. */
@Injectable()
export class Invitations {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
    private readonly users: UsersRepository,
  ) {}

  /** True when mail and the portal's address are both configured. */
  get areMailed(): boolean {
    return this.configuration.SMTP_URL !== undefined && this.configuration.PORTAL_URL !== undefined
  }

  /** @returns the id of the job that sends the mail */
  async invite(transaction: ScopedTransaction, caller: Caller, user: UserRow, how: FirstSignIn): Promise<string> {
    const common = {
      firstName: user.first_name,
      invitedBy: await this.users.nameOf(transaction, caller.userId),
      businessName: user.business_name ?? 'Roadbook',
      link: this.portalUrl(),
    }
    const order = { to: user.email, locale: user.locale as Locale, requestedBy: caller }
    if (how === 'own account') {
      return this.mailer.send(transaction, { ...order, template: 'invitation-sign-in', values: common })
    }
    const { password, expiresAt } = how
    if (expiresAt === null) {
      const values = { ...common, password }
      return this.mailer.send(transaction, { ...order, template: 'invitation-password-lasting', values })
    }
    const values = { ...common, password, expiresAt }
    return this.mailer.send(transaction, { ...order, template: 'invitation-password', values })
  }

  /** @returns the id of the job that sends the mail */
  sendResetLink(transaction: ScopedTransaction, caller: Caller, user: UserRow, link: string, expiresAt: Date): Promise<string> {
    const values = { firstName: user.first_name, link, expiresAt: expiresAt.toISOString() }
    const order = { to: user.email, locale: user.locale as Locale, requestedBy: caller }
    return this.mailer.send(transaction, { ...order, template: 'password-reset', values })
  }

  /** @throws Problem 409 when mail is not configured */
  assertMailed(): void {
    if (!this.areMailed) throw unmailed()
  }

  private portalUrl(): string {
    const { PORTAL_URL } = this.configuration
    if (PORTAL_URL === undefined) throw unmailed()
    return PORTAL_URL
  }
}

const unmailed = () => new Problem('conflict', say('no-mail'))
