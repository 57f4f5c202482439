import type { CsvValue } from '../http/csv.js'
import { localTimeIn } from '../http/local-time.js'
import { type Locale, LOCALES } from '../texts/locale.js'
import type { Column, CsvReader } from './columns.js'

export const csvReader = (locale: Locale, timeZone: string): CsvReader => ({ locale, time: localTimeIn(timeZone) })

/**
 * Texts of a feature, from its `texts.json`: `list.title` is the list's name, `csv.<column>` is a column heading, and
 * `csv.<column>.<word>` is a word in a cell.
 */
export type ListTexts = Readonly<Record<Locale, Readonly<Record<string, string>>>>

/** A list as CSV. Its columns have the order and names of the portal's table. */
export class ListCsv<Line> {
  /** Names of the columns in their order. */
  readonly columns: readonly string[]

  constructor(
    private readonly declared: Readonly<Record<string, Column<Line>>>,
    private readonly texts: ListTexts | undefined,
  ) {
    this.columns = Object.keys(declared).filter((name) => declared[name]?.csv !== undefined)
    // Checks that no heading is missing. If one is, the API does not start, so that the mistake is found before the first
    // export.
    for (const locale of this.columns.length > 0 ? LOCALES : []) {
      this.title(locale)
      for (const name of this.columns) this.text(`csv.${name}`, locale)
    }
  }

  /** Returns the list's name. */
  title(locale: Locale): string {
    return this.text('list.title', locale)
  }

  /**
   * Returns the headings in the reader's language. The heading of a column of times names the time zone, because a sheet
   * shows the time zone nowhere else.
   */
  head(names: readonly string[], locale: Locale, timeZone: string): string[] {
    return names.map((name) => {
      const head = this.text(`csv.${name}`, locale)
      return this.declared[name]?.isTime ? `${head} (${timeZone})` : head
    })
  }

  cells(line: Line, names: readonly string[], reader: CsvReader): CsvValue[] {
    return names.map((name) => this.cell(line, name, reader))
  }

  private cell(line: Line, name: string, reader: CsvReader): CsvValue {
    const { csv, isWord, isTime } = this.declared[name] ?? {}
    if (csv === undefined) return null
    const value = typeof csv === 'function' ? csv(line, reader) : (line[csv as keyof Line] as CsvValue)
    if (isTime && (value === null || typeof value === 'string')) return reader.time(value)
    return isWord ? (this.texts?.[reader.locale][`csv.${name}.${value}`] ?? value) : value
  }

  private text(key: string, locale: Locale): string {
    const text = this.texts?.[locale][key]
    if (text === undefined) throw new Error(`there is no text ${key} in ${locale}`)
    return text
  }
}
