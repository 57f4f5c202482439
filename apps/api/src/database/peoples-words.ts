import { maySpellOut, searchKeys } from '@roadbook/contracts'
import { joined, type Sql, sql } from './sql.js'

/** SQL for natural order and search. Migration 155 creates the functions (decision 82). */

/** Returns the sort key of a text. Numbers sort by their value (`Rad 2` before `Rad 10`), and Ä sorts beside A. */
export const inOrder = (words: Sql): Sql => sql`in_order(${words})`

export { searchKey, searchKeys } from '@roadbook/contracts'

/** Joins several columns into one text, one line each. */
export const anyText = (columns: readonly Sql[]): Sql => {
  const [first, ...rest] = columns
  if (!first) throw new Error('there is no column to look in')
  return rest.length === 0 ? first : sql`concat_ws(E'\\n', ${rest.reduce((all, one) => sql`${all}, ${one}`, first)})`
}

/**
 * Returns the condition that a text contains the typed words, regardless of spelling variants. Input without letters or digits
 * is matched exactly.
 */
export function holds(words: Sql, typed: string): Sql {
  const [key = '', ...others] = searchKeys(typed)
  if (key === '') return sql`${words} LIKE ${containing(typed)}`
  const found = [key, ...others].map((one) => sql`found_by(${words}) LIKE ${containing(one)}`)
  // Two letters may be the spelling of an umlaut that the user could not type, for example `ae` for ä.
  if (maySpellOut(key)) found.push(sql`found_by_two(${words}) LIKE ${containing(key)}`)
  return sql`(${joined(found, 'OR', sql`FALSE`)})`
}

/**
 * Returns the condition that a stored column of search keys contains the typed words. The function `found_by_both` makes such
 * a column.
 */
export const storedHolds = (column: Sql, typed: string): Sql => {
  const keys = searchKeys(typed).filter((key) => key !== '')
  const held = keys.map((key) => sql`${column} LIKE ${containing(key)}`)
  return sql`(${joined(held, 'OR', sql`FALSE`)})`
}

/** Returns the condition that a column of lower-case text contains a text, ignoring case. */
export const lowerContains = (column: Sql, text: string): Sql => sql`${column} LIKE lower(${containing(text)}::text)`

/** Returns a LIKE pattern for the literal text. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
