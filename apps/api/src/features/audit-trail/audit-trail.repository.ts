import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type Audited, AUDITED } from './audit-list.js'

/** Types of objects that are shown by their name instead of their id. */
const NAMED = {
  business: sql`SELECT b.id, b.name, b.id AS business_id FROM businesses b`,
  entity: sql`SELECT e.id, e.name, e.business_id FROM entities e`,
  device: sql`SELECT d.id, d.imei AS name, d.business_id FROM devices d`,
  user: sql`SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.business_id FROM users u`,
  token: sql`SELECT k.id, k.name, u.business_id FROM api_tokens k JOIN users u ON u.id = k.user_id`,
} as const satisfies Record<string, Sql>
export type Named = keyof typeof NAMED

export const isNamed = (type: string): type is Named => Object.hasOwn(NAMED, type)

interface NameRow {
  type: Named
  id: number
  name: string
}

/** Finds in one query the names of the objects with these ids that the caller is allowed to see. */
export async function findNames(
  transaction: ScopedTransaction,
  wanted: ReadonlyMap<Named, ReadonlySet<number>>,
): Promise<NameRow[]> {
  const parts = [...wanted].map(
    ([type, ids]) => sql`SELECT ${type}::text AS type, o.id, o.name FROM (${NAMED[type]}) o
      WHERE o.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`o.business_id`)}`,
  )
  const [first, ...rest] = parts
  if (!first) return []
  return transaction.rows<NameRow>(rest.reduce((before, part) => sql`${before} UNION ALL ${part}`, first))
}

/** Returns whether the caller is allowed to see an object, and thus its history. */
export async function isInScope(transaction: ScopedTransaction, type: Audited, id: number): Promise<boolean> {
  const found = await transaction.row(sql`SELECT o.id FROM (${AUDITED[type]}) o
    WHERE o.id = ${id} AND ${transaction.within(sql`o.business_id`)}`)
  return found !== undefined
}
