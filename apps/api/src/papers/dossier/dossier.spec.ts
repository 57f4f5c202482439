import { gunzipSync, inflateSync } from 'node:zlib'
import type { Sheet } from '../sheet.js'
import { type Dossier, dossierFile, type View } from './dossier.js'

const sheet: Sheet = {
  locale: 'en',
  timeZone: 'UTC',
  columns: [
    { key: 'number', kind: 'number' },
    { key: 'what', kind: 'text' },
  ],
  head: ['No.', 'What'],
  title: 'What happened',
  period: '',
  zone: '',
  totals: {},
  notes: [],
  cell: (_, value = null) => (typeof value === 'object' ? null : value),
}
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ number: at + 1, what: 'Seen' }))
const dossier = (changes: Partial<Dossier> = {}): Dossier => ({
  locale: 'en',
  title: 'Evidence',
  about: 'M-00001 · Cargo 42',
  period: 'Reported missing 01-06-2026 12:00:00',
  made: 'Made by Ada Byron',
  facts: [
    { label: 'Frame number', value: 'UA-77' },
    { label: 'License plate', value: 'AB-12-CD' },
  ],
  notes: [],
  trail: [
    { latitude: 47.139, longitude: 9.52 },
    { latitude: 47.141, longitude: 9.524 },
  ],
  ends: { first: '12:00', last: '13:00' },
  streetsOf: async () => undefined,
  tables: [{ sheet, rows: rowsOf(10) }],
  pictures: { title: 'Photos', files: [] },
  ...changes,
})

/** Returns the drawing operators of each page; a row ends with a thin line. */
async function pagesOf(changes: Partial<Dossier> = {}): Promise<string[]> {
  const pdf = gunzipSync((await dossierFile(dossier(changes))).packed).toString('latin1')
  expect(pdf).toMatch(/MediaBox \[0 0 595\.28 841\.89\]/)
  return [...pdf.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body = '']) => {
    try {
      const drawn = inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
      return / Tf$/m.test(drawn) ? [drawn] : []
    } catch {
      return []
    }
  })
}
/** Returns colours in their usual notation; a PDF has them as fractions of one. */
const coloursOf = (page = '') =>
  [...page.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)$/gm)].map((shares) =>
    shares
      .slice(1, 4)
      .map((share) =>
        Math.round(Number(share) * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
      .toUpperCase(),
  )
const rowsOn = (page = '') => page.match(/^0\.3 w$/gm)?.length ?? 0

describe('a paper for the police', () => {
  it('T-07 is upright, bears the mark of the product, and is one page where that is enough', async () => {
    const pages = await pagesOf()
    expect(pages).toHaveLength(1)
    expect(rowsOn(pages[0])).toBe(10)
    // Petrol and orange, as in the logo.
    for (const colour of ['0B5D6B', 'FD7E14']) expect(coloursOf(pages[0])).toContain(colour)
  })

  it('T-07 has a smaller map rather than a second page, and never a last row alone on one', async () => {
    let onOne = 0
    for (let count = 12; count < 60; count++) {
      const pages = await pagesOf({ tables: [{ sheet, rows: rowsOf(count) }] })
      expect(pages.reduce((sum, page) => sum + rowsOn(page), 0)).toBe(count)
      if (pages.length === 1) onOne = count
      else {
        expect(rowsOn(pages.at(-1))).toBeGreaterThanOrEqual(2)
        if (count > onOne + 2) break
      }
    }
    expect(onOne).toBeGreaterThan(16)
  })

  it('T-07 draws the trail on the streets of the place, each with its name', async () => {
    let asked: View | undefined
    const line = [
      { latitude: 47.139, longitude: 9.519 },
      { latitude: 47.1405, longitude: 9.525 },
    ]
    const [without = ''] = await pagesOf()
    const [page = ''] = await pagesOf({
      streetsOf: async (view) => {
        asked = view
        return { areas: [{ kind: 'water', rings: [line] }], ways: [{ kind: 'major', line, name: 'Aeulestrasse' }], places: [] }
      },
    })
    expect(asked?.west).toBeLessThan(9.52)
    expect(asked?.east).toBeGreaterThan(9.524)
    const words = (drawn: string) => drawn.match(/ TJ$/gm)?.length ?? 0
    expect(words(page)).toBe(words(without) + 1)
    expect(page).toContain('2.5 w')
  })
})
