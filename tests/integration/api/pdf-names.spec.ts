import { gunzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { pdfSheet } from '@roadbook/api/papers/pdf'
import type { Sheet } from '@roadbook/api/papers/sheet'
import { xlsxSheet } from '@roadbook/api/papers/xlsx-sheet'
import { printedOn } from '../../support/pdf-text.js'

const COLUMNS = [
  { key: 'name', kind: 'text' },
  { key: 'km', kind: 'km' },
] as const

const turned = (text: string) => [...text].reverse().join('')

const sheetOf = (title = 'Trips', notes: string[] = []): Sheet => ({
  locale: 'en',
  timeZone: 'UTC',
  columns: COLUMNS,
  head: ['Vehicle', 'km'],
  title,
  period: 'Period',
  zone: 'UTC',
  totals: {},
  notes,
  cell: (_, value = null) => (typeof value === 'object' ? null : value),
})

/** Returns a PDF with these names, and its text. */
async function pdfOf(names: readonly string[], title?: string, notes?: string[]) {
  const writer = await pdfSheet(sheetOf(title, notes), [])
  await writer.add(names.map((name, km) => ({ name, km })))
  const { packed, sizeBytes } = await writer.end()
  return { ...printedOn(gunzipSync(packed)), sizeBytes }
}

describe('names in a PDF', () => {
  it.each([
    ['Greek', 'Γεώργιος Παπαδόπουλος'],
    ['Cyrillic', 'Щербаков Ёлкин Їжак Љубица'],
    ['Polish', 'Łukasz Żółkiewski, Łódź'],
    ['Turkish', 'Şükrü İğneci ığ'],
    ['Vietnamese', 'Nguyễn Thị Ngọc Ánh'],
    ['Georgian', 'გიორგი ბერიძე'],
    ['Armenian', 'Գևորգ Եղիազարյան'],
    ['of letters that are drawn as one', 'office waffle Ĳ'],
    ['of marks that no letter has', 'x\u030c q\u0301'],
  ])('%s are all there: %s', async (_, name) => {
    const words = (await pdfOf([name])).text.replaceAll('\n', '')
    expect(words.normalize('NFC')).toContain(name.normalize('NFC'))
    expect(words).not.toMatch(/[?\ufffd]/)
  })

  it('of letters with two marks change no other letter', async () => {
    const words = (await pdfOf(['Adẹ́bọ̀wálé Ọlọ́run', 'ṣ́o ị́', 'no such'])).text.replaceAll('\n', '').normalize('NFC')
    for (const part of ['Adẹ́bọ̀wálé Ọlọ́run', 'ṣ́o ị́', 'no such', 'Page 1 of 1']) expect(words).toContain(part.normalize('NFC'))
  })

  it('that came in parts are those that came whole', async () => {
    expect((await pdfOf(['Z\u030co\u0308e\u0301'])).text).toContain('Žöé')
  })

  it('in Hebrew and Arabic stand in their direction, numbers and Latin letters in theirs', async () => {
    const { text } = await pdfOf(['שלום כהן 45 ABC', 'محمد بن راشد (KIA 12)', 'لا إله ١٢٣', 'Herr שלום'])
    const words = text.replaceAll('\n', '')
    for (const part of [
      `ABC 45 ${turned('שלום כהן')}`,
      `(KIA 12) ${turned('محمد بن راشد')}`,
      `١٢٣ ${turned('لا إله')}`,
      `Herr ${turned('שלום')}`,
    ])
      expect(words).toContain(part)
  })

  it('stand in a sentence without turning round what follows them', async () => {
    const words = (await pdfOf([], 'Trips · محمد · 12 km', ['Buyer: شركة النور, 12 Main St'])).text.replaceAll('\n', '')
    expect(words).toContain(`Trips · ${turned('محمد')} · 12 km`)
    expect(words).toContain(`Buyer: ${turned('شركة النور')}, 12 Main St`)
  })

  it('that no font has are told by their numbers', async () => {
    const { text } = await pdfOf(['🚲 Rad 中文', 'Why?'])
    expect(text).toContain('[U+1F6B2] Rad [U+4E2D U+6587]')
    expect(text).toContain('Why?')
  })

  it('are no more than fits: a file brings only the letters that it shows', async () => {
    expect((await pdfOf(['Fiets'])).sizeBytes).toBeLessThan(40_000)
    expect((await pdfOf(Array.from({ length: 200 }, (_, nth) => `Łódź Αθήνα Москва ${nth}`))).sizeBytes).toBeLessThan(80_000)
  })

  it('are in lines of their column, also without a blank', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(6)
    const { text } = await pdfOf([name])
    expect(text).not.toContain(name)
    expect(text.replaceAll('\n', '')).toContain(name)
  })
})

describe('names in an Excel file', () => {
  it.each([
    ['Trips · Muller’s eBike Number 🚲', 'Trips · Muller’s eBike Number'],
    ["Trips: [Rad/7] 'Anna'", "Trips   Rad 7  'Anna"],
    ["'''", 'Roadbook'],
  ])('name its sheet as Excel takes it: %j', async (title, shown) => {
    const { packed } = await xlsxSheet(sheetOf(title)).end()
    const book = strFromU8(unzipSync(gunzipSync(packed))['xl/workbook.xml'] ?? new Uint8Array())
    expect(/<sheet [^>]*name="([^"]*)"/.exec(book)?.[1]?.replaceAll('&apos;', "'")).toBe(shown)
  })

  it('are what they are, also where Excel would read a letter by its number', async () => {
    const writer = xlsxSheet(sheetOf())
    const names = ['🚲 Łódź Αθήνα שלום 中文', 'Rad_x0041_', '=1+1', 'A & <B>', '  Rad']
    await writer.add(names.map((name, km) => ({ name, km })))
    const { packed } = await writer.end()
    const words = strFromU8(unzipSync(gunzipSync(packed))['xl/sharedStrings.xml'] ?? new Uint8Array())
    for (const name of ['🚲 Łódź Αθήνα שלום 中文', 'Rad_x005F_x0041_', '=1+1', 'A &amp; &lt;B&gt;', '  Rad'])
      expect(words).toContain(`>${name}</t>`)
  })
})
