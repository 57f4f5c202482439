import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Problem } from '../../../http/problems.js'
import { generateTemporaryPassword } from '../../../identity-directory/temporary-password.js'
import { AccountNotices } from '../accounts/account-notices.js'
import type { InvitationDto, ResetLinkDto, TemporaryPasswordDto } from '../dto/user.dto.js'
import { Invitations } from '../accounts/invitations.js'
import { assertSomebodyElse, ManagedUsers } from '../managed-users.js'
import { directoryProblem, UserAccounts } from '../accounts/user-accounts.js'
import type { UserRow } from '../user-list.js'
import { UsersRepository } from '../users.repository.js'
import { say } from '../texts.js'

/**
 * Restores access for users who cannot sign in. There are three steps. A transaction checks whether the change is allowed.
 * Then the identity provider changes the account. Then another transaction records the change. The provider is not called
 * within a transaction: the embedded provider (apps/identity) updates the user's row in the same database, and would wait for
 * our lock on that row. If the provider fails, nothing is recorded. If the process dies after the provider's change, nothing
 * is recorded either, but the caller gets no response and repeats the request.
 */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly users: UsersRepository,
    private readonly managed: ManagedUsers,
    private readonly accounts: UserAccounts,
    private readonly invitations: Invitations,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
  ) {}

  /** Sets a new temporary password. Ends the user's sessions and tokens of every kind. */
  async setTemporaryPassword(by: Acting, id: number): Promise<TemporaryPasswordDto> {
    const password = generateTemporaryPassword()
    const { directory, subject } = this.accounts.require(await this.allowed(by, id))
    await directory.setTemporaryPassword(subject, password).catch(rethrow)
    await this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.users.endTokens(transaction, id)
      await this.record(transaction, by, 'user.temporary-password', id)
      await this.notices.notify(transaction, by.caller, user, 'password')
    })
    return { temporary_password: password, temporary_password_expires_at: this.accounts.temporaryUntil() }
  }

  /**
   * Sends the invitation again. If Roadbook manages the account, the mail has a new temporary password, because the first
   * password may have expired.
   */
  async inviteAgain(by: Acting, id: number): Promise<InvitationDto> {
    const invited = await this.allowed(by, id)
    this.invitations.assertMailed()
    if (invited.last_seen_at) throw new Problem('conflict', say('signed-in-already'))
    const own = this.accounts.ownSubject(invited) === undefined ? undefined : this.accounts.require(invited)
    const password = own ? generateTemporaryPassword() : null
    const expiresAt = own ? this.accounts.temporaryUntil() : null
    if (own && password) await own.directory.setTemporaryPassword(own.subject, password).catch(rethrow)
    return this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.record(transaction, by, 'user.invite', id)
      if (own) await this.users.endTokens(transaction, id)
      const how = password ? { password, expiresAt } : 'own account'
      const job = await this.invitations.invite(transaction, by.caller, user, how)
      return { temporary_password: password, temporary_password_expires_at: expiresAt, invitation_job: job }
    })
  }

  /**
   * Makes a one-time link for setting a password. Either the caller gets the link and passes it on, or the link is mailed so
   * that only the user sees it. If the provider itself mails the link, the response does not contain it.
   */
  async createResetLink(by: Acting, id: number, { isMailed = false } = {}): Promise<ResetLinkDto> {
    const asked = await this.allowed(by, id)
    if (isMailed) this.invitations.assertMailed()
    const { directory, subject } = this.accounts.require(asked)
    const link = await directory.createResetLink(subject).catch(rethrow)
    return this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.record(transaction, by, 'user.reset-link', id)
      if (link.kind === 'mailed') return { url: null, expires_at: null, mail_job: null }
      const { url, expiresAt } = link
      // No separate notice is needed if the link is mailed, because that mail already informs the owner.
      if (!isMailed) await this.notices.notify(transaction, by.caller, user, 'reset-link')
      const job = isMailed ? await this.invitations.sendResetLink(transaction, by.caller, user, url, expiresAt) : null
      return { url: isMailed ? null : url, expires_at: expiresAt.toISOString(), mail_job: job }
    })
  }

  /** Removes the second factor until the user sets one up again. Ends all sessions, including those on a lost phone. */
  async resetSecondFactor(by: Acting, id: number): Promise<void> {
    const { directory, subject } = this.accounts.require(await this.allowed(by, id))
    await directory.resetSecondFactor(subject).catch(rethrow)
    await directory.endSessions(subject).catch(rethrow)
    const user = await this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.users.endAccessTokens(transaction, id)
      await this.record(transaction, by, 'user.second-factor-reset', id)
      await this.notices.notify(transaction, by.caller, user, 'second-factor')
      // Records that the account must be updated; `settle` below updates it. The account says whether this user must have a
      // second factor. If so, the provider asks the user to set one up.
      await this.accounts.follow(transaction, user)
      return user
    })
    await this.accounts.settle(user)
  }

  /** Checks the permission in a separate transaction, so that no row is locked while the provider is called. */
  private allowed(by: Acting, id: number): Promise<UserRow> {
    return this.database.write(by.caller.scope, (transaction) => this.present(transaction, by.caller, id))
  }

  private async present(transaction: ScopedTransaction, caller: Caller, id: number): Promise<UserRow> {
    const { user } = await this.managed.forUpdate(transaction, caller, id, 'update:user')
    assertSomebodyElse(caller, user, 'own-password')
    if (user.deleted_at) throw new Problem('conflict', say('is-deleted'))
    return user
  }

  private record(transaction: ScopedTransaction, by: Acting, action: string, id: number) {
    return this.audit.record(transaction, by, action, { id })
  }
}

function rethrow(error: unknown): never {
  throw directoryProblem(error)
}
