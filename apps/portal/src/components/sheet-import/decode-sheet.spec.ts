import { decodeSheet } from './decode-sheet.js'

const TEXT = 'imei;Büro\r\n353599178000076;Größe – Œuvre €\r\n'
const bytes = (buffer: Buffer) => new Uint8Array(buffer)
const utf16be = (text: string) => bytes(Buffer.from(text, 'utf16le').swap16())
const windows1252 = (text: string) => {
  const own: Record<string, number> = { '€': 0x80, '–': 0x96, Œ: 0x8c }
  return Uint8Array.from([...text].map((letter) => own[letter] ?? letter.charCodeAt(0)))
}

describe('a sheet', () => {
  it.each([
    ['UTF-8', bytes(Buffer.from(TEXT))],
    ['UTF-8 with a byte order mark', bytes(Buffer.from(`\uFEFF${TEXT}`))],
    ['UTF-16 as Excel saves "Unicode text"', bytes(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'))],
    ['UTF-16 without a byte order mark', bytes(Buffer.from(TEXT, 'utf16le'))],
    ['UTF-16 with the high bytes first', utf16be(`\uFEFF${TEXT}`)],
    ['UTF-16 with the high bytes first, without a mark', utf16be(TEXT)],
    ['Windows-1252 as Excel saves "CSV"', windows1252(TEXT)],
  ])('in %s is read to the letter', (_, file) => expect(decodeSheet(file)).toBe(TEXT))

  it.each(['', 'a', 'imei'])('of %j is that', (text) => expect(decodeSheet(bytes(Buffer.from(text)))).toBe(text))
})
