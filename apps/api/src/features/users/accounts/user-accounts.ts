import { Inject, Injectable } from '@nestjs/common'
import { mustHaveSecondFactor } from '@roadbook/contracts/second-factor'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Problem } from '../../../http/problems.js'
import { IdentityChangesRepository } from '../../../identity-directory/identity-changes.repository.js'
import {
  type DirectoryProfile,
  DirectoryUnavailable,
  IDENTITY_DIRECTORY,
  type IdentityDirectory,
  type MaybeIdentityDirectory,
  NoSuchAccount,
  RefusedByDirectory,
} from '../../../identity-directory/identity-directory.js'
import { IdentityReconciler } from '../../../identity-directory/identity-reconciler.js'
import type { UserRow } from '../user-list.js'
import { say } from '../texts.js'

const HOUR_MS = 3_600_000

/** Accounts at the identity provider that Roadbook manages for its users. */
@Injectable()
export class UserAccounts {
  constructor(
    @Inject(IDENTITY_DIRECTORY) readonly directory: MaybeIdentityDirectory,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly changes: IdentityChangesRepository,
    private readonly reconciler: IdentityReconciler,
  ) {}

  get issuer(): string {
    return this.configuration.OIDC_ISSUER
  }

  /**
   * Returns the subject (the provider's id) of the account that Roadbook manages for this user. Returns undefined when there
   * is no account, or when it is managed elsewhere.
   */
  ownSubject(user: UserRow): string | undefined {
    if (!this.directory || user.subject === null || user.issuer !== this.issuer) return undefined
    return this.directory.ownsEveryAccount || user.account_managed ? user.subject : undefined
  }

  /**
   * Records that the account must be updated. Runs in the transaction that changes the user, so that the update is not lost
   * if the process crashes.
   */
  async follow(transaction: ScopedTransaction, user: UserRow): Promise<void> {
    const subject = this.ownSubject(user)
    if (subject !== undefined) await this.changes.note(transaction, subject, user.business_id)
  }

  /**
   * Updates the account after the transaction that changed the user. If the provider does not answer, the update is retried
   * later.
   */
  async settle(user: UserRow): Promise<void> {
    const subject = this.ownSubject(user)
    if (subject !== undefined) await this.reconciler.settle({ subject })
  }

  /** Updates the accounts one by one after a transaction that changed many users. Runs in the background. */
  settleAll(): void {
    void this.reconciler.runDue()
  }

  /** @throws Problem 409 when Roadbook does not manage this user's account */
  require(user: UserRow): { directory: IdentityDirectory; subject: string } {
    const subject = this.ownSubject(user)
    if (!this.directory || subject === undefined) {
      throw new Problem('conflict', say('account-elsewhere'))
    }
    return { directory: this.directory, subject }
  }

  /** Returns the profile of an account for a user with this role. */
  profileOf(user: { email: string; first_name: string; last_name: string }, roleKey: string): DirectoryProfile {
    const isRequired = mustHaveSecondFactor(this.configuration.IDENTITY_TOTP, roleKey)
    return { email: user.email, firstName: user.first_name, lastName: user.last_name, mustHaveSecondFactor: isRequired }
  }

  /** Returns the time when a temporary password that is set now will expire. */
  temporaryUntil(): string | null {
    const hours = this.directory?.temporaryPasswordHours
    return hours === undefined ? null : new Date(Date.now() + hours * HOUR_MS).toISOString()
  }
}

/** Returns the problem for an error of a directory. */
export function directoryProblem(error: unknown): unknown {
  if (error instanceof DirectoryUnavailable) {
    return new Problem('unavailable', say('provider-silent'), { retryAfterS: 5, cause: error })
  }
  if (error instanceof RefusedByDirectory) {
    const reason = say(`refused.${error.what}`, { count: error.count })
    return new Problem('conflict', say('provider-refuses', { reason }), { cause: error })
  }
  if (error instanceof NoSuchAccount) {
    return new Problem('conflict', say('account-gone'), { cause: error })
  }
  return error
}
