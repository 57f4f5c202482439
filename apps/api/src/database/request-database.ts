import { Inject, Injectable } from '@nestjs/common'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { TenantScope } from './tenant-scope.js'
import { API_POOL } from '../configuration.js'
import { ScopedTransaction } from './scoped-transaction.js'

/** The way of every request to the database: a transaction of the role `roadbook_api` with the caller's scope. */
@Injectable()
export class RequestDatabase {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Runs `work` against one snapshot; it can change nothing. */
  read<T>(scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.scoped('ISOLATION LEVEL REPEATABLE READ READ ONLY', scope, work)
  }

  write<T>(scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.scoped('READ WRITE', scope, work)
  }

  private scoped<T>(mode: string, scope: TenantScope, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, async (client) => {
      // Numbers only, so this needs no parameters and takes one round trip; both settings end with the transaction.
      const setting = scope === 'all' ? 'all' : scope.map(wholeNumber).join(',')
      await client.query(`SET TRANSACTION ${mode}; SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = '${setting}'`)
      return work(new ScopedTransaction(client, scope))
    })
  }
}

function wholeNumber(id: number): number {
  if (!Number.isSafeInteger(id)) throw new TypeError('a tenant scope holds business ids')
  return id
}
