import type { ListCriteria, ListFields } from './list-fields.js'
import { conditionsSql } from './list-sql.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

export interface ListJoin {
  aliases: readonly string[]
  join: Sql
  /** True when the joined set is computed for all rows together. PostgreSQL is then forced to use a hash join. */
  isWhole?: boolean
}

/** SQL that selects the rows of a list. */
export interface ListSource {
  /** Unique key of a row. Rows that are equal in the requested order are sorted by it. */
  key: Sql
  /** FROM, with everything that every row needs. */
  from: Sql
  /** WHERE, limited to rows that the caller may see. */
  where: Sql
  /**
   * Joins that are used only if a condition or the order names one of their aliases. Such a join must neither add nor remove
   * rows.
   */
  joins?: readonly ListJoin[]
  /**
   * True when finding the rows takes longer than sorting them. The rows are then found only once, for both the page and the
   * count.
   */
  isOnePass?: boolean
  /** Number at which counting stops, so that millions of rows are not read only to count them. */
  countUpTo?: number
}

export interface PageKeys<Key> {
  /** Keys of the page's rows, in order. */
  keys: Key[]
  total: number
  /** True when counting stopped at the maximum, so that the total is a minimum. */
  isMinimum: boolean
}

/**
 * Returns the keys of a page's rows and the total. Only the columns for conditions and order are read here. An index can
 * therefore provide the order, and the rows of other pages are not read. The caller then reads the page's rows by their keys.
 */
export const findPageKeys = <Key extends number | string>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
): Promise<PageKeys<Key>> =>
  planned(transaction, source, criteria, fields, () => findPlanned<Key>(transaction, source, criteria, fields))

function planned<T>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
  find: () => Promise<T>,
): Promise<T> {
  const used = sql`${conditionsSql(criteria, fields)} ${orderOf(criteria, fields).column}`
  return joinsOf(source, used).some(({ isWhole }) => isWhole) ? transaction.hashing(find) : find()
}

async function findPlanned<Key extends number | string>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
): Promise<PageKeys<Key>> {
  const isOnePass = source.isOnePass ?? joinsOf(source, conditionsSql(criteria, fields)).length > 0
  if (isOnePass) return onePass(transaction, source, criteria, fields)
  const { total, isMinimum } = await countRows(transaction, source, criteria, fields)
  const isBehind = !isMinimum && (criteria.page - 1) * criteria.limit >= total
  const keys = isBehind ? [] : await findKeys<Key>(transaction, source, criteria, fields, isMinimum ? undefined : total)
  return { keys, total, isMinimum }
}

/**
 * Finds the matching rows once, for both page and count. This is for lists whose conditions on other tables take longer than
 * sorting.
 */
async function onePass<Key extends number | string>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
): Promise<PageKeys<Key>> {
  const { column, direction, limit, offset } = orderOf(criteria, fields)
  const selected = selectedSql(source, conditionsSql(criteria, fields), column)
  const rows = await transaction.rows<{ key: Key; total: number }>(
    sql`SELECT ${source.key} AS key, count(*) OVER () AS total ${selected}
      ORDER BY ${column} ${direction} NULLS LAST, ${source.key} ${direction} LIMIT ${limit} OFFSET ${offset}`,
  )
  // Each row also contains the count. A page beyond the last one has no rows, so the rows are counted separately.
  const isBehind = rows.length === 0 && offset > 0
  const total = isBehind ? (await countRows(transaction, source, criteria, fields)).total : (rows[0]?.total ?? 0)
  return { keys: rows.map(({ key }) => key), total, isMinimum: false }
}

/** Returns the keys of the first matching rows in order, regardless of the page. */
export const findFirstKeys = <Key extends number | string>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
  limit: number,
): Promise<Key[]> => {
  const first = { ...criteria, page: 1, limit }
  return planned(transaction, source, first, fields, () => findKeys<Key>(transaction, source, first, fields))
}

/** Returns rows in the order of their keys; a key without a row is left out. */
export function inOrderOf<Key, Row>(keys: readonly Key[], rows: readonly Row[], keyOf: (row: Row) => Key): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

async function countRows(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
) {
  const selected = selectedSql(source, conditionsSql(criteria, fields))
  const { countUpTo } = source
  const counted =
    countUpTo === undefined
      ? sql`SELECT count(*) AS total ${selected}`
      : sql`SELECT count(*) AS total FROM (SELECT 1 ${selected} LIMIT ${countUpTo}) AS counted`
  const total = (await transaction.row<{ total: number }>(counted))?.total ?? 0
  return { total, isMinimum: total === countUpTo }
}

/**
 * Reads rows with a value in the sort column. If the page reaches beyond them, reads the rows without a value too. Rows
 * without a value come last in both directions. With two queries instead of one, each can read an index, forwards or
 * backwards.
 */
async function findKeys<Key extends number | string>(
  transaction: ScopedTransaction,
  source: ListSource,
  criteria: ListCriteria<unknown>,
  fields: ListFields<unknown>,
  total?: number,
): Promise<Key[]> {
  const { column, direction, limit, offset } = orderOf(criteria, fields)
  const conditions = conditionsSql(criteria, fields)
  const valued = selectedSql(source, sql`${conditions} AND ${column} IS NOT NULL`)
  const read = async (statement: Sql) => (await transaction.rows<{ key: Key }>(statement)).map(({ key }) => key)
  const first = await read(sql`SELECT ${source.key} AS key ${valued}
    ORDER BY ${column} ${direction}, ${source.key} ${direction} LIMIT ${limit} OFFSET ${offset}`)
  if (first.length === limit || (first.length > 0 && offset + first.length === total)) return first
  const before =
    first.length > 0 || offset === 0
      ? offset + first.length
      : ((await transaction.row<{ count: number }>(sql`SELECT count(*) AS count ${valued}`))?.count ?? 0)
  if (before === total) return first
  const valueless = selectedSql(source, sql`${conditions} AND ${column} IS NULL`)
  const last = await read(sql`SELECT ${source.key} AS key ${valueless}
    ORDER BY ${source.key} ${direction} LIMIT ${limit - first.length} OFFSET ${Math.max(0, offset - before)}`)
  return [...first, ...last]
}

function orderOf({ orderBy, sortedBy, limit, page }: ListCriteria<unknown>, fields: ListFields<unknown>) {
  const column = fields.orderBy[orderBy]
  if (!column) throw new Error(`${orderBy} was not checked against the list's fields`)
  return { column, direction: sortedBy === 'asc' ? sql`ASC` : sql`DESC`, limit, offset: (page - 1) * limit }
}

/** Returns FROM and WHERE for these conditions, with the joins that the conditions and the order need. */
function selectedSql(source: ListSource, conditions: Sql, order = sql``): Sql {
  const joined = joinsOf(source, sql`${conditions} ${order}`).reduce((all, { join }) => sql`${all} ${join}`, source.from)
  return sql`${joined} WHERE ${source.where} AND ${conditions}`
}

const joinsOf = ({ joins = [] }: ListSource, used: Sql): ListJoin[] => {
  const text = used.strings.join(' ')
  return joins.filter(({ aliases }) => aliases.some((alias) => new RegExp(`\\b${alias}\\.`).test(text)))
}
