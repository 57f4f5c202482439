import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

/** Time that making an account may take before it is taken back. */
const PROVISIONING_LIMIT_S = 120

/** The longest time between two attempts. */
const MAX_PAUSE_S = 3_600

/** An account that is to be brought in line: by its subject, or by the key of one that may have been made. */
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

/** The address of an account, and the business that it belongs to. */
interface PlannedAccount {
  email: string
  businessId: number | null
}

/** Which accounts are to be brought in line with their user. The transaction of a request notes them. */
@Injectable()
export class IdentityChangesRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** The account of a user that this transaction changes or deletes. */
  async note(transaction: ScopedTransaction, subject: string, businessId: number | null): Promise<void> {
    await transaction.rows(sql`INSERT INTO identity_changes (subject, business_id) VALUES (${subject}, ${businessId})`)
  }

  /**
   * An account that is about to be made: unless {@link confirm} says otherwise in time, it is removed again.
   * @returns false while one is made for the same address: whoever found that one at the provider would have a user without an account
   *   as soon as it is removed
   */
  async plan(transaction: ScopedTransaction, key: string, { email, businessId }: PlannedAccount): Promise<boolean> {
    const rows = await transaction.rows(sql`INSERT INTO identity_changes (account_key, email, business_id, not_before)
      VALUES (${key}, ${email}, ${businessId}, now() + make_interval(secs => ${PROVISIONING_LIMIT_S}))
      ON CONFLICT DO NOTHING RETURNING id`)
    return rows.length === 1
  }

  /** In the transaction that stores the user. @returns false when the account has been taken back already */
  async confirm(transaction: ScopedTransaction, key: string): Promise<boolean> {
    const rows = await transaction.rows(sql`DELETE FROM identity_changes WHERE account_key = ${key} RETURNING id`)
    return rows.length === 1
  }

  /** Milliseconds until what failed is tried again; null where nothing waits. As the owner, as all below: there is no tenant. */
  async findDueMs(): Promise<number | null> {
    const { rows } = await this.pool.query<{ ms: number | null }>(
      'SELECT floor(1000 * extract(epoch FROM min(not_before) - now()))::float8 AS ms FROM identity_changes',
    )
    return rows[0]?.ms ?? null
  }

  /** Takes one that no other process has taken, until the transaction ends. @param which alias: c */
  take(transaction: ScopedTransaction, which: Sql): Promise<ChangeRow | undefined> {
    return transaction.row<ChangeRow>(sql`SELECT c.id, c.subject, c.account_key FROM identity_changes c WHERE ${which}
      ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED`)
  }

  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM identity_changes WHERE id = ${id}`)
  }

  /** It comes again, later each time. */
  async putOff(transaction: ScopedTransaction, id: number, reason: string): Promise<void> {
    await transaction.rows(sql`UPDATE identity_changes SET attempts = attempts + 1, last_error = ${reason},
        not_before = now() + make_interval(secs => least(${MAX_PAUSE_S}, power(2, least(attempts, 20)) * 5))
      WHERE id = ${id}`)
  }

  /** The user of an account, also a deleted one; undefined where it is nobody's. */
  findUser(transaction: ScopedTransaction, issuer: string, subject: string): Promise<AccountUserRow | undefined> {
    return transaction.row<AccountUserRow>(sql`
      SELECT u.email, u.first_name, u.last_name, r.key AS role_key, u.deleted_at IS NOT NULL AS is_deleted
      FROM users u JOIN roles r ON r.id = u.role_id WHERE u.issuer = ${issuer} AND u.subject = ${subject}`)
  }
}

/** Changes of the account of this user, or of the one that was asked for under this key. */
export const ofAccount = (account: { subject: string } | { key: string }): Sql =>
  'subject' in account ? sql`c.subject = ${account.subject}` : sql`c.account_key = ${account.key}`

/** Changes that invitations of this address left behind, where those came to nothing. */
export const abandonedBy = (email: string): Sql =>
  sql`lower(c.email) = lower(${email}) AND (c.attempts > 0 OR c.not_before <= now())`

export const IS_DUE = sql`c.not_before <= now()`
