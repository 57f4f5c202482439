import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font, Glyph } from 'fontkit'

export type Weight = 'regular' | 'bold'

/**
 * Fonts that are embedded, by the package of each (OFL), in the order in which they are asked for a letter: Latin with every mark,
 * Greek and Cyrillic; then other alphabets around Europe. Chinese, Japanese and Korean would take 5 MB a weight.
 */
const FAMILIES = [
  { name: 'noto-sans', file: 'NotoSans' },
  { name: 'noto-sans-hebrew', file: 'NotoSansHebrew' },
  // Noto's own Arabic puts letters together of strokes and dots, which nobody who copies them can tell apart any more.
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

/** A font, which is read when a letter first needs it: most documents are in one. */
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

/** A font keeps a glyph with the letters that it stood for first, or none. In another document it stands for others: it gets its own then. */
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

/** What stands for a font where a file is expected, before its name. */
const OPENED = 'opened font '

/**
 * The PDF library reads files of fonts anew for each document, which takes longer than a page. It gets the name of one that is open
 * already, as a format of its own.
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

/** What is not drawn: it joins, parts or orders what stands beside it. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** Fonts of letters, which are the same few. */
const known = new Map<string, number | undefined>()
const MOST_KNOWN = 10_000

/** The first font that has a letter with all its marks; undefined where none has. */
export function fontOf(letter: string): number | undefined {
  if (known.has(letter)) return known.get(letter)
  const points = Array.from(letter.replaceAll(UNSEEN, ''), (one) => one.codePointAt(0)!)
  const has = (family: number) => points.every((point) => open(family, 'regular').points.has(point))
  const at = FAMILIES.findIndex((_, family) => has(family) && (points.length === 1 || isShaped(family, letter)))
  const found = at < 0 ? undefined : at
  if (known.size < MOST_KNOWN) known.set(letter, found)
  return found
}

/** Whether marks can be put upon a letter: where a font does not say at which point, the library throws. */
function isShaped(family: number, letter: string): boolean {
  try {
    for (const weight of ['regular', 'bold'] as const) open(family, weight).font.layout(letter)
    return true
  } catch {
    return false
  }
}

/** As people count letters: with the marks upon them. */
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
export const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)

/** Nothing by itself: it stands upon a letter. */
const MARK = /\p{M}/u

/** Of Western Europe, which the first font has and nothing reorders. */
const PLAIN = /^[\n\x20-\x7e\xa0-\xff]*$/
export const isPlain = (text: string): boolean => PLAIN.test(text) && !text.includes('\xad')

/**
 * A text as the fonts can show it: what none of them has is named by its number, `[U+4E2D U+6587]`, so that nobody takes it for something
 * else and whoever must know can look it up.
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
