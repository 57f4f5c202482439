import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { BusinessRow, ProfileRow } from './account.row.js'
import type { AccountDto } from './dto/account.dto.js'

/** Maximum businesses in a profile. */
export const LISTED_BUSINESSES = 200

const ACCOUNT = sql`u.first_name, u.last_name, u.address, u.postcode, u.city, u.phone, u.email, u.locale, u.time_zone`

/** Database row of the signed-in user. The row is in the user's scope, because the scope includes the user's own business. */
@Injectable()
export class AccountRepository {
  findProfile(transaction: ScopedTransaction, userId: number): Promise<ProfileRow | undefined> {
    return transaction.row<ProfileRow>(sql`SELECT u.id, u.last_seen_at, ${ACCOUNT} FROM users u WHERE u.id = ${userId}`)
  }

  findAccountForUpdate(transaction: ScopedTransaction, userId: number): Promise<AccountDto | undefined> {
    return transaction.row<AccountDto>(sql`SELECT ${ACCOUNT} FROM users u WHERE u.id = ${userId} FOR UPDATE`)
  }

  async saveAccount(transaction: ScopedTransaction, userId: number, account: AccountDto): Promise<void> {
    await transaction.rows(sql`UPDATE users SET first_name = ${account.first_name}, last_name = ${account.last_name},
      address = ${account.address}, postcode = ${account.postcode}, city = ${account.city}, phone = ${account.phone},
      locale = ${account.locale}, time_zone = ${account.time_zone}, updated_at = now()
      WHERE id = ${userId}`)
  }

  /**
   * Returns the businesses from the root to the user's own, with their kinds. For businesses above the user's own, only the
   * names are shown.
   */
  async findPath(
    transaction: ScopedTransaction,
    businessId: number,
  ): Promise<{ id: number; name: string; kind: BusinessKind }[]> {
    return transaction.rows(sql`SELECT id, name, kind FROM business_path(${businessId}) ORDER BY depth`)
  }

  findBusinesses(transaction: ScopedTransaction, ownId: number | null): Promise<BusinessRow[]> {
    return transaction.rows<BusinessRow>(sql`SELECT b.id, b.name, b.kind, b.show_statistics, b.has_customers, b.is_oem
      FROM businesses b WHERE ${transaction.within(sql`b.id`)}
      ORDER BY b.id IS DISTINCT FROM ${ownId}::int, in_order(b.name), b.id LIMIT ${LISTED_BUSINESSES}`)
  }

  async countBusinesses(transaction: ScopedTransaction): Promise<number> {
    const counted = await transaction.row<{ count: number }>(
      sql`SELECT count(*) AS count FROM businesses b WHERE ${transaction.within(sql`b.id`)}`,
    )
    return counted?.count ?? 0
  }

  /** Returns the user's account at the identity provider; nulls before the first sign-in. */
  findIdentity(
    transaction: ScopedTransaction,
    userId: number,
  ): Promise<{ issuer: string | null; subject: string | null } | undefined> {
    return transaction.row(sql`SELECT u.issuer, u.subject FROM users u WHERE u.id = ${userId}`)
  }

  /** Invalidates the access tokens of these sessions at the identity provider. */
  async endSessions(transaction: ScopedTransaction, sessionIds: readonly string[]): Promise<void> {
    await transaction.rows(
      sql`INSERT INTO ended_sessions (session_id) SELECT unnest(${[...sessionIds]}::text[]) ON CONFLICT DO NOTHING`,
    )
  }
}
