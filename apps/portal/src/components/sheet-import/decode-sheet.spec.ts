import { decodeSheet, isOtherFile } from './decode-sheet.js'

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

  const latin = (text: string) => bytes(Buffer.from(text, 'latin1'))
  it.each([
    ['UTF-8 that is cut off', bytes(Buffer.from('name\nMüller\nBüro').subarray(0, 15)), 'name\nMüller\nB\uFFFD'],
    ['UTF-8 with a mark and a letter of another file', latin('\xef\xbb\xbfname\nRad \xfc'), 'name\nRad \uFFFD'],
    ['"CSV (MS-DOS)"', latin('M\x81ller;B\x84r;K\x94nig'), 'M\uFFFDller;B\uFFFDr;K\uFFFDnig'],
    ['"CSV (Macintosh)"', latin('M\x9fller;J\x8ager;Gro\xa7e'), 'M\uFFFDller;J\uFFFDger;Gro\uFFFDe'],
    ['Windows-1250', latin('Po\xb3udnie'), 'Po\uFFFDudnie'],
    ['Windows-1251', latin('\xc8\xe2\xe0\xed 7;\xcf\xe5\xf2\xf0'), '\uFFFD 7;\uFFFD'],
  ])('in %s has its lost letters marked, for which it is refused by its row', (_, file, text) => {
    expect(decodeSheet(file)).toBe(text)
  })

  it.each([
    'Crème brûlée; „Rad“ ”x” à – 5 €',
    'Pâté naïf: Œuvre §5 ‚x‘',
    'ÆØÅ Ærøskøbing',
    'Motor 5³ m²',
    'äöüß',
    'ÄÖÜ äöüß Rädle',
    'Citroën Ýmir Šimek',
  ])('in Windows-1252 has its own signs: %j', (text) => {
    const own = new Map(
      Array.from({ length: 32 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(128 + at)), 128 + at]),
    )
    expect(decodeSheet(Uint8Array.from([...text].map((letter) => own.get(letter) ?? letter.charCodeAt(0))))).toBe(text)
  })

  it.each([
    ['an Excel file', 'PK\x03\x04\x14\x00\x06', true],
    ['an older one', '\xd0\xcf\x11\xe0\xa1\xb1', true],
    ['a PDF', '%PDF-1.7', true],
    ['a page', '<html xmlns:x="urn:schemas-microsoft-com:office:excel">', true],
    ['a CSV', 'PK;Name\n1;x', false],
    ['text', 'name\n<b>', false],
  ])('that is %s is known: %j', (_, begin, isOther) => {
    expect(isOtherFile(latin(begin))).toBe(isOther)
  })

  it.each(['', 'a', 'imei'])('of %j is that', (text) => expect(decodeSheet(bytes(Buffer.from(text)))).toBe(text))
})
