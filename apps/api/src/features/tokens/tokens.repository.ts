import { Injectable } from '@nestjs/common'
import { findFirstKeys, findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { NewToken, TokenRow } from './token.row.js'
import { TOKEN_LIST } from './token-list.js'

const COLUMNS = sql`k.id, k.name, k.scope, k.prefix, k.user_id, u.first_name || ' ' || u.last_name AS user_name, u.business_id,
  k.created_at, k.expires_at, k.revoked_at, k.last_used_at, k.last_used_from`

const FROM = sql`FROM api_tokens k JOIN users u ON u.id = k.user_id`

/** Tokens of users in scope. */
const source = (transaction: ScopedTransaction): Sql => sql`${FROM} WHERE ${transaction.within(sql`u.business_id`)}`

const listSource = (transaction: ScopedTransaction): ListSource => ({
  ...{ key: sql`k.id`, from: FROM, where: transaction.within(sql`u.business_id`), isOnePass: true },
})

@Injectable()
export class TokensRepository {
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: TokenRow[]; total: number }> {
    const { keys, total } = await findPageKeys<number>(transaction, listSource(transaction), criteria, TOKEN_LIST)
    return { rows: await this.findAll(transaction, keys), total }
  }

  /** Of the tokens of the criteria, in their order. */
  findIds(transaction: ScopedTransaction, criteria: ListCriteria, limit: number): Promise<number[]> {
    return findFirstKeys<number>(transaction, listSource(transaction), criteria, TOKEN_LIST, limit)
  }

  /** In the order of the ids. */
  async findAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<TokenRow[]> {
    const these = sql`k.id = ANY (${[...ids]}::int[])`
    const rows = await transaction.rows<TokenRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND ${these}`)
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  findOne(transaction: ScopedTransaction, id: number): Promise<TokenRow | undefined> {
    return transaction.row<TokenRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND k.id = ${id}`)
  }

  /** Those of a user that open something; their user's row is locked, so that nobody makes another one meanwhile. */
  async countUsable(transaction: ScopedTransaction, userId: number): Promise<number> {
    await transaction.rows(sql`SELECT u.id FROM users u WHERE u.id = ${userId} FOR UPDATE`)
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*) AS count FROM api_tokens k
      WHERE k.user_id = ${userId} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`)
    return counted?.count ?? 0
  }

  async add(transaction: ScopedTransaction, userId: number, token: NewToken): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO api_tokens
        (user_id, name, scope, prefix, secret_hash, expires_at)
      VALUES (${userId}, ${token.name}, ${token.scope}, ${token.prefix}, ${token.secretHash}, ${token.expiresAt})
      RETURNING id`)
    if (!added) throw new Error('a token that was just added is not in the scope of who added it')
    return added.id
  }

  /** @returns whether it was not revoked before. */
  async revoke(transaction: ScopedTransaction, id: number, by: number): Promise<boolean> {
    const revoked = await transaction.row(sql`UPDATE api_tokens k SET revoked_at = now(), revoked_by = ${by}
      FROM users u WHERE u.id = k.user_id AND k.id = ${id} AND k.revoked_at IS NULL AND ${transaction.within(sql`u.business_id`)}
      RETURNING k.id`)
    return revoked !== undefined
  }
}
