import { KINDS } from '@roadbook/api/features/reports/kinds/index'
import { say } from '@roadbook/api/features/reports/texts'
import { pdfSheet, type Sheet } from '@roadbook/api/papers/index'
import { gunzipSync } from 'node:zlib'
import { printedOn } from '../../support/pdf-text.js'

/** Places at which a heading may be broken into two lines. */
const BETWEEN = /\s+|(?<=\w{3}\/)/
const LOCALES = ['nl', 'en', 'de', 'fr'] as const
const MODES = Object.keys(KINDS) as (keyof typeof KINDS)[]

describe('the heads of a report as PDF', () => {
  it.each(MODES.flatMap((mode) => LOCALES.map((locale) => [mode, locale] as const)))(
    'T-14 are broken between words and not within them: %s in %s',
    async (mode, locale) => {
      const { columns } = KINDS[mode]
      const head = columns.map(({ key, kind }) => {
        const label = say(`column.${key}`).in(locale)
        return kind === 'time' ? `${label} (Europe/Amsterdam)` : label
      })
      const about = { locale, timeZone: 'Europe/Amsterdam', title: '', period: '', zone: '', totals: {}, notes: [] }
      const sheet: Sheet = { ...about, columns, head, cell: () => null }
      const writer = await pdfSheet(sheet, [])
      const printed = printedOn(gunzipSync((await writer.end()).packed)).text.split(BETWEEN)
      for (const word of head.join(' ').split(BETWEEN)) expect(printed).toContain(word)
    },
  )
})
