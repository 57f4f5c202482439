import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'

/** Time that making an account may take before it is taken back. */
const PROVISIONING_LIMIT_S = 120

/** For whom, and whose. */
interface PlannedAccount {
  email: string
  businessId: number | null
}

/** Notes, in a request's transaction, which accounts are to be brought in line with their user. */
@Injectable()
export class IdentityChanges {
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
}
