import { inflateSync } from 'node:zlib'

/** The texts of a PDF, and the commands that draw it. */
export function printedOn(pdf: Buffer): { text: string; drawings: string } {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return []
    }
  })
  const drawings = streams.join('\n')
  const lines = [...drawings.matchAll(/\[(.*?)\] TJ/g)].map(([, glyphs = '']) =>
    [...glyphs.matchAll(/<([\da-f]*)>/g)]
      .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
      .join(''),
  )
  return { text: lines.join('\n'), drawings }
}
