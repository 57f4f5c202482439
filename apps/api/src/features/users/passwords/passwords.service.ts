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
 * Ways back in for somebody who cannot sign in. The provider acts between two transactions, one that asks whether it may and one that
 * writes down what it did: it changes users' rows itself, and would wait for ours. When it fails nothing was written, and when the
 * process dies right after it, whoever asked saw no answer and asks again.
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

  /** Another temporary password, for who lost theirs. Sessions and tokens of every kind end. */
  async setTemporaryPassword(by: Acting, id: number): Promise<TemporaryPasswordDto> {
    const password = generateTemporaryPassword()
    const { directory, subject } = this.accounts.require(await this.allowed(by, id))
    await directory.setTemporaryPassword(subject, password).catch(rethrow)
    await this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.users.endTokens(transaction, id)
      await this.record(transaction, by, 'user.temporary-password', id)
      await this.notices.tell(transaction, by.caller, user, 'password')
    })
    return { temporary_password: password, temporary_password_expires_at: this.accounts.temporaryUntil() }
  }

  /** The invitation once more, with another temporary password where the account is ours: the first one may have run out. */
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
   * A one-time link to hand over, or by mail, so that nobody but the user sees it. Where the provider mails it itself, only
   * the fact that it did.
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
      // A mailed one tells its owner by coming.
      if (!isMailed) await this.notices.tell(transaction, by.caller, user, 'reset-link')
      const job = isMailed ? await this.invitations.sendResetLink(transaction, by.caller, user, url, expiresAt) : null
      return { url: isMailed ? null : url, expires_at: expiresAt.toISOString(), mail_job: job }
    })
  }

  /** The second step is off until the user sets it up again. Whoever holds the lost phone is signed out with it. */
  async resetSecondFactor(by: Acting, id: number): Promise<void> {
    const { directory, subject } = this.accounts.require(await this.allowed(by, id))
    await directory.resetSecondFactor(subject).catch(rethrow)
    await directory.endSessions(subject).catch(rethrow)
    const user = await this.database.write(by.caller.scope, async (transaction) => {
      const user = await this.present(transaction, by.caller, id)
      await this.users.endAccessTokens(transaction, id)
      await this.record(transaction, by, 'user.second-factor-reset', id)
      await this.notices.tell(transaction, by.caller, user, 'second-factor')
      // Who must have one is asked to set it up anew.
      await this.accounts.follow(transaction, user)
      return user
    })
    await this.accounts.settle(user)
  }

  /** Asks, and lets go of what it locked. */
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
