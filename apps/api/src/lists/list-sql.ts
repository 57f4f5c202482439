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
