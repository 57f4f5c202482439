import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { localTimeIn } from '../../../http/local-time.js'
import type { Locale } from '../../../texts/locale.js'
import { Sentence } from '../../../texts/sentence.js'
import type { ColumnKind, ReportRow, ReportValue } from '../dto/report.dto.js'
import { KINDS } from '../kinds/index.js'
import { notesOf, type OpenedReport } from '../report-rows.js'
import { say } from '../texts.js'

export const pack = promisify<Buffer, Buffer>(gzip)

/** A file as it is kept: gzip, with its size unpacked. */
export interface PackedFile {
  packed: Buffer
  sizeBytes: number
}

/** A file that is written row by row. */
export interface SheetWriter {
  add(rows: readonly ReportRow[]): Promise<void>
  end(): Promise<PackedFile>
}

/** What a file says around its rows, in the words of its reader. */
export interface ReportSheet {
  locale: Locale
  timeZone: string
  columns: readonly { key: string; kind: ColumnKind }[]
  /** A column of times names its zone, because a sheet shows no other (G-61). */
  head: readonly string[]
  title: string
  period: string
  zone: string
  /** Of the columns that have any. */
  totals: ReportRow
  notes: readonly string[]
  /** When it was made, of a file that is the same whenever it is asked for; else now. */
  madeAt?: Date
  /** A value as text, as every screen of the portal writes it; numbers stay numbers. */
  cell: (kind: ColumnKind, value: ReportValue | undefined) => string | number | null
}

/** YYYY-MM-DD as every screen writes a day. */
export const localDay = (day: string) => day.split('-').reverse().join('-')

export function sheetOf(opened: OpenedReport, about: string): ReportSheet {
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
