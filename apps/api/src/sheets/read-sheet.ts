import { cellFault, headKey, headText, plainCell } from '@roadbook/contracts/sheet-cell'
import { recordsOf, type SheetRecord } from '@roadbook/contracts/sheet-parts'
import { cellSentence, type Read } from '../http/imei-fields.js'
import { invalid, Problem, PROBLEMS } from '../http/problems.js'
import type { Sentence } from '../texts/sentence.js'
import { say } from './texts.js'

export interface SheetLine<Field extends string> {
  /** Row number as in a spreadsheet; the heading is row 1. */
  row: number
  /**
   * Values by field. Null when the sheet has no such column, or when a spreadsheet has changed the value so that it is lost.
   */
  values: Record<Field, string | null>
  /** Reason why a value is lost, and how to correct it. */
  faults: Partial<Record<Field, Sentence>>
}

export interface Sheet<Field extends string> {
  /** Headings of the columns by field, as in the sheet. */
  heads: Partial<Record<Field, string>>
  lines: SheetLine<Field>[]
}

interface Asked<Field extends string> {
  fields: readonly Field[]
  /** Field that a sheet must have. */
  needed: Field
  /** Column of each field, if its heading differs from the field's name. */
  columns?: Partial<Record<Field, string | null>>
  /** Headings that a field has in files of our own, in every language. Needed only if they differ from the field's name. */
  heads?: Partial<Record<Field, readonly string[]>>
  /** Returns whether a heading belongs to the field. Needed only for headings that vary. */
  isHead?: Partial<Record<Field, (head: string) => boolean>>
  /** Parsers for fields with several notations. */
  read?: Partial<Record<Field, (cell: string) => Read>>
  maxRows: number
}

/**
 * Reads the lines of a CSV by field. Undoes the changes that spreadsheets make to typed values, for example to long numbers.
 * Headings match regardless of case and blanks.
 * @throws Problem 422 when the text is not a CSV, or has one of these faults: no rows or too many, rows with more cells than
 * headings, lost characters, no column for the required field, two columns for one field
 */
export function readSheet<Field extends string>(csv: string, asked: Asked<Field>): Sheet<Field> {
  const { delimiter, records, fault } = recordsOf(csv)
  if (fault) throw invalid({ csv: [say(fault.kind, { row: fault.row })] })
  const [head, ...rows] = records
  if (!head || rows.length === 0) throw invalid({ csv: [say('no-rows')] })
  if (rows.length > asked.maxRows) throw invalid({ csv: [say('too-many-rows', { max: asked.maxRows })] })
  assertAligned(head.cells, rows, delimiter)
  assertLegible(records)
  const places = placesOf(head.cells, asked)
  const heads = Object.fromEntries(
    [...places].map(([field, at]) => [field, headText(head.cells[at] ?? '')]),
  ) as Sheet<Field>['heads']
  return { heads, lines: rows.map(({ row, cells }) => ({ row, ...cellsOf(cells, places, asked) })) }
}

function cellsOf<Field extends string>(
  cells: readonly string[],
  places: ReadonlyMap<Field, number>,
  { fields, read = {} }: Asked<Field>,
): Pick<SheetLine<Field>, 'values' | 'faults'> {
  const values = Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, string | null>
  const faults: Partial<Record<Field, Sentence>> = {}
  for (const [field, at] of places) {
    const found = readCell(cells[at] ?? '', read[field])
    if (found.fault) faults[field] = found.fault
    else values[field] = found.text
  }
  return { values, faults }
}

/**
 * @param read receives the cell with its quotes. Digits in quotes were exported as text, so a spreadsheet has removed none
 * of them.
 */
function readCell(cell: string, read?: (cell: string) => Read): Read {
  const text = plainCell(cell)
  if (text === '') return { text }
  return (read ?? readText)(cell)
}

/** Reads a cell of text. */
export function readText(cell: string): Read {
  const text = plainCell(cell)
  const fault = cellFault(text)
  return fault ? { fault: cellSentence(fault, text) } : { text }
}

const SHOWN = 5

/**
 * Returns the first rows as they were read, for a preview before any row is written. Contains the fields that have a column. A
 * value that could not be read is null.
 * @param shown values to show instead of a line's own
 */
export const firstRows = <Field extends string>(
  { heads, lines }: Sheet<Field>,
  shown: (values: Record<string, string | null>, at: number) => Record<string, string | null> = (values) => values,
): { row: number; values: Record<string, string | null> }[] =>
  lines.slice(0, SHOWN).map(({ row, values }, at) => ({
    row,
    values: shown(Object.fromEntries(Object.entries<string | null>(values).filter(([field]) => field in heads)), at),
  }))

/**
 * Returns the columns of the fields.
 * @throws Problem 422 when the required field has no column, and when a heading occurs twice
 */
function placesOf<Field extends string>(head: readonly string[], asked: Asked<Field>): Map<Field, number> {
  const keys = head.map(headKey)
  const places = new Map<Field, number>()
  for (const field of asked.fields) {
    const key = keyOf(field, keys, asked)
    const at = keys.indexOf(key)
    if (at < 0 && field === asked.needed) throw invalid({ [`columns.${field}`]: [say('no-column', { column: key })] })
    if (at >= 0 && keys.includes(key, at + 1)) {
      throw invalid({ [`columns.${field}`]: [say('head-twice', { column: headText(head[at] ?? '') })] })
    }
    if (at >= 0) places.set(field, at)
  }
  return places
}

/** Returns the heading of a field in the form for comparison. */
function keyOf<Field extends string>(
  field: Field,
  keys: readonly string[],
  { columns = {}, heads = {}, isHead = {} }: Asked<Field>,
): string {
  const chosen = columns[field]
  if (chosen) return headKey(chosen)
  const isOne = isHead[field]
  const names = [field, ...(heads[field] ?? [])].map(headKey)
  return names.find((name) => keys.includes(name)) ?? (isOne && keys.find(isOne)) ?? headKey(field)
}

/** Maximum number of rows that an error names. */
const MOST_NAMED = 10

/**
 * Refuses rows with more cells than headings. In such a row, a cell was split in two, so that all later cells are in the
 * wrong columns.
 * @throws Problem 422
 */
function assertAligned(heads: readonly string[], rows: readonly SheetRecord[], delimiter: string): void {
  const shifted = rows.filter(({ cells }) => cells.slice(heads.length).some((cell) => plainCell(cell) !== ''))
  if (shifted.length === 0) return
  const named = [...shifted.slice(0, MOST_NAMED).map(({ row }) => row), ...(shifted.length > MOST_NAMED ? ['…'] : [])].join(', ')
  throw invalid({ csv: [say('shifted-rows', { rows: named, delimiter: delimiter === '\t' ? 'Tab' : delimiter })] })
}

/**
 * Refuses a sheet that contains Unicode's replacement character, which shows that characters were lost.
 * @throws Problem 422
 */
function assertLegible(rows: readonly SheetRecord[]): void {
  const lost = rows.find(({ cells }) => cells.some((cell) => cell.includes('\uFFFD')))
  if (lost) throw invalid({ csv: [say('lost-letters', { row: lost.row })] })
}

/**
 * Returns the errors of a line by field. Errors of the server fail the whole import.
 * @param otherwise field for an error that names none
 */
export function mistakesIn(error: unknown, otherwise: string): [field: string, message: Sentence][] {
  if (!(error instanceof Problem) || PROBLEMS[error.kind].status >= 500) throw error
  const { errors } = error.details
  if (!errors) return [[otherwise, error.sentence]]
  return Object.entries(errors).map(([name, [message = error.sentence]]) => [name, message])
}

/**
 * Requires that an import was not undone.
 * @throws Problem 409
 */
export function assertNotRolledBack({ rolled_back_at: at }: { rolled_back_at: Date | null }): void {
  if (at) throw new Problem('conflict', say('rolled-back-already'))
}
