import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'

/**
 * Returns the condition that an object applies in the scope. Its owner is in scope or a parent business, or it is for all
 * (null).
 */
export const appliesHere = (transaction: ScopedTransaction, owner: Sql): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`(${owner} IS NULL OR ${owner} IN (SELECT scope_line_ids()))`

/** Returns the condition that the caller may change an object. Only super admins change objects that are for all. */
export const isOwn = (transaction: ScopedTransaction, owner: Sql): Sql => sql`coalesce(${transaction.within(owner)}, FALSE)`
