import { createRequire } from 'node:module'
import type { Bidi, EmbeddingLevels } from 'bidi-js'
import { fontOf, isPlain, lettersOf } from './pdf-fonts.js'

/** Adjacent characters of one font, in the order that the font's shaping expects. */
export interface Piece {
  font: number
  text: string
}

/** A line in visual order, from left to right. */
export type Line = readonly Piece[]

/**
 * Direction of a text. `auto`: the first character with a direction decides. `ltr`: left to right, for our own sentences, even
 * if they contain names in another script.
 */
export type Direction = 'auto' | 'ltr'

interface LineBreaker {
  nextBreak(): { position: number } | null
}

const packages = createRequire(import.meta.url)
// Both packages publish their types for bundlers, but not for Node.
const bidi = (packages('bidi-js') as () => Bidi)()
const Breaker = packages('linebreak') as new (text: string) => LineBreaker

/**
 * Characters of the right-to-left scripts that have a font here. `REORDERED` also contains the invisible characters that
 * change the direction of a text.
 */
const LEFTWARDS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
export const isLeftwards = (point: number): boolean => LEFTWARDS.test(String.fromCodePoint(point))
const REORDERED = /[\p{Script=Arabic}\p{Script=Hebrew}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/**
 * Separators of names in our sentences. After a separator, the sentence continues from left to right. Otherwise a number
 * after Arabic text would be placed to the left of that text.
 */
const SEPARATOR = /( · |: | – |, |; )/g
const LEFT_TO_RIGHT = '\u200e'
/**
 * Invisible characters that change the order of characters, separate them or allow hyphenation. Joiners are kept, because
 * they change the form of Persian characters.
 */
const UNDRAWN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/**
 * Splits a text into lines of at most this width. The text must be {@link readable}. The function `measure` returns the width
 * of a piece.
 */
export function linesOf(text: string, width: number, direction: Direction, measure: (piece: Piece) => number): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const isReordered = REORDERED.test(paragraph)
    const whole = isReordered && direction === 'ltr' ? paragraph.replaceAll(SEPARATOR, `$1${LEFT_TO_RIGHT}`) : paragraph
    const levels = isReordered ? bidi.getEmbeddingLevels(whole, direction) : undefined
    return spansOf(whole, width, measure).map(([start, till]) => {
      const end = start + whole.slice(start, till).trimEnd().length
      return levels && end > start ? asSeen(whole, levels, start, end) : piecesOf(whole.slice(start, end))
    })
  })
}

/** Returns whether the position is after the slash of a unit such as `km/h`. Unicode would allow a line break there. */
const isInUnit = (text: string, at: number): boolean => text[at - 1] === '/' && /^\p{L}(?!\p{L})/u.test(text.slice(at))

/** Returns the start and end of each line. */
function spansOf(text: string, width: number, measure: (piece: Piece) => number): [number, number][] {
  const wide = (part: string) => piecesOf(part.trimEnd()).reduce((sum, piece) => sum + measure(piece), 0)
  if (wide(text) <= width) return [[0, text.length]]
  const spans: [number, number][] = []
  const breaker = new Breaker(text)
  let [start, end] = [0, 0]
  const fits = (till: number) => wide(text.slice(start, till)) <= width
  const breakAt = (next: number) => {
    spans.push([start, next])
    start = next
  }
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (isInUnit(text, next.position)) continue
    if (!fits(next.position) && end > start) breakAt(end)
    // A word that is longer than a line is split between characters.
    for (const letter of fits(next.position) ? [] : lettersOf(text.slice(start, next.position))) {
      if (end > start && !fits(end + letter.length)) breakAt(end)
      end += letter.length
    }
    end = next.position
  }
  return [...spans, [start, text.length]]
}

/** Splits a text by fonts, in logical order. */
function piecesOf(text: string): Piece[] {
  if (isPlain(text)) return text === '' ? [] : [{ font: 0, text }]
  const pieces: Piece[] = []
  for (const letter of lettersOf(text.replaceAll(UNDRAWN, ''))) {
    const font = fontOf(letter) ?? 0
    const last = pieces.at(-1)
    if (last?.font === font) last.text += letter
    else pieces.push({ font, text: letter })
  }
  return pieces
}

/** Returns a part of a text in visual order, for a text with right-to-left characters. */
function asSeen(text: string, levels: EmbeddingLevels, start: number, end: number): Piece[] {
  const order = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
  const goesLeft = (index: number) => levels.levels[index]! % 2 === 1
  const pieces: Piece[] = []
  for (let from = 0, till = 1; from < order.length; from = till++) {
    const leftwards = goesLeft(order[from]!)
    const step = leftwards ? -1 : 1
    while (till < order.length && order[till] === order[till - 1]! + step && goesLeft(order[till]!) === leftwards) till++
    const [first, last] = leftwards ? [order[till - 1]!, order[from]!] : [order[from]!, order[till - 1]!]
    const run = Array.from({ length: last - first + 1 }, (_, at) => mirrored.get(first + at) ?? text[first + at]!).join('')
    const parts = piecesOf(run).map((piece) => shapedAs(piece, leftwards))
    pieces.push(...(leftwards ? parts.reverse() : parts))
  }
  return pieces
}

/**
 * Reverses a piece if its direction in the line differs from the direction of its script. Shaping draws a piece only in the
 * direction of its script.
 */
const shapedAs = ({ font, text }: Piece, leftwards: boolean): Piece => ({
  font,
  text: LEFTWARDS.test(text) === leftwards ? text : lettersOf(text).reverse().join(''),
})
