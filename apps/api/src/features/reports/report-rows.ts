import { Inject, Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Actor } from '../../auth/acting.js'
import { RequestDatabase } from '../../database/request-database.js'
import { addressesOf, GEOCODER, type Geocoder, type Point } from '../../geocoder/geocoder.js'
import type { Sentence } from '../../texts/sentence.js'
import type { SheetRow } from '../../papers/index.js'
import { KINDS } from './kinds/index.js'
import { type Subject, ReportSubjectsRepository } from './report-subjects.repository.js'
import type { AskedWish } from './report-wish.js'
import { say } from './texts.js'

type Key = number | string
const NOWHERE = { latitude: null, longitude: null }

/** Subject of a report, with the keys of its rows and the totals. */
export interface OpenedReport {
  subject: Subject
  keys: readonly Key[]
  totals: SheetRow
}

/** Rows of reports, both for the screen and for files. */
@Injectable()
export class ReportRows {
  constructor(
    private readonly database: RequestDatabase,
    private readonly subjects: ReportSubjectsRepository,
    private readonly views: ConsumerViews,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
  ) {}

  /**
   * Returns keys and totals from one snapshot of the database. Records a view of each customer's vehicle that the report
   * shows.
   * @throws Problem 422 for vehicles out of scope, and for too many vehicles
   */
  async open(by: Actor, asked: AskedWish, most: number): Promise<OpenedReport> {
    const { caller } = by
    const kind = KINDS[asked.mode]
    const opened = await this.database.read(caller.scope, async (transaction) => {
      const subject = await this.subjects.find(transaction, caller, asked)
      return { subject, keys: await kind.keys(transaction, subject, most), totals: await kind.totals(transaction, subject) }
    })
    await this.note(by, opened.subject)
    return opened
  }

  /**
   * Returns the rows with these keys. Leaves out vehicles that were hidden since the report was opened. Addresses are looked
   * up outside transactions.
   */
  async read(opened: OpenedReport, keys: readonly Key[]): Promise<SheetRow[]> {
    const { subject } = opened
    const { caller } = subject
    const kind = KINDS[subject.wish.mode]
    const lines = await this.database.read(caller.scope, (transaction) => kind.lines(transaction, subject, keys))
    const places = lines.map((line) => kind.places?.(line) ?? [])
    const addresses = await addressesOf(this.geocoder, places.flat().map(placed), caller)
    let next = 0
    return lines.map((line, at) => {
      const from = next
      next += places[at]?.length ?? 0
      return kind.row(line, subject, addresses.slice(from, next))
    })
  }

  /** Passes every row to `put` in order, in batches. */
  async each(opened: OpenedReport, put: (rows: readonly SheetRow[], done: number) => Promise<void>): Promise<void> {
    const { batch } = KINDS[opened.subject.wish.mode]
    for (let at = 0; at < opened.keys.length; at += batch) {
      const some = opened.keys.slice(at, at + batch)
      await put(await this.read(opened, some), at + some.length)
    }
  }

  private async note(by: Actor, { entities, wish }: Subject): Promise<void> {
    const entityIds = entities.flatMap(({ id, is_consumers, is_hidden }) => (is_consumers && !is_hidden ? [id] : []))
    await this.views.note(by, { entityIds, kind: 'detail', call: `reports.${wish.mode}` })
  }
}

const placed = (point: Point | null) => point ?? NOWHERE

/** Returns the notes for readers of a report. */
export function notesOf({ subject: { wish, entities, shown } }: OpenedReport): Sentence[] {
  const { columns, note, showsHidden: tellsHidden } = KINDS[wish.mode]
  const hidden = entities.length - shown.length
  return [
    ...(note ? [note] : []),
    ...(columns.some(({ kind }) => kind === 'km') ? [say('note.straight-lines')] : []),
    ...(hidden > 0 && !tellsHidden ? [say('note.hidden', { count: hidden })] : []),
  ]
}
