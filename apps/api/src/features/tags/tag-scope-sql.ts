import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'

/** SQL that is true for what applies in the scope: one's own, of a business above, everybody's (null). */
export const appliesHere = (transaction: ScopedTransaction, owner: Sql): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`(${owner} IS NULL OR ${owner} IN (SELECT scope_line_ids()))`

/** SQL that is true for what is the scope's own to change; what is everybody's is a super admin's. */
export const isOwn = (transaction: ScopedTransaction, owner: Sql): Sql => sql`coalesce(${transaction.within(owner)}, FALSE)`
