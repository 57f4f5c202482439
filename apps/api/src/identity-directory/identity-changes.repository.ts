import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

/** Seconds within which the user of a new account must be stored. After this time, the account is removed. */
const PROVISIONING_LIMIT_S = 120

/** Maximum seconds between two attempts. */
const MAX_PAUSE_S = 3_600

/**
 * An account that must be updated to match its user. It is found by its subject. If it is not certain that the account was
 * created, it is found by its key.
 */
export interface ChangeRow {
  id: number
  subject: string | null
  account_key: string | null
}

interface AccountUserRow {
  email: string
  first_name: string
  last_name: string
  role_key: string
  is_deleted: boolean
}

/** The address of an account, and its business. */
interface PlannedAccount {
  email: string
  businessId: number | null
}

/** Accounts that must be updated to match their users. They are recorded in the transaction of a request. */
@Injectable()
export class IdentityChangesRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Records the account of a user that this transaction changes or deletes. */
  async note(transaction: ScopedTransaction, subject: string, businessId: number | null): Promise<void> {
    await transaction.rows(sql`INSERT INTO identity_changes (subject, business_id) VALUES (${subject}, ${businessId})`)
  }

  /**
   * Records an account that is about to be created. Unless {@link confirm} is called in time, the account is removed again.
   * @returns false while another request creates an account with the same address. That account must not be used, because it
   * may be removed again.
   */
  async plan(transaction: ScopedTransaction, key: string, { email, businessId }: PlannedAccount): Promise<boolean> {
    const rows = await transaction.rows(sql`INSERT INTO identity_changes (account_key, email, business_id, not_before)
      VALUES (${key}, ${email}, ${businessId}, now() + make_interval(secs => ${PROVISIONING_LIMIT_S}))
      ON CONFLICT DO NOTHING RETURNING id`)
    return rows.length === 1
  }

  /**
   * Cancels the planned removal. Call this in the transaction that stores the user.
   * @returns false when the account was removed already
   */
  async confirm(transaction: ScopedTransaction, key: string): Promise<boolean> {
    const rows = await transaction.rows(sql`DELETE FROM identity_changes WHERE account_key = ${key} RETURNING id`)
    return rows.length === 1
  }

  /**
   * Returns milliseconds until the next attempt; null when nothing waits. This method and those below run as the owner of the
   * tables, because they serve no single tenant.
   */
  async findDueMs(): Promise<number | null> {
    const { rows } = await this.pool.query<{ ms: number | null }>(
      'SELECT floor(1000 * extract(epoch FROM min(not_before) - now()))::float8 AS ms FROM identity_changes',
    )
    return rows[0]?.ms ?? null
  }

  /**
   * Takes a change that no other process has, until the transaction ends.
   * @param which condition with the alias c
   */
  take(transaction: ScopedTransaction, which: Sql): Promise<ChangeRow | undefined> {
    return transaction.row<ChangeRow>(sql`SELECT c.id, c.subject, c.account_key FROM identity_changes c WHERE ${which}
      ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED`)
  }

  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM identity_changes WHERE id = ${id}`)
  }

  /** Postpones a change. Each time, the pause is longer. */
  async putOff(transaction: ScopedTransaction, id: number, reason: string): Promise<void> {
    await transaction.rows(sql`UPDATE identity_changes SET attempts = attempts + 1, last_error = ${reason},
        not_before = now() + make_interval(secs => least(${MAX_PAUSE_S}, power(2, least(attempts, 20)) * 5))
      WHERE id = ${id}`)
  }

  /** Returns the user of an account, even if the user was deleted. Returns undefined when the account has no user. */
  findUser(transaction: ScopedTransaction, issuer: string, subject: string): Promise<AccountUserRow | undefined> {
    return transaction.row<AccountUserRow>(sql`
      SELECT u.email, u.first_name, u.last_name, r.key AS role_key, u.deleted_at IS NOT NULL AS is_deleted
      FROM users u JOIN roles r ON r.id = u.role_id WHERE u.issuer = ${issuer} AND u.subject = ${subject}`)
  }
}

/** Returns the condition for changes of this user's account, or of the account that was created with this key. */
export const ofAccount = (account: { subject: string } | { key: string }): Sql =>
  'subject' in account ? sql`c.subject = ${account.subject}` : sql`c.account_key = ${account.key}`

/** Returns the condition for the changes that remain from failed invitations of this address. */
export const abandonedBy = (email: string): Sql =>
  sql`lower(c.email) = lower(${email}) AND (c.attempts > 0 OR c.not_before <= now())`

export const IS_DUE = sql`c.not_before <= now()`
