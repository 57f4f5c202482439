import type { MadeFile } from '../../http/file-answer.js'
import { localTimeIn } from '../../http/local-time.js'
import type { Locale } from '../../texts/locale.js'
import { Sentence } from '../../texts/sentence.js'
import { madeFile, pdfSheet, type Sheet, xlsxSheet } from '../../papers/index.js'
import type { TripPurpose } from '../trips/index.js'
import type { LogbookDto, LogbookEntryDto, LogbookWordsDto } from './dto/logbook.dto.js'
import type { LogbookFormat } from './logbook-query.js'
import { say } from './texts.js'

const COLUMNS = [
  { key: 'number', kind: 'number' },
  { key: 'started_at', kind: 'time' },
  { key: 'start_address', kind: 'text' },
  { key: 'ended_at', kind: 'time' },
  { key: 'stop_address', kind: 'text' },
  { key: 'odometer_start', kind: 'km' },
  { key: 'odometer_stop', kind: 'km' },
  { key: 'distance', kind: 'km' },
  { key: 'purpose', kind: 'text' },
  { key: 'note', kind: 'text' },
  { key: 'driver', kind: 'text' },
  { key: 'remarks', kind: 'text' },
] as const

const kilometres = (metres: number): number => Math.round(metres / 10) / 100
const kilometresOr = (metres: number | null): number | null => (metres === null ? null : kilometres(metres))
const kilometresIn = (locale: Locale, metres: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(kilometres(metres))
/**
 * Minimum gap in metres between the odometer readings of two successive trips that gets a remark. A smaller gap is within the
 * tolerance of odometers.
 */
const GAP_M = 1_000

/**
 * Makes a file of a logbook. It contains every trip with its odometer. It also contains the corrections after a month was
 * closed, with author and reason.
 */
export async function logbookFile(logbook: LogbookDto, format: LogbookFormat, locale: Locale): Promise<MadeFile> {
  const sheet = sheetOf(logbook, locale)
  const writer = format === 'pdf' ? await pdfSheet(sheet, []) : xlsxSheet(sheet)
  await writer.add(logbook.entries.map((entry, at) => rowOf(entry, at, logbook.time_zone, locale)))
  const { license_plate, entity_name, from, till } = logbook
  const name = [say('file').in(locale), license_plate ?? entity_name, from, ...(till === from ? [] : [till])].join(' ')
  return madeFile(name, format, writer)
}

function sheetOf(logbook: LogbookDto, locale: Locale): Sheet {
  const { time_zone: timeZone, totals, from, till } = logbook
  const time = localTimeIn(timeZone)
  const monthWords = (month: string) => month.split('-').reverse().join('-')
  return {
    locale,
    timeZone,
    columns: COLUMNS,
    head: COLUMNS.map(({ key, kind }) => `${say(`column.${key}`).in(locale)}${kind === 'time' ? ` (${timeZone})` : ''}`),
    title: [say('title').in(locale), logbook.entity_name, logbook.license_plate].filter(Boolean).join(' · '),
    period: say('period', { from: monthWords(from), till: monthWords(till) }).in(locale),
    zone: say('zone', { zone: timeZone }).in(locale),
    totals: { distance: kilometres(totals.distance_m) },
    notes: notesOf(logbook, locale).map((note) => note.in(locale)),
    cell: (kind, value = null) => {
      if (value instanceof Sentence) return value.in(locale)
      return kind === 'time' && typeof value === 'string' ? time(value) : value
    },
  }
}

function notesOf(logbook: LogbookDto, locale: Locale): Sentence[] {
  const time = localTimeIn(logbook.time_zone)
  const { totals, months, odometer_start_m: first, odometer_stop_m: last } = logbook
  const km = (metres: number) => kilometresIn(locale, metres)
  const about = [logbook.business_name, logbook.frame_number, logbook.imei && `IMEI ${logbook.imei}`].filter(
    (one) => one !== null,
  )
  return [
    say('note.vehicle', { about: about.join(' · ') }),
    ...(first === null || last === null ? [] : [say('note.odometer', { first: km(first), last: km(last) })]),
    say('note.totals', {
      business: km(totals.business_m),
      commute: km(totals.commute_m),
      private: km(totals.private_m),
      unsaid: km(totals.unsaid_m),
    }),
    ...months.map(({ month, closed_at, closed_by }) =>
      closed_at ? say('note.closed', { month, at: time(closed_at) ?? '', by: closed_by ?? '–' }) : say('note.open', { month }),
    ),
  ]
}

const rowOf = (entry: LogbookEntryDto, at: number, timeZone: string, locale: Locale) => ({
  number: at + 1,
  started_at: entry.started_at,
  start_address: entry.start_address,
  ended_at: entry.ended_at,
  stop_address: entry.stop_address,
  odometer_start: kilometresOr(entry.odometer_start_m),
  odometer_stop: kilometresOr(entry.odometer_stop_m),
  distance: kilometres(entry.distance_m),
  purpose: entry.purpose && say(`purpose.${entry.purpose}`).in(locale),
  note: entry.note,
  driver: entry.driver,
  remarks:
    remarksOf(entry, timeZone, locale)
      .map((remark) => remark.in(locale))
      .join('; ') || null,
})

/** Returns additional remarks on an entry. */
function remarksOf(entry: LogbookEntryDto, timeZone: string, locale: Locale): Sentence[] {
  const time = localTimeIn(timeZone)
  const { gap_m: gap, said_at, added_at, corrections } = entry
  const before = [entry.said, ...corrections]
  const arrived = time(entry.arrived_at)
  return [
    ...(entry.is_closed ? [] : [say('remark.open')]),
    ...(arrived && arrived !== time(entry.ended_at) ? [say('remark.arrived', { at: arrived })] : []),
    ...(gap !== null && Math.abs(gap) >= GAP_M ? [say('remark.gap', { km: kilometresIn(locale, gap) })] : []),
    ...(entry.is_late ? [say('remark.late', { at: time(said_at) ?? '' })] : []),
    ...(added_at ? [say('remark.added', { at: time(added_at) ?? '' })] : []),
    ...(entry.is_recalculated ? [say('remark.recalculated')] : []),
    ...corrections.map((correction, nth) =>
      say('remark.corrected', {
        at: time(correction.corrected_at) ?? '',
        by: correction.corrected_by ?? '–',
        before: wordsOf(before[nth]),
        after: wordsOf(correction),
        reason: correction.reason,
      }),
    ),
  ]
}

const wordsOf = (words: LogbookWordsDto | null | undefined): readonly (string | Sentence)[] =>
  words ? [purposeOf(words.purpose), ...[words.note, words.driver].filter((one) => one !== null)] : []
const purposeOf = (purpose: TripPurpose) => say(`purpose.${purpose}`)
