import { isUnanswered } from '@roadbook/platform'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { TenantScope } from './tenant-scope.js'
import { type Sql, sql } from './sql.js'

/**
 * A transaction limited to one caller's scope. Every repository method takes a transaction as its first parameter, so a query
 * without a tenant does not compile. {@link within} limits a query to the tenant, and row-level security enforces the same
 * limit in the database.
 */
export class ScopedTransaction {
  #hasSavepoint = false

  constructor(
    private readonly client: PoolClient,
    readonly scope: TenantScope,
  ) {}

  async rows<Row extends QueryResultRow>(statement: Sql): Promise<Row[]> {
    return (await this.client.query<Row>(statement.toQuery())).rows
  }

  async row<Row extends QueryResultRow>(statement: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(statement))[0]
  }

  /** Returns each row as an array of its columns. This takes less memory than objects if there are very many rows. */
  async arrays(statement: Sql): Promise<unknown[][]> {
    return (await this.client.query<unknown[]>({ ...statement.toQuery(), rowMode: 'array' })).rows
  }

  /** Runs a statement of a library, such as the job queue, in this transaction and with its database role. */
  execute(text: string, values?: unknown[]): Promise<QueryResult> {
    return this.client.query(text, values)
  }

  /**
   * Runs `work` and undoes only its writes if it fails; the transaction continues. Do not nest calls. Each call
   * releases the savepoint of the previous call in the statement that sets its own. This saves a round trip if many calls
   * follow one another.
   */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query(this.#hasSavepoint ? 'RELEASE SAVEPOINT part; SAVEPOINT part' : 'SAVEPOINT part')
    this.#hasSavepoint = true
    try {
      return await work()
    } catch (error) {
      if (!isUnanswered(error)) await this.client.query('ROLLBACK TO SAVEPOINT part')
      throw error
    }
  }

  /**
   * Returns the same transaction with another scope for {@link within}. Work that serves many users one after the other uses
   * this.
   */
  seenBy(scope: TenantScope): ScopedTransaction {
    return new ScopedTransaction(this.client, scope)
  }

  /** Returns the condition that the business in `column` is in scope. */
  within(column: Sql): Sql {
    return this.scope === 'all' ? sql`TRUE` : sql`${column} = ANY (${[...this.scope]}::int[])`
  }

  /**
   * Runs statements that join whole sets, and makes PostgreSQL use hash joins for them. The planner assumes that a table that
   * was just filled is small, and would therefore read one set again for each row of the other. Also turns `jit` off. Before
   * PostgreSQL 18, a nested loop that cannot be avoided gets so high an estimated cost that PostgreSQL would spend seconds
   * compiling the statement.
   */
  async hashing<T>(work: () => Promise<T>): Promise<T> {
    await this.execute('SET LOCAL enable_nestloop = off; SET LOCAL jit = off')
    const done = await work()
    await this.execute('SET LOCAL enable_nestloop = on')
    return done
  }
}
