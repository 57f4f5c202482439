import { colorWord } from '@roadbook/contracts'
import type { MadeFile } from '../../../http/file-answer.js'
import { localTimeIn } from '../../../http/local-time.js'
import type { Locale } from '../../../texts/locale.js'
import { Sentence } from '../../../texts/sentence.js'
import { type Dossier, dossierFile, madeFile, type Sheet } from '../../../papers/index.js'
import type { SeenPointDto } from '../../../sharing/index.js'
import type { CaseEventDto, CaseVehicleDto } from '../dto/case-room.dto.js'
import type { MissingCaseDto } from '../dto/missing-case.dto.js'
import texts from '../texts.json' with { type: 'json' }
import { say } from '../texts.js'

/** Evidence for the police. */
export interface Evidence {
  case: MissingCaseDto
  vehicle: CaseVehicleDto
  imei: string | null
  /** Oldest first. */
  trail: readonly SeenPointDto[]
  /** Newest first. */
  positions: readonly SeenPointDto[]
  /** Oldest first. */
  timeline: readonly CaseEventDto[]
  /** JPEG. */
  photos: readonly Buffer[]
  /** Name of the author, and time of the document. */
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

/**
 * Makes a PDF in the reader's language and time zone: the vehicle, its last positions with a map, and the events (G-82, T-07).
 */
export async function evidenceFile(evidence: Evidence, reader: Reader, streetsOf: Dossier['streetsOf']): Promise<MadeFile> {
  const title = `${say('evidence.file').in(reader.locale)} ${evidence.case.number}`
  return madeFile(title, 'pdf', { end: () => dossierFile(dossierOf(evidence, reader, streetsOf)) })
}

function dossierOf(evidence: Evidence, reader: Reader, streetsOf: Dossier['streetsOf']): Dossier {
  const { case: about, trail, positions, timeline, photos, madeBy, madeAt } = evidence
  const { locale, timeZone } = reader
  const at = (instant: string) => exactly(instant, timeZone)
  const told = (...[key, values]: Parameters<typeof say>) => say(key, values).in(locale)
  const period = told('evidence.period', { from: at(about.opened_at), till: at(madeAt) })
  const [first, last] = [trail[0], trail.at(-1)]
  return {
    locale,
    title: told('evidence.title'),
    about: [about.number, about.entity_name].join(' · '),
    period: [period, told('evidence.zone', { zone: timeZone })].join('  ·  '),
    made: told('evidence.made', { by: madeBy, at: at(madeAt) }),
    facts: factsOf(evidence, reader),
    notes: about.location_hidden ? [told('evidence.hidden')] : [],
    trail,
    ends: { first: first ? at(first.positioned_at) : '', last: last ? at(last.positioned_at) : '' },
    streetsOf,
    tables: [
      { sheet: tableOf(reader, 'positions'), rows: positions.map((point, nth) => positionRow(point, nth, reader)) },
      { sheet: tableOf(reader, 'timeline'), rows: timeline.map((event) => eventRow(event, reader)) },
    ],
    pictures: { title: told('evidence.photos'), files: photos },
  }
}

function factsOf({ case: about, vehicle, imei }: Evidence, { locale }: Reader): Dossier['facts'] {
  const { brand, model, color, frame_number: frame, license_plate: plate } = vehicle
  const { police_report_number: police, insurer, reporter, reason } = about
  const named = [vehicle.name, brand, model, color && colorWord(color, locale)].filter(Boolean).join(', ')
  const word = wordOf(`csv.reason.${reason}`, locale) ?? reason
  const facts = [
    ['vehicle', named],
    ['frame', frame],
    ['plate', plate],
    ['imei', imei],
    ['reason', word],
    ['reporter', reporter],
    ['police', police],
    ['insurer', insurer],
  ] as const
  return facts.flatMap(([key, value]) => (value ? [{ label: say(`evidence.fact.${key}`).in(locale), value }] : []))
}

const tableOf = ({ locale, timeZone }: Reader, table: keyof typeof COLUMNS): Sheet => ({
  locale,
  timeZone,
  columns: COLUMNS[table],
  head: COLUMNS[table].map(({ key }) =>
    (key === 'at' ? say('evidence.col.at', { zone: timeZone }) : say(`evidence.col.${key}`)).in(locale),
  ),
  title: say(`evidence.${table}`).in(locale),
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

/** Formats a time to the second, because the seconds may matter to the police. */
const exactly = (instant: string, timeZone: string) => `${localTimeIn(timeZone)(instant) ?? ''}:${instant.slice(17, 19)}`

const wordOf = (key: string, locale: Locale): string | undefined => (texts[locale] as Readonly<Record<string, string>>)[key]
