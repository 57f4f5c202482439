import type { Condition, ListCriteria, ListFields } from './list-fields.js'
import { joined, type Sql, sql } from '../database/sql.js'
import { anyText, holds, lowerContains } from '../database/peoples-words.js'

/**
 * Returns the conditions of a list's query. They are in brackets, so that an OR affects nothing outside them. Columns come
 * from the allow-list, and values are bound as parameters.
 */
export function conditionsSql(criteria: ListCriteria<unknown>, fields: ListFields<unknown>): Sql {
  const asked = criteria.conditions.map((condition) => conditionSql(condition, fields))
  if (criteria.text !== undefined) {
    const { text } = criteria
    asked.push(fields.anywhere?.(text) ?? inFields(text, fields))
  }
  return sql`(${joined(asked, criteria.join === 'or' ? 'OR' : 'AND', sql`TRUE`)})`
}

/**
 * Returns a condition for plain text in any of the list's text fields. All columns are joined and searched as one text.
 * Fields with many values per row are searched one by one.
 */
function inFields(text: string, fields: ListFields<unknown>): Sql {
  const [apart, columns] = [
    fields.text.filter((name) => fields.search[name]?.hasOneOf),
    fields.text.filter((name) => !fields.search[name]?.hasOneOf),
  ]
  const inColumns = columns.flatMap((name) => fields.search[name]?.column ?? [])
  return joined(
    [
      ...(inColumns.length > 0 ? [holds(anyText(inColumns), text)] : []),
      ...apart.map((field) => conditionSql({ field, operator: 'like', values: [text] }, fields)),
    ],
    'OR',
    sql`FALSE`,
  )
}

function conditionSql({ field, operator, values }: Condition, fields: ListFields<unknown>): Sql {
  const sought = fields.search[field]
  if (!sought) throw new Error(`${field} was not checked against the list's fields`)
  const { column, hasOneOf, isCode } = sought
  if (hasOneOf) return hasOneOf(values)
  const [value] = values
  switch (operator) {
    case '=':
      return sql`${column} = ${value}`
    case 'like':
      return isCode ? lowerContains(sql`lower(${column})`, String(value)) : holds(column, String(value))
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
