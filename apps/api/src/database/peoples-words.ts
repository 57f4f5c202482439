import { maySpellOut, searchKeys } from '@roadbook/contracts'
import { joined, type Sql, sql } from './sql.js'

/** People's order and people's letters in statements; migration 155 has the functions (decision 82). */

/** What words are ordered by: `Rad 2` before `Rad 10`, Ä beside A. */
export const inOrder = (words: Sql): Sql => sql`in_order(${words})`

export { searchKey, searchKeys } from '@roadbook/contracts'

/** Several columns as one text, a line each. */
export const anyText = (columns: readonly Sql[]): Sql => {
  const [first, ...rest] = columns
  if (!first) throw new Error('there is no column to look in')
  return rest.length === 0 ? first : sql`concat_ws(E'\\n', ${rest.reduce((all, one) => sql`${all}, ${one}`, first)})`
}

/** Whether words hold what is typed, however either is written. What has no letter and no digit is looked for as it stands. */
export function holds(words: Sql, typed: string): Sql {
  const [key = '', ...others] = searchKeys(typed)
  if (key === '') return sql`${words} LIKE ${containing(typed)}`
  const found = [key, ...others].map((one) => sql`found_by(${words}) LIKE ${containing(one)}`)
  // `ue` may be an umlaut that somebody could not type.
  if (maySpellOut(key)) found.push(sql`found_by_two(${words}) LIKE ${containing(key)}`)
  return sql`(${joined(found, 'OR', sql`FALSE`)})`
}

/** The same for a stored column of such keys, of the function `found_by_both`. */
export const storedHolds = (column: Sql, typed: string): Sql => {
  const keys = searchKeys(typed).filter((key) => key !== '')
  const held = keys.map((key) => sql`${column} LIKE ${containing(key)}`)
  return sql`(${joined(held, 'OR', sql`FALSE`)})`
}

/** Whether a column of lower-case text contains a text, whatever the text's case. */
export const lowerContains = (column: Sql, text: string): Sql => sql`${column} LIKE lower(${containing(text)}::text)`

/** What is sought is text, not a pattern. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
