import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type UserRow, userRows, usersById } from './user-list.js'
import type { RoleRow, UserFields } from './user-values.js'

@Injectable()
export class UsersRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<UserRow | undefined> {
    return transaction.row<UserRow>(usersById(transaction, [id]))
  }

  /** Finds users and locks them. */
  async findAllForUpdate(transaction: ScopedTransaction, ids: readonly number[]): Promise<UserRow[]> {
    const these = sql`u.id = ANY (${[...ids]}::int[])`
    await transaction.rows(
      sql`SELECT u.id FROM users u WHERE ${these} AND ${transaction.within(sql`u.business_id`)} ORDER BY u.id FOR UPDATE`,
    )
    return transaction.rows<UserRow>(userRows(transaction, these))
  }

  /** Finds the user with this address, if in scope. */
  findByEmail(transaction: ScopedTransaction, email: string): Promise<UserRow | undefined> {
    return transaction.row<UserRow>(userRows(transaction, sql`lower(u.email) = lower(${email})`))
  }

  /** Returns the first and last name of a user in scope. */
  async nameOf(transaction: ScopedTransaction, id: number): Promise<string> {
    const user = await this.findOne(transaction, id)
    return user ? `${user.first_name} ${user.last_name}` : 'Roadbook'
  }

  /** Finds a role by its key or displayed name. */
  findRole(transaction: ScopedTransaction, keyOrName: string): Promise<RoleRow | undefined> {
    return transaction.row<RoleRow>(sql`SELECT r.id, r.key, r.name,
        ARRAY(SELECT permission FROM role_permissions WHERE role_id = r.id ORDER BY 1) AS permissions
      FROM roles r WHERE r.key = ${keyOrName} OR r.name = ${keyOrName}`)
  }

  async countSuperAdmins(transaction: ScopedTransaction): Promise<number> {
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*) AS count FROM users u
      JOIN roles r ON r.id = u.role_id WHERE r.key = 'super-admin' AND u.deleted_at IS NULL`)
    return counted?.count ?? 0
  }

  /** @returns the new id; undefined when the address belongs to another user, even to one out of scope */
  async add(
    transaction: ScopedTransaction,
    fields: UserFields,
    place: { roleId: number; businessId: number | null; account?: { issuer: string; subject: string } },
  ): Promise<number | undefined> {
    const { issuer = null, subject = null } = place.account ?? {}
    const row = await transaction.row<{ id: number }>(sql`INSERT INTO users
      (issuer, subject, account_managed, business_id, role_id, email, first_name, last_name, address, postcode, city, phone,
        telephone, locale)
      VALUES (${issuer}, ${subject}, ${subject !== null}, ${place.businessId}, ${place.roleId}, ${fields.email},
        ${fields.first_name}, ${fields.last_name}, ${fields.address}, ${fields.postcode}, ${fields.city}, ${fields.phone},
        ${fields.telephone}, ${fields.locale})
      ON CONFLICT ((lower(email))) DO NOTHING RETURNING id`)
    return row?.id
  }

  async save(
    transaction: ScopedTransaction,
    id: number,
    fields: UserFields,
    place: { roleId: number; businessId: number | null },
  ): Promise<void> {
    await transaction.rows(sql`UPDATE users SET email = ${fields.email}, first_name = ${fields.first_name},
      last_name = ${fields.last_name}, address = ${fields.address}, postcode = ${fields.postcode}, city = ${fields.city},
      phone = ${fields.phone}, telephone = ${fields.telephone}, locale = ${fields.locale}, role_id = ${place.roleId},
      business_id = ${place.businessId}, updated_at = now() WHERE id = ${id}`)
  }

  /** Deletes or restores a user. In both cases, the user's tokens of every kind end. */
  async markDeleted(transaction: ScopedTransaction, id: number, isDeleted: boolean): Promise<void> {
    await transaction.rows(sql`WITH marked AS (
        UPDATE users SET deleted_at = CASE WHEN ${isDeleted}::boolean THEN now() END, tokens_valid_from = now(),
          updated_at = now() WHERE id = ${id}
      )
      UPDATE api_tokens SET revoked_at = now() WHERE user_id = ${id} AND revoked_at IS NULL`)
  }

  async endTokens(transaction: ScopedTransaction, id: number): Promise<void> {
    await this.endAccessTokens(transaction, id)
    await this.revokeApiTokens(transaction, id)
  }

  /** Ends the access tokens of the user's sign-ins; API tokens stay valid. */
  async endAccessTokens(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE users SET tokens_valid_from = now() WHERE id = ${id}`)
  }

  async destroy(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM users u WHERE u.id = ${id} AND ${transaction.within(sql`u.business_id`)}`)
  }

  private async revokeApiTokens(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE api_tokens SET revoked_at = now() WHERE user_id = ${id} AND revoked_at IS NULL`)
  }
}
