import { folded, spelledOut } from '@roadbook/contracts'

/** Returns the words of a text without punctuation. For example, `st. gallen` gives `st` and `gallen`. */
const wordsIn = (plain: string): string[] => plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Character between a place's own name and its names in other languages. No name contains this character. */
const OTHERS = '|'
const ASCII = /^[\0-\x7F]*$/

/**
 * Returns a key with a place's name and its other names. The functions of this file search in such keys. Each spelling is a
 * line with a line end before and after it and a blank before each word.
 */
export function keyOf(name: string, others: readonly string[] = []): string {
  return others.length > 0 ? `${linesOf([name])}${OTHERS}${linesOf(others)}` : linesOf([name])
}

function linesOf(names: readonly string[]): string {
  // ASCII names are handled separately, because that is faster and most of the hundreds of thousands of names are ASCII.
  const spellings = names.flatMap((name) => (ASCII.test(name) ? [name.toLowerCase()] : [folded(name), spelledOut(name)]))
  const lines = new Set(spellings.map((spelling) => wordsIn(spelling).join(' ')))
  return `${Array.from(lines, (line) => `\n ${line}`).join('')}\n`
}

/** The spellings of a typed word. For example, the `Ä` of `Äule` may be written with one letter or with two. */
export type TypedWord = readonly string[]

/** A typed search. */
export interface Typed {
  words: readonly TypedWord[]
  /** Numbers of houses, postcodes and roads. A place is found even if its name does not contain these numbers. */
  numbers: readonly string[]
}

/** Maximum words of a search. Further words are ignored. No address has more. */
const MOST_WORDS = 10

/** Country code before a postcode, as in `FL-9490 Vaduz`. */
const POSTCODE_COUNTRY = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\p{N}{3})/gu

/** Returns the typed words. A repeated word is the same object each time, so that it is compared once. */
export function typedIn(typed: string): Typed {
  const text = typed.replace(POSTCODE_COUNTRY, '')
  const words = wordsIn(folded(text)).slice(0, MOST_WORDS)
  const spelled = wordsIn(spelledOut(text))
  const spellings = new Map(words.map((word, at) => [word, [...new Set([word, spelled[at] ?? word])]]))
  const isNumber = (word: string) => /^\p{N}/u.test(word)
  return {
    words: words.flatMap((word) => (isNumber(word) ? [] : [spellings.get(word) ?? []])),
    numbers: [...new Set(words.filter(isNumber))],
  }
}

/** A typed word with at most this many letters must be a whole word of the name, because it begins too many other words. */
const WHOLE_LETTERS = 2

/** Returns true if a word of the key begins with the typed one. */
export const begins = (key: string, typed: TypedWord): boolean =>
  typed.some((spelling) =>
    spelling.length > WHOLE_LETTERS
      ? key.includes(` ${spelling}`)
      : key.includes(` ${spelling} `) || key.includes(` ${spelling}\n`),
  )

/** Minimum letters of a typed word that may be within a longer word, as `strasse` in `churerstrasse`. */
const SHORTEST_WITHIN = 4
/** Returns true if a word of the key begins with the typed word or contains it. */
export const holds = (key: string, typed: TypedWord): boolean =>
  begins(key, typed) || typed.some((spelling) => spelling.length >= SHORTEST_WITHIN && key.includes(spelling))

/**
 * Match of typed words with the names of a place. `isOwn` is true for the place's own name, false for a name in another
 * language.
 */
export interface Fit {
  of: 'whole' | 'beginning' | 'part'
  isOwn: boolean
}

/** @param typed words in the order in which they were typed */
export function fitOf(key: string, typed: readonly TypedWord[]): Fit {
  const phrases = [typed.map(([plain = '']) => plain), typed.map((spellings) => spellings.at(-1) ?? '')].map((one) =>
    one.join(' '),
  )
  const [own = '', others = ''] = key.split(OTHERS)
  const fits = (end: string) => (names: string) => phrases.some((phrase) => names.includes(`\n ${phrase}${end}`))
  for (const [of, fit] of [['whole', fits('\n')] as const, ['beginning', fits('')] as const]) {
    if (fit(own)) return { of, isOwn: true }
    if (fit(others)) return { of, isOwn: false }
  }
  return { of: 'part', isOwn: typed.every((word) => holds(own, word)) }
}
