import { localTimeIn } from '../../http/local-time.js'
import type { Sheet } from '../../papers/index.js'
import { Sentence } from '../../texts/sentence.js'
import { KINDS } from './kinds/index.js'
import { notesOf, type OpenedReport } from './report-rows.js'
import { say } from './texts.js'

/** Formats YYYY-MM-DD as DD-MM-YYYY, as every screen does. */
export const localDay = (day: string) => day.split('-').reverse().join('-')

/**
 * Returns a report as a sheet.
 * @param about name of the vehicles or of the target group
 */
export function sheetOf(opened: OpenedReport, about: string): Sheet {
  const { wish, caller } = opened.subject
  const { mode, timeZone } = wish
  const { locale } = caller
  const { columns } = KINDS[mode]
  const time = localTimeIn(timeZone)
  return {
    locale,
    timeZone,
    columns,
    head: columns.map(({ key, kind }) => {
      const label = say(`column.${key}`).in(locale)
      return kind === 'time' ? `${label} (${timeZone})` : label
    }),
    title: [say(`mode.${mode}`).in(locale), about].filter(Boolean).join(' · '),
    period: say('word.period', { from: localDay(wish.from), till: localDay(wish.till) }).in(locale),
    zone: say('word.zone', { zone: timeZone }).in(locale),
    totals: opened.totals,
    notes: notesOf(opened).map((note) => note.in(locale)),
    cell: (kind, value = null) => {
      if (value instanceof Sentence) return value.in(locale)
      if (typeof value !== 'string') return value
      if (kind === 'time') return time(value)
      return kind === 'day' ? localDay(value) : value
    },
  }
}
