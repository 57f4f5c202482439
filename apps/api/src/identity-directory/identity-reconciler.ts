import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Bell } from '@roadbook/contracts'
import { mustHaveSecondFactor } from '@roadbook/contracts/second-factor'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { type Sql, sql } from '../database/sql.js'
import { WorkBells } from '../database/work-bells.js'
import { IDENTITY_DIRECTORY, type IdentityDirectory, type MaybeIdentityDirectory } from './identity-directory.js'

const EVERY_MS = 5_000
/** The longest time between two attempts. */
const MAX_PAUSE_S = 3_600

interface ChangeRow {
  id: number
  subject: string | null
  account_key: string | null
}

interface UserRow {
  email: string
  first_name: string
  last_name: string
  role_key: string
  is_deleted: boolean
}

/**
 * Brings accounts in line with their users: what `identity_changes` names is looked at anew, so that however often and in
 * whatever order it is done, the account ends up as its user is now. Runs outside any tenant, as the owner.
 */
@Injectable()
export class IdentityReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  #rounds: ReturnType<WorkBells['rounds']> | undefined
  #round: Promise<void> | undefined

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(IDENTITY_DIRECTORY) private readonly directory: MaybeIdentityDirectory,
    private readonly bells: WorkBells,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.directory) return
    const { bells, logger } = this
    const onError = (error: unknown) => logger.warn({ err: error }, 'accounts could not be looked for; next time')
    const look = () => this.runDue().then(() => this.dueMs())
    this.#rounds = bells.rounds(look, { everyMs: EVERY_MS, bell: Bell.identityChanges, onError })
    this.#rounds.start()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#rounds?.stop()
    await this.#round
  }

  /** Everything that is due. Rounds do not overlap; a failure waits for its next time. */
  runDue(): Promise<void> {
    this.#round ??= this.round().finally(() => (this.#round = undefined))
    return this.#round
  }

  /** One account now, whether due or not, because somebody waits for it. Never rejects: what fails is tried again later. */
  async settle(account: { subject: string } | { key: string }): Promise<void> {
    const which = 'subject' in account ? sql`c.subject = ${account.subject}` : sql`c.account_key = ${account.key}`
    await this.drain(which)
  }

  /**
   * Takes back what an invitation of this address left behind that came to nothing. Never rejects.
   * @returns false where that cannot be done yet, because the provider does not answer
   */
  async settleAbandoned(email: string): Promise<boolean> {
    const left = sql`lower(c.email) = lower(${email}) AND (c.attempts > 0 OR c.not_before <= now())`
    return (await this.drain(left)) !== 'failed'
  }

  /** Milliseconds until what failed is tried again; null when all accounts are in line. */
  private async dueMs(): Promise<number | null> {
    const { rows } = await this.pool.query<{ ms: number | null }>(
      'SELECT floor(1000 * extract(epoch FROM min(not_before) - now()))::float8 AS ms FROM identity_changes',
    )
    return rows[0]?.ms ?? null
  }

  private async round(): Promise<void> {
    await this.drain(sql`c.not_before <= now()`)
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
      const { rows } = await client.query<ChangeRow>(
        sql`SELECT c.id, c.subject, c.account_key FROM identity_changes c WHERE ${which}
          ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED`.toQuery(),
      )
      const [change] = rows
      if (!change) return 'nothing'
      try {
        await this.align(directory, client, change)
        await client.query('DELETE FROM identity_changes WHERE id = $1', [change.id])
        return 'done'
      } catch (error) {
        this.logger.warn({ err: error, change: change.id }, 'an account could not be brought in line with its user yet')
        await client.query(
          `UPDATE identity_changes SET attempts = attempts + 1, last_error = $2,
             not_before = now() + make_interval(secs => least($3, power(2, least(attempts, 20)) * 5))
           WHERE id = $1`,
          [change.id, (error as Error).message, MAX_PAUSE_S],
        )
        return 'failed'
      }
    })
  }

  private async align(directory: IdentityDirectory, client: pg.PoolClient, change: ChangeRow): Promise<void> {
    const subject = change.subject ?? (await directory.findByKey(change.account_key ?? ''))
    if (subject === undefined) return
    const { rows } = await client.query<UserRow>(
      `SELECT u.email, u.first_name, u.last_name, r.key AS role_key, u.deleted_at IS NOT NULL AS is_deleted
       FROM users u JOIN roles r ON r.id = u.role_id WHERE u.issuer = $1 AND u.subject = $2`,
      [this.configuration.OIDC_ISSUER, subject],
    )
    const [user] = rows
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
