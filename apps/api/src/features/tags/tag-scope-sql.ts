import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'

/** Returns the condition that something applies in the scope: its own, of a parent business, or for all (null). */
export const appliesHere = (transaction: ScopedTransaction, owner: Sql): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`(${owner} IS NULL OR ${owner} IN (SELECT scope_line_ids()))`

/** Returns the condition that the scope may change something. Only super admins change what is for all. */
export const isOwn = (transaction: ScopedTransaction, owner: Sql): Sql => sql`coalesce(${transaction.within(owner)}, FALSE)`
