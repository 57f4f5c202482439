import { folded, spelledOut } from '@roadbook/contracts'

/** Words of a text in lower case, without accents and signs: `St. Gallen` gives `st` and `gallen`. */
const wordsIn = (plain: string): string[] => plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Between a place's own name and its names in other languages. No name contains it. */
const OTHERS = '|'
const ASCII = /^[\0-\x7F]*$/

/**
 * Returns the key of a place's name and its other names, for the functions of this file. Each spelling is a line with a line end
 * before and after it and a blank before each word.
 */
export function keyOf(name: string, others: readonly string[] = []): string {
  return others.length > 0 ? `${linesOf([name])}${OTHERS}${linesOf(others)}` : linesOf([name])
}

function linesOf(names: readonly string[]): string {
  // Most names are plain, and there are hundreds of thousands.
  const spellings = names.flatMap((name) => (ASCII.test(name) ? [name.toLowerCase()] : [folded(name), spelledOut(name)]))
  const lines = new Set(spellings.map((spelling) => wordsIn(spelling).join(' ')))
  return `${Array.from(lines, (line) => `\n ${line}`).join('')}\n`
}

/** A typed word in its spellings: `Äule` may be written with one letter or with two. */
export type TypedWord = readonly string[]

/** A typed search. */
export interface Typed {
  words: readonly TypedWord[]
  /** Numbers of houses, postcodes and roads. A place need not have them. */
  numbers: readonly string[]
}

/** Maximum words of a search. Further ones are ignored, because no address has more. */
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

/** Letters of a word that must be a whole word. It is the beginning of too many others. */
const WHOLE_LETTERS = 2

/** Returns true if a word of the key begins with the typed one. */
export const begins = (key: string, typed: TypedWord): boolean =>
  typed.some((spelling) =>
    spelling.length > WHOLE_LETTERS
      ? key.includes(` ${spelling}`)
      : key.includes(` ${spelling} `) || key.includes(` ${spelling}\n`),
  )

/** Minimum letters of a word that may be within another: `strasse` in `churerstrasse`. */
const SHORTEST_WITHIN = 4
/** Returns true if the key has the typed word, also within another one. */
export const holds = (key: string, typed: TypedWord): boolean =>
  begins(key, typed) || typed.some((spelling) => spelling.length >= SHORTEST_WITHIN && key.includes(spelling))

/** Match of typed words with the names of a place: with its own name, or with one in another language. */
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
