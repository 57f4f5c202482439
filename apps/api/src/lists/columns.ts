import { inOrder } from '../database/peoples-words.js'
import type { Sql } from '../database/sql.js'
import type { CsvValue } from '../http/csv.js'
import type { Locale } from '../texts/locale.js'
import type { FieldType, ListField } from './list-fields.js'

/** For whom cells are. */
export interface CsvReader {
  locale: Locale
  /** A moment as the reader's clock shows it. */
  time: (instant: string | null) => string | null
}

/** Properties of a line that can stand in a cell as they are. */
type CellOf<Line> = { [Name in keyof Line & string]: Line[Name] extends CsvValue ? Name : never }[keyof Line & string]

interface Shown<Line> {
  /**
   * The property that a CSV shows, or how its cell is made; without it the column is none of the CSV’s. A moment stays one: it is written by
   * the reader's clock where the file is.
   */
  csv?: CellOf<Line> | ((line: Line, reader: Pick<CsvReader, 'locale'>) => CsvValue)
  /** What the cell holds is one of a few words, which stand in the texts as `csv.<column>.<word>`. */
  isWord?: boolean
}

interface FieldOptions<Line> extends Shown<Line>, Pick<ListField, 'hasOneOf'> {
  /** Whether rows can be ordered by it: as its type is ordered, or by something else. */
  order?: boolean | Sql
  /** Plain text is looked for in it. */
  isPlain?: boolean
}

/** One column of a list: what it is searched and ordered by, and what a CSV shows of it. */
export interface Column<Line> extends Shown<Line> {
  search?: ListField
  order?: Sql
  isPlain?: boolean
  /** Its cells are moments, and its head names their zone. */
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

/** What people wrote: in their order, and found however its letters are typed. */
export const text = field('text', true, { ordered: inOrder })
/** A word or number that machines gave: ordered and compared as it stands. */
export const code = field('text', true, { isCode: true })
export const number = field('number', true)
export const time = field('time', true)
/** A day of the calendar, which is the same everywhere. */
export const day = field('day', true)
/** Rows are ordered by ids and facts only where it is said. */
export const id = field('id', false)
export const fact = field('fact', false)

/** What rows are only ordered by, and perhaps shown. */
export const ordered = <Line>(order: Sql, shown: Shown<Line> = {}): Column<Line> => ({ ...shown, order })

/** What only a CSV shows. */
export const cell = <Line>(csv: NonNullable<Shown<Line>['csv']>, isWord = false): Column<Line> => ({ csv, isWord })
