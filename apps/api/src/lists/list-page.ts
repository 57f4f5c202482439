import type { ListCriteria, ListFields } from './list-fields.js'
import { conditionsSql } from './list-sql.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

export interface ListJoin {
  aliases: readonly string[]
  join: Sql
  /** Made anew for all rows at once, so that it is joined by hashing. */
  isWhole?: boolean
}

/** Where the rows of a list come from. */
export interface ListSource {
  /** What tells a row from all others, and the last word on their order. */
  key: Sql
  /** FROM with what every row needs. */
  from: Sql
  /** WHERE, with what the caller may see. */
  where: Sql
  /** Joined only where a condition or the order names one of their aliases; such a join adds no row and drops none. */
  joins?: readonly ListJoin[]
  /** Finding the rows costs more than ordering them, so that they are gone through once. */
  isOnePass?: boolean
  /** Rows are counted up to here: a log of millions is not read through for a number that nobody needs. */
  countUpTo?: number
}

export interface PageKeys<Key> {
  /** Of the page's rows, in order. */
  keys: Key[]
  total: number
  /** There are at least so many; they were not counted further. */
  isMinimum: boolean
}

/**
 * Which rows a page shows, and how many there are in all. Order and count touch as little as they can, so that an index can
 * give the order and nothing is read of the rows of other pages; whoever asks reads the page's rows by their keys.
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

/** Conditions that reach into other tables cost more than an order: what meets them is gone through once. */
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
  // Behind the last page there is no row to carry the count.
  const isBehind = rows.length === 0 && offset > 0
  const total = isBehind ? (await countRows(transaction, source, criteria, fields)).total : (rows[0]?.total ?? 0)
  return { keys: rows.map(({ key }) => key), total, isMinimum: false }
}

/** Keys of the first rows of the criteria, in their order, whatever their page. */
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

/** Rows in the order of their keys; a key without a row is left out. */
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
 * Rows with a value in the order's column, then, where the page reaches beyond them, those without one: they come last in both
 * directions. Asked for apart, each part can be read from one index, forwards or backwards.
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

/** FROM and WHERE of these conditions, with the joins that they and the order need. */
function selectedSql(source: ListSource, conditions: Sql, order = sql``): Sql {
  const joined = joinsOf(source, sql`${conditions} ${order}`).reduce((all, { join }) => sql`${all} ${join}`, source.from)
  return sql`${joined} WHERE ${source.where} AND ${conditions}`
}

const joinsOf = ({ joins = [] }: ListSource, used: Sql): ListJoin[] => {
  const text = used.strings.join(' ')
  return joins.filter(({ aliases }) => aliases.some((alias) => new RegExp(`\\b${alias}\\.`).test(text)))
}
