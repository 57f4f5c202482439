import { folded, peoplesOrder } from '@roadbook/contracts/peoples-words'

export { holdsTyped, searchable } from '@roadbook/contracts/peoples-words'
export { wordFilter } from '../theme/word-filter.js'

/** Returns the text for comparison in searches: in lower case and without accents. */
export const foldText = folded

/** Compares names in the language of the page: `Rad 2` before `Rad 10`, Ä next to A. */
export const inReadersOrder = (one: string, other: string): number =>
  peoplesOrder(document.documentElement.lang || undefined)(one, other)

/**
 * Splits a text around the first match of the query, to highlight the match. If there is no match, the text stays in one
 * piece.
 */
export function splitAtMatch(text: string, query: string): { before: string; match: string; after: string } {
  const wanted = query.trim()
  const small = text.toLowerCase()
  // A few letters (İ) become longer in lower case, which would shift the positions. Such a text is not split.
  const at = wanted === '' || small.length !== text.length ? -1 : small.indexOf(wanted.toLowerCase())
  if (at < 0) return { before: text, match: '', after: '' }
  return { before: text.slice(0, at), match: text.slice(at, at + wanted.length), after: text.slice(at + wanted.length) }
}
