import type { Locale } from '../texts/locale.js'
import type { CsvValue } from '../http/csv.js'
import type { CsvReader } from '../lists/columns.js'
import { csvReader } from '../lists/list-csv.js'

export { csvReader }

export interface CsvColumn<Row> {
  head: Readonly<Record<Locale, string>>
  value: (row: Row, reader: CsvReader) => CsvValue
  /** Its head names the zone. */
  isTime?: boolean
}

/** The columns of a list's CSV, by the names that the portal's table gives them. */
export class CsvColumns<Row> {
  readonly names: readonly string[]

  constructor(private readonly columns: Readonly<Record<string, CsvColumn<Row>>>) {
    this.names = Object.keys(columns)
  }

  readonly head = (names: readonly string[], locale: Locale, timeZone: string): string[] =>
    this.pick(names).map(({ head, isTime }) => (isTime ? `${head[locale]} (${timeZone})` : head[locale]))

  readonly cells = (row: Row, names: readonly string[], reader: CsvReader): CsvValue[] =>
    this.pick(names).map(({ value }) => value(row, reader))

  private pick(names: readonly string[]): CsvColumn<Row>[] {
    return names.flatMap((name) => this.columns[name] ?? [])
  }
}

/** Ways to make the columns of one kind of row. */
export const csvColumnsOf = <Row>() => ({
  column: (nl: string, en: string, de: string, fr: string, value: CsvColumn<Row>['value']): CsvColumn<Row> => ({
    head: { nl, en, de, fr },
    value,
  }),
  /** A column of moments. */
  time: (nl: string, en: string, de: string, fr: string, of: (row: Row) => string | null): CsvColumn<Row> => ({
    head: { nl, en, de, fr },
    value: (row, { time }) => time(of(row)),
    isTime: true,
  }),
})
