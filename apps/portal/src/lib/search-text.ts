import { folded, peoplesOrder } from '@roadbook/contracts/peoples-words'

export { holdsTyped, searchable } from '@roadbook/contracts/peoples-words'
export { wordFilter } from '../theme/word-filter.js'

/** A text as searches compare it: in small letters and without accents. */
export const foldText = folded

/** For sorting names in the language of the page: `Rad 2` before `Rad 10`, Ä beside A. */
export const inReadersOrder = (one: string, other: string): number =>
  peoplesOrder(document.documentElement.lang || undefined)(one, other)

/** A text cut at the first place where the query stands, to mark it; one piece when it does not stand there. */
export function splitAtMatch(text: string, query: string): { before: string; match: string; after: string } {
  const wanted = query.trim()
  const small = text.toLowerCase()
  // Of few letters the small one is longer (İ): places in the text are others then.
  const at = wanted === '' || small.length !== text.length ? -1 : small.indexOf(wanted.toLowerCase())
  if (at < 0) return { before: text, match: '', after: '' }
  return { before: text.slice(0, at), match: text.slice(at, at + wanted.length), after: text.slice(at + wanted.length) }
}
