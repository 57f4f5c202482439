import { isUnanswered } from '@roadbook/platform'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { TenantScope } from './tenant-scope.js'
import { type Sql, sql } from './sql.js'

/**
 * A transaction that sees what one caller may see. Every repository method takes one first, so a query that has no
 * tenant does not compile; {@link within} adds the tenant to the query, and the role's row security holds below it.
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

  /** For a library that brings its own statements, as the job queue does: in this transaction, as this transaction's role. */
  execute(text: string, values?: unknown[]): Promise<QueryResult> {
    return this.client.query(text, values)
  }

  /**
   * What `work` wrote is undone when it fails, and only that: the transaction goes on. Not within another savepoint. The
   * savepoint of the one before is given up in the same round trip, because many follow one another.
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

  /** The same transaction where {@link within} means what another may see: for work that is done for many, each in turn. */
  seenBy(scope: TenantScope): ScopedTransaction {
    return new ScopedTransaction(this.client, scope)
  }

  /** SQL that is true when the business in `column` is one the caller may see. */
  within(column: Sql): Sql {
    return this.scope === 'all' ? sql`TRUE` : sql`${column} = ANY (${[...this.scope]}::int[])`
  }

  /**
   * For joins of whole sets: they are hashed. To the planner a table that was filled a moment ago is small, and it would go through
   * all of one set for each row of the other. Before PostgreSQL 18 a loop that is needed all the same then seems to cost so much that
   * the statement would be compiled for seconds (`jit`), also where whoever connects leaves that on.
   */
  async hashing<T>(work: () => Promise<T>): Promise<T> {
    await this.execute('SET LOCAL enable_nestloop = off; SET LOCAL jit = off')
    const done = await work()
    await this.execute('SET LOCAL enable_nestloop = on')
    return done
  }
}
