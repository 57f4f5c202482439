/**
 * Functions that compare words without regard to their spelling: `muller`, `mueller` and `MÜLLER` all find Müller. The
 * functions of migration 155 do the same for stored text.
 */

/**
 * Letters that Unicode does not decompose into a letter and a mark. Also characters that keyboards and word processors use
 * in place of each other.
 */
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

/** Letters that are written as two letters if a keyboard lacks them. */
const SPELLED_OUT: readonly (readonly [letter: string, as: string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
]

/** Returns lower case without marks: `Müller` gives `muller`, `Straße` gives `strasse`. */
export const folded = (words: string): string =>
  OTHERWISE.reduce(
    (text, [letters, as]) => text.replace(letters, as),
    words
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036F]/g, ''),
  )

/** Returns the same form, but with umlauts written as two letters: `Müller` gives `mueller`. */
export const spelledOut = (words: string): string =>
  folded(SPELLED_OUT.reduce((text, [letter, as]) => text.replaceAll(letter, as), words.normalize('NFC').toLowerCase()))

/** Returns true if a key contains two letters that may stand for an umlaut. */
export const maySpellOut = (key: string): boolean => SPELLED_OUT.some(([, as]) => key.includes(as))

/**
 * Characters that are ignored in comparisons: separators within numbers, blanks and invisible marks. Marks that join or
 * separate letters (U+200C, U+200D) are not ignored, because Persian names and family emojis contain them.
 */
const SIGNS = /[\s\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\-./_]/gu
const SIGNS_IN_LINES = /[\t\r \-./_]/g

/** Returns the key for comparing typed text: lower case, without marks, blanks, dashes and other separators. */
export const searchKey = (typed: string): string => folded(typed).replaceAll(SIGNS, '')

/** Returns the keys of typed text. There may be two, because an umlaut may be stored as such or as `ue`. */
export const searchKeys = (typed: string): string[] => [...new Set([searchKey(typed), searchKey(spelledOut(typed))])]

/** Prepares a text for repeated searches. The result is the text itself and its keys, line by line. */
export function searchable(text: string): string {
  const [plain, spelled] = [folded(text), spelledOut(text)]
  const key = plain.replace(SIGNS_IN_LINES, '')
  return plain === spelled ? `${plain}\n${key}` : `${plain}\n${key}\n${spelled.replace(SIGNS_IN_LINES, '')}`
}

/**
 * Returns true if a text prepared by {@link searchable} contains the typed text in either spelling. If the typed text
 * consists only of separators, these are searched for as they are.
 */
export function holdsTyped(made: string, typed: string): boolean {
  const keys = searchKeys(typed).filter((key) => key !== '')
  return keys.length > 0 ? keys.some((key) => made.includes(key)) : made.includes(folded(typed.trim()))
}

const orders = new Map<string, Intl.Collator>()

/** Returns a function that compares names for sorting in a language: `Rad 2` before `Rad 10`, Ä next to A. */
export function peoplesOrder(language?: string): (one: string, other: string) => number {
  const order = orders.get(language ?? '') ?? new Intl.Collator(language, { numeric: true })
  orders.set(language ?? '', order)
  return order.compare
}
