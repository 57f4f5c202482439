import { inflateSync } from 'node:zlib'

/**
 * Returns the texts of a PDF line by line and from left to right, as a reader gets them by copying. Also returns the PDF's
 * drawing commands. Each font contains a table of the letters of its glyphs. A glyph without a letter becomes U+FFFD.
 */
export function printedOn(pdf: Buffer): { text: string; drawings: string } {
  const file = pdf.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const fonts = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(objects, objects.get(id) ?? '')]),
  )
  const contents = [...objects.values()].flatMap((body) => {
    const stream = inflated(body)
    return stream && / Tf$| re$|^ET$| m$/m.test(stream) ? [stream] : []
  })
  const lines: string[] = []
  let letters: ReadonlyMap<string, string> | undefined
  for (const [, font, glyphs = ''] of contents.join('\n').matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) {
      letters = fonts.get(font)
      lines.push('')
    } else lines[lines.length - 1] += told(glyphs, letters)
  }
  return { text: lines.join('\n'), drawings: contents.join('\n') }
}

const told = (glyphs: string, letters: ReadonlyMap<string, string> | undefined): string =>
  [...glyphs.matchAll(/<([\da-f]*)>/g)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => letters?.get(glyph) ?? '\ufffd')
    .join('')

/** Returns the letters of a font by the number of their glyph, from the font's `ToUnicode` table. */
function lettersOf(objects: ReadonlyMap<string, string>, font: string): Map<string, string> {
  const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? []
  const ranges = (inflated(objects.get(table) ?? '') ?? '').matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/g)
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of ranges)
    for (const [at, [, units = '']] of [...list.matchAll(/<([\da-f ]*)>/g)].entries()) {
      const codes = units.split(' ').filter(Boolean)
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0')
      letters.set(glyph, codes.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join(''))
    }
  return letters
}

function inflated(body: string): string | undefined {
  const [, packed] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
  try {
    return packed === undefined ? undefined : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return undefined
  }
}
