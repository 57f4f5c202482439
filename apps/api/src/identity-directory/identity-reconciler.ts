import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { WorkNotice } from '@roadbook/contracts'
import { mustHaveSecondFactor } from '@roadbook/contracts/second-factor'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Sql } from '../database/sql.js'
import { WorkNotices } from '../database/work-notices.js'
import { abandonedBy, type ChangeRow, IdentityChangesRepository, IS_DUE, ofAccount } from './identity-changes.repository.js'
import { IDENTITY_DIRECTORY, type IdentityDirectory, type MaybeIdentityDirectory } from './identity-directory.js'

const EVERY_MS = 5_000

/**
 * Updates accounts to match their users. Each row of `identity_changes` names an account to update. The update uses the
 * current state of the user, so rows may be processed in any order and more than once. Runs outside any tenant, as the owner
 * of the tables.
 */
@Injectable()
export class IdentityReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  #rounds: ReturnType<WorkNotices['rounds']> | undefined
  #round: Promise<void> | undefined

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(IDENTITY_DIRECTORY) private readonly directory: MaybeIdentityDirectory,
    private readonly changes: IdentityChangesRepository,
    private readonly notices: WorkNotices,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.directory) return
    const { notices, logger } = this
    const onError = (error: unknown) => logger.warn({ err: error }, 'accounts could not be looked for; next time')
    const look = () => this.runDue().then(() => this.changes.findDueMs())
    this.#rounds = notices.rounds(look, { everyMs: EVERY_MS, notice: WorkNotice.identityChanges, onError })
    this.#rounds.start()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#rounds?.stop()
    await this.#round
  }

  /** Processes all changes that are due. Runs do not overlap. A failed change waits for its next time. */
  runDue(): Promise<void> {
    this.#round ??= this.round().finally(() => (this.#round = undefined))
    return this.#round
  }

  /**
   * Processes one account now, even if it is not yet due, because a user waits for it. Never rejects. Failures are retried
   * later.
   */
  async settle(account: { subject: string } | { key: string }): Promise<void> {
    await this.drain(ofAccount(account))
  }

  /**
   * Removes the accounts that remain from failed invitations of this address. Never rejects.
   * @returns false when the removal is not possible yet, because the provider does not answer
   */
  async settleAbandoned(email: string): Promise<boolean> {
    return (await this.drain(abandonedBy(email))) !== 'failed'
  }

  private async round(): Promise<void> {
    await this.drain(IS_DUE)
  }

  private async drain(which: Sql): Promise<'failed' | 'nothing'> {
    const { directory } = this
    if (!directory) return 'nothing'
    try {
      for (;;) {
        const outcome = await this.next(directory, which)
        if (outcome !== 'done') return outcome
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'accounts could not be brought in line; next time')
      return 'failed'
    }
  }

  /** Takes one change that no other process has taken. */
  private next(directory: IdentityDirectory, which: Sql): Promise<'done' | 'failed' | 'nothing'> {
    return inTransaction(this.pool, async (client) => {
      const transaction = new ScopedTransaction(client, 'all')
      const change = await this.changes.take(transaction, which)
      if (!change) return 'nothing'
      try {
        await this.align(directory, transaction, change)
        await this.changes.end(transaction, change.id)
        return 'done'
      } catch (error) {
        this.logger.warn({ err: error, change: change.id }, 'an account could not be brought in line with its user yet')
        await this.changes.putOff(transaction, change.id, (error as Error).message)
        return 'failed'
      }
    })
  }

  private async align(directory: IdentityDirectory, transaction: ScopedTransaction, change: ChangeRow): Promise<void> {
    const subject = change.subject ?? (await directory.findByKey(change.account_key ?? ''))
    if (subject === undefined) return
    const user = await this.changes.findUser(transaction, this.configuration.OIDC_ISSUER, subject)
    if (!user) return directory.remove(subject)
    if (user.is_deleted) return directory.disable(subject)
    await directory.enable(subject)
    await directory.setProfile(subject, {
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      mustHaveSecondFactor: mustHaveSecondFactor(this.configuration.IDENTITY_TOTP, user.role_key),
    })
  }
}
