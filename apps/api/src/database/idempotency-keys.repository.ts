import { Injectable } from '@nestjs/common'
import type { OnceRequest } from '../http/once.js'
import type { ScopedTransaction } from './scoped-transaction.js'
import { sql } from './sql.js'

/** The stored write that used a key first. */
interface FirstRow<T> {
  fingerprint: Buffer
  answer: T
}

/** Idempotency-Keys of writes. Each user's keys are kept for a day. */
@Injectable()
export class IdempotencyKeysRepository {
  async forget(transaction: ScopedTransaction, userId: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM idempotency_keys
      WHERE user_id = ${userId} AND created_at < now() - interval '24 hours'`)
  }

  /**
   * Stores a key. Waits for a concurrent write with the same key.
   * @returns false when another write with this key came first
   */
  async take(transaction: ScopedTransaction, userId: number, { key, fingerprint }: OnceRequest): Promise<boolean> {
    const mine = await transaction.row(sql`INSERT INTO idempotency_keys (user_id, key, fingerprint)
      VALUES (${userId}, ${key}, ${fingerprint}) ON CONFLICT DO NOTHING RETURNING key`)
    return mine !== undefined
  }

  async keepAnswer(transaction: ScopedTransaction, userId: number, key: OnceRequest['key'], answer: unknown): Promise<void> {
    await transaction.rows(sql`UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)}
      WHERE user_id = ${userId} AND key = ${key}`)
  }

  findFirst<T>(transaction: ScopedTransaction, userId: number, key: OnceRequest['key']): Promise<FirstRow<T> | undefined> {
    return transaction.row<FirstRow<T>>(sql`SELECT fingerprint, answer
      FROM idempotency_keys WHERE user_id = ${userId} AND key = ${key} AND created_at >= now() - interval '24 hours'`)
  }
}
