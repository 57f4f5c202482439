import { folded, peoplesOrder, spelledOut } from '@roadbook/contracts/peoples-words'

/** A text as searches compare it: in small letters and without accents. */
export const foldText = folded

/** What a text is found by, ready to be asked again and again: its letters without marks, and umlauts as two letters. */
export const searchable = (text: string): string => [...new Set([folded(text), spelledOut(text)])].join('\n')

/** Whether what {@link searchable} made holds what is typed, whichever way that is written. */
export function holdsTyped(made: string, typed: string): boolean {
  const wanted = typed.trim()
  return made.includes(folded(wanted)) || made.includes(spelledOut(wanted))
}

/** For sorting names in the language of the page: `Rad 2` before `Rad 10`, Ä beside A. */
export const inReadersOrder = (one: string, other: string): number =>
  peoplesOrder(document.documentElement.lang || undefined)(one, other)

interface WordFilterOptions<Option> {
  /** What an option is found by, where that is more than its label. */
  wordsOf?: (option: Option) => string
  limit?: number
}

/** `filterOptions` of a picker: by people's letters, as every search is. */
export const wordFilter =
  <Option>({ wordsOf, limit }: WordFilterOptions<Option> = {}) =>
  (
    options: readonly Option[],
    { inputValue, getOptionLabel }: { inputValue: string; getOptionLabel: (option: Option) => string },
  ): Option[] =>
    options.filter((option) => holdsTyped(searchable((wordsOf ?? getOptionLabel)(option)), inputValue)).slice(0, limit)

/** A text cut at the first place where the query stands, to mark it; one piece when it does not stand there. */
export function splitAtMatch(text: string, query: string): { before: string; match: string; after: string } {
  const wanted = query.trim()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0) return { before: text, match: '', after: '' }
  return { before: text.slice(0, at), match: text.slice(at, at + wanted.length), after: text.slice(at + wanted.length) }
}
