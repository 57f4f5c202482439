import { cellFault, headKey, headText, plainCell } from '@roadbook/contracts/sheet-cell'
import { recordsOf, type SheetRecord } from '@roadbook/contracts/sheet-parts'
import { cellSentence, type Read } from '../http/imei-fields.js'
import { invalid, Problem, PROBLEMS } from '../http/problems.js'
import type { Sentence } from '../texts/sentence.js'
import { say } from './texts.js'

export interface SheetLine<Field extends string> {
  /** As a spreadsheet numbers it; the head is 1. */
  row: number
  /** Null where the sheet has no such column, and where what was written is lost. */
  values: Record<Field, string | null>
  /** Why what was written is lost, and what to do. */
  faults: Partial<Record<Field, Sentence>>
}

export interface Sheet<Field extends string> {
  /** The heads of the columns that hold fields, as they stand in the sheet. */
  heads: Partial<Record<Field, string>>
  lines: SheetLine<Field>[]
}

interface Asked<Field extends string> {
  fields: readonly Field[]
  /** Without a column of it a sheet says nothing. */
  needed: Field
  /** Which column holds what, where its head is not the field's own name. */
  columns?: Partial<Record<Field, string | null>>
  /** What a field's column is called in files of our own, in every language, where that is not the field's own name. */
  heads?: Partial<Record<Field, readonly string[]>>
  /** Whether a column holds a field by more than its name. */
  isHead?: Partial<Record<Field, (head: string) => boolean>>
  /** How fields are read that are written in more than one way. */
  read?: Partial<Record<Field, (cell: string) => Read>>
  maxRows: number
}

/**
 * The lines of a CSV by the fields that its columns hold, each cell as a person wrote it before a spreadsheet saved it. Heads are read
 * whatever their capitals and blanks.
 * @throws Problem 422 when it is no CSV, has no rows, too many, rows with more cells than heads, letters that were lost, not the column
 *   that is needed, or two for one field
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

/** @param read takes the cell as it is: signs around digits say that all of them are there */
function readCell(cell: string, read?: (cell: string) => Read): Read {
  const text = plainCell(cell)
  if (text === '') return { text }
  return (read ?? readText)(cell)
}

/** A cell of words. */
export function readText(cell: string): Read {
  const text = plainCell(cell)
  const fault = cellFault(text)
  return fault ? { fault: cellSentence(fault, text) } : { text }
}

const SHOWN = 5

/**
 * The first rows as they were read, so that people see it before anything is written: of fields that have a column, null where it could
 * not be read.
 * @param shown what is shown of a line in place of its values
 */
export const firstRows = <Field extends string>(
  { heads, lines }: Sheet<Field>,
  shown: (values: Record<string, string | null>, at: number) => Record<string, string | null> = (values) => values,
): { row: number; values: Record<string, string | null> }[] =>
  lines.slice(0, SHOWN).map(({ row, values }, at) => ({
    row,
    values: shown(Object.fromEntries(Object.entries<string | null>(values).filter(([field]) => field in heads)), at),
  }))

/** Where the columns of fields stand. @throws Problem 422 without the one that is needed, and where a head that is meant stands twice */
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

/** The head that is meant, as it is compared. */
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

/** So many rows are named in a refusal. */
const MOST_NAMED = 10

/** Refuses rows with more cells than heads: a cell was split, and the rest stands below the wrong heads. @throws Problem 422 */
function assertAligned(heads: readonly string[], rows: readonly SheetRecord[], delimiter: string): void {
  const shifted = rows.filter(({ cells }) => cells.slice(heads.length).some((cell) => plainCell(cell) !== ''))
  if (shifted.length === 0) return
  const named = [...shifted.slice(0, MOST_NAMED).map(({ row }) => row), ...(shifted.length > MOST_NAMED ? ['…'] : [])].join(', ')
  throw invalid({ csv: [say('shifted-rows', { rows: named, delimiter: delimiter === '\t' ? 'Tab' : delimiter })] })
}

/** Refuses a sheet with Unicode's replacement character: it took the place of letters that are lost. @throws Problem 422 */
function assertLegible(rows: readonly SheetRecord[]): void {
  const lost = rows.find(({ cells }) => cells.some((cell) => cell.includes('\uFFFD')))
  if (lost) throw invalid({ csv: [say('lost-letters', { row: lost.row })] })
}

/**
 * What is wrong with a line, field by field; what is wrong with the server ends the whole.
 * @param otherwise the field of a refusal that names none
 */
export function mistakesIn(error: unknown, otherwise: string): [field: string, message: Sentence][] {
  if (!(error instanceof Problem) || PROBLEMS[error.kind].status >= 500) throw error
  const { errors } = error.details
  if (!errors) return [[otherwise, error.sentence]]
  return Object.entries(errors).map(([name, [message = error.sentence]]) => [name, message])
}

/** Once rolled back, an import is over. @throws Problem 409 */
export function assertNotRolledBack({ rolled_back_at: at }: { rolled_back_at: Date | null }): void {
  if (at) throw new Problem('conflict', say('rolled-back-already'))
}
