import { colorWord } from '@roadbook/contracts'
import type { MadeFile } from '../../../http/file-answer.js'
import { localTimeIn } from '../../../http/local-time.js'
import type { Locale } from '../../../texts/locale.js'
import { Sentence } from '../../../texts/sentence.js'
import { madeFile, pdfSheet, type Sheet } from '../../../papers/index.js'
import type { SeenPointDto } from '../../../sharing/index.js'
import type { CaseEventDto, CaseVehicleDto } from '../dto/case-room.dto.js'
import type { MissingCaseDto } from '../dto/missing-case.dto.js'
import texts from '../texts.json' with { type: 'json' }
import { say } from '../texts.js'

/** What the police are handed. */
export interface Evidence {
  case: MissingCaseDto
  vehicle: CaseVehicleDto
  imei: string | null
  /** Oldest first. */
  trail: readonly SeenPointDto[]
  /** The newest first. */
  positions: readonly SeenPointDto[]
  /** Oldest first. */
  timeline: readonly CaseEventDto[]
  /** JPEG. */
  photos: readonly Buffer[]
  /** By whom, and when. */
  madeBy: string
  madeAt: string
}

interface Reader {
  locale: Locale
  timeZone: string
}

const COLUMNS = {
  positions: [
    { key: 'number', kind: 'number' },
    { key: 'at', kind: 'text' },
    { key: 'latitude', kind: 'text' },
    { key: 'longitude', kind: 'text' },
    { key: 'speed', kind: 'number' },
  ],
  timeline: [
    { key: 'at', kind: 'text' },
    { key: 'what', kind: 'text' },
    { key: 'by', kind: 'text' },
    { key: 'details', kind: 'text' },
  ],
} as const

/** G-82, T-07: the vehicle, its last positions with a map, and what happened, as a PDF in the reader's language and zone. */
export async function evidenceFile(evidence: Evidence, reader: Reader): Promise<MadeFile> {
  const { case: about } = evidence
  const sheet = sheetOf(evidence, reader)
  const writer = await pdfSheet(sheet, evidence.trail.length > 0 ? [evidence.trail] : [])
  await writer.add(evidence.positions.map((point, nth) => positionRow(point, nth, reader)))
  writer.begin(tableOf(reader, 'timeline', say('evidence.timeline').in(reader.locale)))
  await writer.add(evidence.timeline.map((event) => eventRow(event, reader)))
  if (evidence.photos.length > 0) writer.pictures(say('evidence.photos').in(reader.locale), evidence.photos)
  return madeFile(`${say('evidence.file').in(reader.locale)} ${about.number}`, 'pdf', writer)
}

function sheetOf(evidence: Evidence, reader: Reader): Sheet {
  const { case: about } = evidence
  const { locale, timeZone } = reader
  const at = (instant: string) => exactly(instant, timeZone)
  const title = [say('evidence.title').in(locale), about.number, about.entity_name].join(' · ')
  return {
    ...tableOf(reader, 'positions', title),
    period: say('evidence.period', { from: at(about.opened_at), till: at(evidence.madeAt) }).in(locale),
    zone: say('evidence.zone', { zone: timeZone }).in(locale),
    notes: notesOf(evidence, reader).map((note) => note.in(locale)),
  }
}

function notesOf({ case: about, vehicle, imei, madeBy, madeAt }: Evidence, { locale, timeZone }: Reader): Sentence[] {
  const { brand, model, color, frame_number: frame, license_plate: plate } = vehicle
  const { police_report_number: police, insurer, number, reporter } = about
  const named = [vehicle.name, brand, model, color && colorWord(color, locale)].filter(Boolean).join(', ')
  return [
    say('evidence.vehicle', { about: named }),
    ...(frame === null ? [] : [say('evidence.frame', { frame })]),
    ...(plate === null ? [] : [say('evidence.plate', { plate })]),
    ...(imei === null ? [] : [say('evidence.imei', { imei })]),
    say('evidence.report', { number, reason: wordOf(`csv.reason.${about.reason}`, locale) ?? about.reason, by: reporter ?? '–' }),
    ...(police === null ? [] : [say('evidence.police', { police })]),
    ...(insurer === null ? [] : [say('evidence.insurer', { insurer })]),
    ...(about.location_hidden ? [say('evidence.hidden')] : []),
    say('evidence.made', { by: madeBy, at: exactly(madeAt, timeZone) }),
    say('evidence.positions'),
  ]
}

const tableOf = ({ locale, timeZone }: Reader, table: keyof typeof COLUMNS, title: string): Sheet => ({
  locale,
  timeZone,
  columns: COLUMNS[table],
  head: COLUMNS[table].map(({ key }) =>
    (key === 'at' ? say('evidence.col.at', { zone: timeZone }) : say(`evidence.col.${key}`)).in(locale),
  ),
  title,
  period: '',
  zone: '',
  totals: {},
  notes: [],
  cell: (_kind, value = null) => (value instanceof Sentence ? value.in(locale) : value),
})

const positionRow = ({ positioned_at, latitude, longitude, speed_kph }: SeenPointDto, nth: number, { timeZone }: Reader) => ({
  number: nth + 1,
  at: exactly(positioned_at, timeZone),
  latitude: latitude.toFixed(6),
  longitude: longitude.toFixed(6),
  speed: speed_kph,
})

function eventRow(event: CaseEventDto, { locale, timeZone }: Reader) {
  const { kind, by, assignee, reason, note, till, is_late: isLate } = event
  const words = ['reason', 'end_reason'].map((column) => wordOf(`csv.${column}.${reason}`, locale))
  const word = kind === 'located' ? null : (words.find(Boolean) ?? reason)
  const details = [
    kind === 'assigned' ? (assignee ?? say('event.nobody').in(locale)) : null,
    word,
    note,
    till === null ? null : say('event.until', { at: exactly(till, timeZone) }).in(locale),
    isLate ? say('event.late').in(locale) : null,
  ]
  return {
    at: exactly(event.at, timeZone),
    what: say(`event.${kind}`).in(locale),
    by,
    details: details.filter((one) => one !== null).join('; ') || null,
  }
}

/** To the second: that may be what matters. */
const exactly = (instant: string, timeZone: string) => `${localTimeIn(timeZone)(instant) ?? ''}:${instant.slice(17, 19)}`

const wordOf = (key: string, locale: Locale): string | undefined => (texts[locale] as Readonly<Record<string, string>>)[key]
