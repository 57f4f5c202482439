import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'

/** Returns whether the caller may see a business. */
export async function isInScope(transaction: ScopedTransaction, businessId: number): Promise<boolean> {
  const found = await transaction.row(
    sql`SELECT b.id FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)}`,
  )
  return found !== undefined
}
