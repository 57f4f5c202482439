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

/** What a text is found by, ready to be asked again and again: its letters without marks, and umlauts as two letters. */
export const searchable = (text: string): string => [...new Set([folded(text), spelledOut(text)])].join('\n')

/** Whether what {@link searchable} made holds what is typed, whichever way that is written. */
export function holdsTyped(made: string, typed: string): boolean {
  const wanted = typed.trim()
  return made.includes(folded(wanted)) || made.includes(spelledOut(wanted))
}

const orders = new Map<string, Intl.Collator>()

/** For sorting names as people do, in a language: `Rad 2` before `Rad 10`, Ä beside A. */
export function peoplesOrder(language?: string): (one: string, other: string) => number {
  const order = orders.get(language ?? '') ?? new Intl.Collator(language, { numeric: true })
  orders.set(language ?? '', order)
  return order.compare
}
