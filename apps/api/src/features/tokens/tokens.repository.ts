import { Injectable } from '@nestjs/common'
import type { TokenScope } from '../../auth/tokens/token-scope.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type TokenRow, tokenRows } from './token-list.js'

/** Token to add. Only the hash and the first characters of its secret are stored. */
export interface NewToken {
  name: string
  scope: TokenScope
  expiresAt: Date | null
  prefix: string
  secretHash: Buffer
}

@Injectable()
export class TokensRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<TokenRow | undefined> {
    return transaction.row<TokenRow>(tokenRows(transaction, [id]))
  }

  /** Counts a user's valid tokens. Locks the user, so that no other request adds a token until the transaction ends. */
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

  /** @returns true when this call revoked the token; false when it was revoked before */
  async revoke(transaction: ScopedTransaction, id: number, by: number): Promise<boolean> {
    const revoked = await transaction.row(sql`UPDATE api_tokens k SET revoked_at = now(), revoked_by = ${by}
      FROM users u WHERE u.id = k.user_id AND k.id = ${id} AND k.revoked_at IS NULL AND ${transaction.within(sql`u.business_id`)}
      RETURNING k.id`)
    return revoked !== undefined
  }
}
