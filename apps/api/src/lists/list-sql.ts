import type { Condition, ListCriteria, ListFields } from './list-fields.js'
import { joined, type Sql, sql } from '../database/sql.js'

/**
 * The part of a list's WHERE that its query asks for, in brackets: an OR in it must not reach beyond it. Columns come from
 * the allow-list, values are bound.
 */
export function conditionsSql(criteria: ListCriteria<unknown>, fields: ListFields<unknown>): Sql {
  const asked = criteria.conditions.map((condition) => conditionSql(condition, fields))
  if (criteria.text !== undefined) {
    const { text } = criteria
    const inFields = () => fields.text.map((field) => conditionSql({ field, operator: 'like', values: [text] }, fields))
    asked.push(fields.anywhere?.(text) ?? joined(inFields(), 'OR', sql`FALSE`))
  }
  return sql`(${joined(asked, criteria.join === 'or' ? 'OR' : 'AND', sql`TRUE`)})`
}

/** ORDER BY, LIMIT and OFFSET; `tieBreak` makes the order total, so that no row is on two pages or on none. */
export function pageSql(criteria: ListCriteria<unknown>, fields: ListFields<unknown>, tieBreak: Sql): Sql {
  const column = fields.orderBy[criteria.orderBy]
  if (!column) throw new Error(`${criteria.orderBy} was not checked against the list's fields`)
  const offset = (criteria.page - 1) * criteria.limit
  return criteria.sortedBy === 'asc'
    ? sql`ORDER BY ${column} ASC NULLS LAST, ${tieBreak} ASC LIMIT ${criteria.limit} OFFSET ${offset}`
    : sql`ORDER BY ${column} DESC NULLS LAST, ${tieBreak} DESC LIMIT ${criteria.limit} OFFSET ${offset}`
}

function conditionSql({ field, operator, values }: Condition, fields: ListFields<unknown>): Sql {
  const sought = fields.search[field]
  if (!sought) throw new Error(`${field} was not checked against the list's fields`)
  const { column, hasOneOf } = sought
  if (hasOneOf) return hasOneOf(values)
  const [value] = values
  switch (operator) {
    case '=':
      return sql`${column} = ${value}`
    case 'like':
      return sql`${column} ILIKE ${containing(String(value))}`
    case '>=':
      return sql`${column} >= ${value}`
    case '<=':
      return sql`${column} <= ${value}`
    case 'in':
      return joined(
        values.map((one) => sql`${column} = ${one}`),
        'OR',
        sql`FALSE`,
      )
  }
}

/** Whether a column of lower-case text contains a text, whatever the text's case. */
export const lowerContains = (column: Sql, text: string): Sql => sql`${column} LIKE lower(${containing(text)}::text)`

/** What is sought is text, not a pattern. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
