/**
 * Words as people mean them: whoever types `muller`, `mueller` or `MÜLLER` looks for Müller. The functions of migration 155 say the
 * same of what is stored.
 */

/** Letters that are no other letter with a mark, and signs that keyboards and word processors write for each other. */
const OTHERWISE: readonly (readonly [letters: RegExp, as: string])[] = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
  [/đ/g, 'd'],
  [/ħ/g, 'h'],
  [/ŧ/g, 't'],
  [/ı/g, 'i'],
  [/ς/g, 'σ'],
  [/[‐–—−]/g, '-'],
  [/[‘’]/g, "'"],
]

/** Letters that are written as two where a keyboard lacks them. */
const SPELLED_OUT: readonly (readonly [letter: string, as: string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
]

/** In small letters and without marks: `Müller` is `muller`, `Straße` is `strasse`. */
export const folded = (words: string): string =>
  OTHERWISE.reduce(
    (text, [letters, as]) => text.replace(letters, as),
    words
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036F]/g, ''),
  )

/** The same with umlauts written as two letters: `Müller` is `mueller`. */
export const spelledOut = (words: string): string =>
  folded(SPELLED_OUT.reduce((text, [letter, as]) => text.replaceAll(letter, as), words.normalize('NFC').toLowerCase()))

/** Whether a word may be one whose umlauts were written as two letters. */
export const maySpellOut = (key: string): boolean => SPELLED_OUT.some(([, as]) => key.includes(as))

/**
 * The signs that people write numbers apart with, blanks, and marks that nobody types. Those that join letters or keep them apart
 * (U+200C, U+200D) stay: names of Persian and families of emojis are stored with them.
 */
const SIGNS = /[\s\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\-./_]/gu
const SIGNS_IN_LINES = /[\t\r \-./_]/g

/** What is typed as it is compared: in small letters, without marks, blanks, dashes and other signs that numbers are written apart with. */
export const searchKey = (typed: string): string => folded(typed).replaceAll(SIGNS, '')

/** The keys of what is typed: with umlauts it may be stored with them, or as `ue`. */
export const searchKeys = (typed: string): string[] => [...new Set([searchKey(typed), searchKey(spelledOut(typed))])]

/** What a text is found by, line by line, ready to be asked again and again: as it stands, and by its keys. */
export function searchable(text: string): string {
  const [plain, spelled] = [folded(text), spelledOut(text)]
  const key = plain.replace(SIGNS_IN_LINES, '')
  return plain === spelled ? `${plain}\n${key}` : `${plain}\n${key}\n${spelled.replace(SIGNS_IN_LINES, '')}`
}

/** Whether what {@link searchable} made holds what is typed, whichever way that is written. Signs alone are looked for as they stand. */
export function holdsTyped(made: string, typed: string): boolean {
  const keys = searchKeys(typed).filter((key) => key !== '')
  return keys.length > 0 ? keys.some((key) => made.includes(key)) : made.includes(folded(typed.trim()))
}

const orders = new Map<string, Intl.Collator>()

/** For sorting names as people do, in a language: `Rad 2` before `Rad 10`, Ä beside A. */
export function peoplesOrder(language?: string): (one: string, other: string) => number {
  const order = orders.get(language ?? '') ?? new Intl.Collator(language, { numeric: true })
  orders.set(language ?? '', order)
  return order.compare
}
