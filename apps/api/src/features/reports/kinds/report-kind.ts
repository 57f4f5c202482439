import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Point } from '../../../geocoder/geocoder.js'
import type { Sentence } from '../../../texts/sentence.js'
import { daySums } from '../../../day-sums/index.js'
import type { ColumnKind, SheetRow } from '../../../papers/index.js'
import type { Subject, SubjectEntity } from '../report-subjects.repository.js'
import type { ColumnKey } from '../texts.js'

export interface ReportColumn {
  key: ColumnKey
  kind: ColumnKind
}

/**
 * Kind of report. The screen, CSV, Excel and PDF all use its columns and rows, so they cannot differ. Rows are read by their
 * keys (ids). A page and a file of thousands of rows are therefore made in the same way.
 */
export interface ReportKind<Key extends number | string = number | string, Line = unknown> {
  columns: readonly ReportColumn[]
  /** Note for readers of the report. */
  note?: Sentence
  /** Set when each vehicle with a hidden location has a row that states this. */
  showsHidden?: true
  /**
   * Maximum rows that one statement reads, so that the statement does not time out on a busy machine. Kinds with rows that
   * take long to read have a smaller number.
   */
  batch: number
  /** Returns the keys of the rows in order. Returns at most `most` keys. */
  keys(transaction: ScopedTransaction, subject: Subject, most: number): Promise<Key[]>
  /** Returns the lines in the order of the keys. Leaves out lines that were hidden since. */
  lines(transaction: ScopedTransaction, subject: Subject, keys: readonly Key[]): Promise<Line[]>
  /** Returns the places of a line that need an address. */
  places?(line: Line): (Point | null)[]
  /** @param addresses addresses of the line's places */
  row(line: Line, subject: Subject, addresses: readonly (string | null)[]): SheetRow
  totals(transaction: ScopedTransaction, subject: Subject): Promise<SheetRow>
}

/**
 * Defines a kind. The result no longer states the types of its keys and lines, so that different kinds fit into one list.
 * This is safe, because a kind only receives keys that it returned itself.
 */
export const defineKind = <Key extends number | string, Line>(kind: ReportKind<Key, Line>): ReportKind => kind

export const columns = (kinds: Partial<Record<ColumnKey, ColumnKind>>): ReportColumn[] =>
  Object.entries(kinds).map(([key, kind]) => ({ key: key as ColumnKey, kind }))

/** Kilometres and hours are numbers, so that readers of the file can add them up (G-61). */
export const kilometres = (metres: number): number => Math.round(metres / 10) / 100
export const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 36) / 100)
export const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)
/** Returns the speed in km/h; null when no time passed. */
export const speedOf = (metres: number, seconds: number): number | null => (seconds > 0 ? tenths((metres / seconds) * 3.6) : null)

export const entityOf = ({ entities }: Subject, id: number): SubjectEntity | undefined => entities.find((one) => one.id === id)

/** Start and end of a report's period, as SQL. */
export const startOf = ({ wish }: Subject) => sql`start_of_day(${wish.from}::date, ${wish.timeZone})`
export const endOf = ({ wish }: Subject) => sql`start_of_day(${wish.till}::date + 1, ${wish.timeZone})`

export const daysAsked = ({ wish, shown }: Subject, entities: readonly number[] = shown) => ({
  from: wish.from,
  till: wish.till,
  zone: wish.timeZone,
  entities,
})

export interface Sums {
  trips: number
  days: number
  distance_m: number
  duration_s: number
  idle_s: number
}

/** Returns the totals of all vehicles of a report. */
export async function sumsOf(transaction: ScopedTransaction, subject: Subject): Promise<Sums> {
  const row = await transaction.row<Sums & Record<string, unknown>>(sql`SELECT coalesce(sum(trips), 0)::int AS trips,
      count(*)::int AS days, coalesce(sum(distance_m), 0)::float8 AS distance_m, coalesce(sum(duration_s), 0)::float8 AS duration_s,
      coalesce(sum(idle_s), 0)::float8 AS idle_s
    FROM (${daySums(transaction, subject.caller, daysAsked(subject))}) d`)
  if (!row) throw new Error('a sum answers one row')
  return row
}

export const totalsOf = ({ trips, days, distance_m, duration_s, idle_s }: Sums): SheetRow => ({
  trips,
  days,
  distance: kilometres(distance_m),
  duration: hours(duration_s),
  idle: hours(idle_s),
  average_speed: speedOf(distance_m, duration_s),
})
