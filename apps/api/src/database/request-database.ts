import { AsyncLocalStorage } from 'node:async_hooks'
import { Inject, Injectable } from '@nestjs/common'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { TenantScope } from './tenant-scope.js'
import { API_POOL } from '../configuration.js'
import { Problem } from '../http/problems.js'
import { problem } from '../texts/platform.js'
import { FairShares } from './fair-shares.js'
import { inOpenTransaction } from './open-transaction.js'
import { ScopedTransaction } from './scoped-transaction.js'

/** Fraction of the connection pool that one business may use at a time, so that others still get connections. */
const SHARE = 0.6
const PATIENCE_MS = 5_000

/**
 * Runs the transactions of requests, with the database role `roadbook_api` and the caller's scope. A caller with a limited
 * scope gets a share of the pool only. A caller with the scope `all`, such as a job, has no such limit.
 */
@Injectable()
export class RequestDatabase {
  readonly #shares: FairShares
  /**
   * Set while a transaction runs. A nested transaction takes no separate share, because it would wait for the share of the
   * transaction around it.
   */
  readonly #within = new AsyncLocalStorage<true>()

  /** Time limits of the pool. Behind a pooler, settings of a connection may not arrive. */
  readonly #limits: string

  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {
    const { statement_timeout = 0, lock_timeout = 0 } = pool.options
    this.#limits = `SET LOCAL statement_timeout = ${Number(statement_timeout)}; SET LOCAL lock_timeout = ${lock_timeout}`
    this.#shares = new FairShares(Math.ceil(pool.options.max * SHARE), PATIENCE_MS)
  }

  /** Runs `work` in a read-only transaction on one snapshot. */
  read<T>(scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.scoped('ISOLATION LEVEL REPEATABLE READ READ ONLY', scope, work)
  }

  write<T>(scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.scoped('READ WRITE', scope, work)
  }

  private async scoped<T>(mode: string, scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    if (scope === 'all' || this.#within.getStore()) return this.begin(mode, scope, work)
    const giveBack = await this.#shares.take(scope.join())
    if (!giveBack) throw new Problem('tooMany', problem('too-many-at-once'), { retryAfterS: 1 })
    try {
      return await this.#within.run(true, () => this.begin(mode, scope, work))
    } finally {
      giveBack()
    }
  }

  private begin<T>(mode: string, scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, async (client) => {
      // The setting contains only `all` or numbers, so it can be written into the text of the statements safely. Without
      // parameters, the three statements take one round trip. The role and the scope end with the transaction.
      const setting = scope === 'all' ? 'all' : scope.map(wholeNumber).join(',')
      await client.query(
        `SET TRANSACTION ${mode}; ${this.#limits}; SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = '${setting}'`,
      )
      return inOpenTransaction(() => work(new ScopedTransaction(client, scope)))
    })
  }
}

function wholeNumber(id: number): number {
  if (!Number.isSafeInteger(id)) throw new TypeError('a tenant scope holds business ids')
  return id
}
