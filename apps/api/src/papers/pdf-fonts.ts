import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font, Glyph } from 'fontkit'

export type Weight = 'regular' | 'bold'

/**
 * Embedded fonts by their package (OFL). A character is searched for in the fonts in this order: the font for Latin with all
 * diacritics, Greek and Cyrillic, then those for other alphabets in and around Europe. Chinese, Japanese and Korean are left
 * out, because they would add 5 MB per weight.
 */
const FAMILIES = [
  { name: 'noto-sans', file: 'NotoSans' },
  { name: 'noto-sans-hebrew', file: 'NotoSansHebrew' },
  // This font is used instead of Noto's Arabic font. That font composes characters from strokes and dots, so that they cannot
  // be distinguished in copied text.
  { name: 'ibm-plex-sans-arabic', file: 'IBMPlexSansArabic' },
  { name: 'noto-sans-armenian', file: 'NotoSansArmenian' },
  { name: 'noto-sans-georgian', file: 'NotoSansGeorgian' },
] as const
const STYLES: Record<Weight, string> = { regular: '400Regular', bold: '700Bold' }

interface OpenedFont {
  font: Font
  points: ReadonlySet<number>
}

const packages = createRequire(import.meta.url)
const opened = new Map<string, OpenedFont>()

/** Opens a font when a character first needs it, because most documents use only one font. */
function open(family: number, weight: Weight): OpenedFont {
  const key = `${weight}-${family}`
  const known = opened.get(key)
  if (known) return known
  const { name, file } = FAMILIES[family]!
  const style = STYLES[weight]
  const path = packages.resolve(`@expo-google-fonts/${name}/${style}/${file}_${style}.ttf`)
  const font = inEachDocument(fontkit.create(readFileSync(path)) as Font)
  const one = { font, points: new Set(font.characterSet) }
  opened.set(key, one)
  return one
}

/**
 * Gives each document its own glyphs. Otherwise a font would keep, for each glyph, the characters that the glyph represented
 * in an earlier document. In the next document, the glyph may represent other characters.
 */
function inEachDocument(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, points = []) => {
    const glyph = getGlyph(id, points)
    if (points.length === 0 || glyph.codePoints.join() === points.join()) return glyph
    const own = Object.create(glyph) as Glyph
    return Object.defineProperty(own, 'codePoints', { value: points })
  }
  return font
}

/** Prefix of the name of an opened font. The name is used where the library expects a file. */
const OPENED = 'opened font '

/**
 * Returns the name of an opened font instead of its file. The PDF library would parse a font file again for each document,
 * which takes longer than drawing a page. A font format that we add to the library finds the opened font by this name.
 */
export function fontFile(family: number, weight: Weight): Buffer {
  open(family, weight)
  return Buffer.from(`${OPENED}${weight}-${family}`)
}

const format = {
  probe: (file: Uint8Array) => Buffer.from(file).subarray(0, OPENED.length).toString() === OPENED,
}
const { registerFormat } = fontkit as unknown as { registerFormat: (format: unknown) => void }
registerFormat(
  Object.assign(function openedFont({ buffer }: { buffer: Uint8Array }) {
    return opened.get(Buffer.from(buffer).subarray(OPENED.length).toString())!.font
  }, format),
)

/** Invisible characters that join, separate or order their neighbours. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** Cache of the font for each character. */
const known = new Map<string, number | undefined>()
const MOST_KNOWN = 10_000

/** Returns the first font that has a character with all its diacritics; undefined when there is none. */
export function fontOf(letter: string): number | undefined {
  if (known.has(letter)) return known.get(letter)
  const points = Array.from(letter.replaceAll(UNSEEN, ''), (one) => one.codePointAt(0)!)
  const has = (family: number) => points.every((point) => open(family, 'regular').points.has(point))
  const at = FAMILIES.findIndex((_, family) => has(family) && (points.length === 1 || isShaped(family, letter)))
  const found = at < 0 ? undefined : at
  if (known.size < MOST_KNOWN) known.set(letter, found)
  return found
}

/**
 * Returns whether a font can place diacritics on a character. The library throws an error when the font lacks the anchor
 * point.
 */
function isShaped(family: number, letter: string): boolean {
  try {
    for (const weight of ['regular', 'bold'] as const) open(family, weight).font.layout(letter)
    return true
  } catch {
    return false
  }
}

/** Splits text into user-perceived characters, with their diacritics. */
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
export const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)

/** Combining marks, which cannot stand without a base character. */
const MARK = /\p{M}/u

/**
 * Western European characters. They need no search for a font and no reordering, because the first font has all of them and
 * they are written from left to right.
 */
const PLAIN = /^[\n\x20-\x7e\xa0-\xff]*$/
export const isPlain = (text: string): boolean => PLAIN.test(text) && !text.includes('\xad')

/**
 * Returns a text that the fonts can show. A character without a font is replaced by its code point, for example `[U+4E2D
 * U+6587]`. Readers can then look it up and do not mistake it for another character.
 */
export function readable(text: string): string {
  const whole = text
    .normalize('NFC')
    .replaceAll(/[\t\v\f]/g, ' ')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
  if (isPlain(whole)) return whole
  let shown = ''
  let missing: string[] = []
  const tellMissing = () => {
    if (missing.length > 0) shown += `[${missing.join(' ')}]`
    missing = []
  }
  for (const letter of lettersOf(whole)) {
    const isWhole = letter === '\n' || fontOf(letter) !== undefined
    for (const part of isWhole ? [letter] : letter) {
      if (part.replaceAll(UNSEEN, '') === '') {
        if (missing.length === 0) shown += part
      } else if (isWhole || (!MARK.test(part) && fontOf(part) !== undefined)) {
        tellMissing()
        shown += part
      } else missing.push(`U+${part.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    }
  }
  tellMissing()
  return shown
}
