import { Injectable } from '@nestjs/common'
import { IDEMPOTENCY_KEY } from '../http/idempotency-key.js'
import type { OnceRequest } from '../http/once.js'
import { withSentences } from '../texts/sentence.js'
import { invalid } from '../http/problems.js'
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js'
import { RequestDatabase } from './request-database.js'
import type { ScopedTransaction } from './scoped-transaction.js'
import type { TenantScope } from './tenant-scope.js'
import { problem } from '../texts/platform.js'

/** The user of a write, and its Idempotency-Key. */
interface Writing {
  caller: { userId: number; scope: TenantScope }
  once: OnceRequest | null
}

/**
 * Runs a write with an Idempotency-Key at most once a day. The key is stored in the same transaction as the write, so either
 * both are saved or neither is. If two requests with the same key run at the same time, the second waits and gets the result
 * of the first.
 */
@Injectable()
export class OnceOnly {
  constructor(
    private readonly database: RequestDatabase,
    private readonly keys: IdempotencyKeysRepository,
  ) {}

  /**
   * Runs a write in its own transaction.
   * @param keep returns the part of the result that may be stored and returned again
   */
  write<T>(by: Writing, run: (transaction: ScopedTransaction) => Promise<T>, keep = (result: T) => result): Promise<T> {
    const { caller, once } = by
    return this.database.write(caller.scope, (transaction) =>
      once ? this.do(transaction, caller, once, () => run(transaction), keep) : run(transaction),
    )
  }

  private async do<T>(
    transaction: ScopedTransaction,
    caller: Writing['caller'],
    once: OnceRequest,
    run: () => Promise<T>,
    keep: (result: T) => T,
  ): Promise<T> {
    await this.keys.forget(transaction, caller.userId)
    if (!(await this.keys.take(transaction, caller.userId, once))) {
      const first = await this.recall<T>(transaction, caller, once)
      if (!first) throw new Error('a key that was just taken is gone')
      return first.answer
    }
    const result = await run()
    await this.keys.keepAnswer(transaction, caller.userId, once.key, keep(result))
    return result
  }

  /** Returns the stored result of a write with this key; undefined when there is none or it is still running. */
  async recall<T>(
    transaction: ScopedTransaction,
    caller: Writing['caller'],
    { key, fingerprint }: OnceRequest,
  ): Promise<{ answer: T } | undefined> {
    const first = await this.keys.findFirst<T>(transaction, caller.userId, key)
    if (first && !first.fingerprint.equals(fingerprint)) {
      throw invalid({ [IDEMPOTENCY_KEY]: [problem('another-write')] })
    }
    return first && { ...first, answer: withSentences(first.answer) as T }
  }
}
