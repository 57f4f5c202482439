import { inOrder } from '../database/peoples-words.js'
import type { Sql } from '../database/sql.js'
import type { CsvValue } from '../http/csv.js'
import type { Locale } from '../texts/locale.js'
import type { FieldType, ListField } from './list-fields.js'

/** The reader of a CSV file. */
export interface CsvReader {
  locale: Locale
  /** Formats a time in the reader's time zone. */
  time: (instant: string | null) => string | null
}

/** Properties of a line that a cell can show unchanged. */
type CellOf<Line> = { [Name in keyof Line & string]: Line[Name] extends CsvValue ? Name : never }[keyof Line & string]

interface Shown<Line> {
  /**
   * Property that the CSV shows, or a function that returns the cell. A column without `csv` is not in the CSV. For a time,
   * return the ISO instant; the export formats it in the reader's time zone.
   */
  csv?: CellOf<Line> | ((line: Line, reader: Pick<CsvReader, 'locale'>) => CsvValue)
  /** True when the cell contains one of a few fixed words. The text of a word has the key `csv.<column>.<word>`. */
  isWord?: boolean
}

interface FieldOptions<Line> extends Shown<Line>, Pick<ListField, 'hasOneOf'> {
  /** True if rows can be sorted by this column. May also be the SQL to sort by. */
  order?: boolean | Sql
  /** True when a plain `search` text is searched for in this column. */
  isPlain?: boolean
}

/** One column of a list: its search, its order and its CSV cell. */
export interface Column<Line> extends Shown<Line> {
  search?: ListField
  order?: Sql
  isPlain?: boolean
  /** True when the cells are times; the heading then names the time zone. */
  isTime?: boolean
}

const field =
  (type: FieldType, isOrdered: boolean, { isCode = false, ordered: own = (column: Sql): Sql => column } = {}) =>
  <Line>(column: Sql, { order = isOrdered, hasOneOf, ...rest }: FieldOptions<Line> = {}): Column<Line> => ({
    ...rest,
    search: { type, column, hasOneOf, isCode },
    order: order === true ? own(column) : order || undefined,
    isTime: type === 'time',
  })

/** A text that people wrote. It is sorted naturally, and found regardless of spelling variants. */
export const text = field('text', true, { ordered: inOrder })
/** A word or number that a machine wrote. It is sorted and compared exactly. */
export const code = field('text', true, { isCode: true })
export const number = field('number', true)
export const time = field('time', true)
/** A calendar day, which is the same in every time zone. */
export const day = field('day', true)
/** An id or a boolean. Rows can be sorted by such a column only if it declares an order. */
export const id = field('id', false)
export const fact = field('fact', false)

/** A column that can be sorted by and shown in a CSV, but not searched. */
export const ordered = <Line>(order: Sql, shown: Shown<Line> = {}): Column<Line> => ({ ...shown, order })

/** A column that only a CSV shows. */
export const cell = <Line>(csv: NonNullable<Shown<Line>['csv']>, isWord = false): Column<Line> => ({ csv, isWord })
