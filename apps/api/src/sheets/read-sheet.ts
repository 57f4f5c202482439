import { partsOfSheet } from '@roadbook/contracts/sheet-parts'
import { parse } from 'csv-parse/sync'
import { invalid, Problem, PROBLEMS } from '../http/problems.js'
import type { Sentence } from '../texts/sentence.js'
import { say } from './texts.js'

export interface SheetLine<Field extends string> {
  /** Line of the file; the head is 1. */
  row: number
  /** Null where the sheet has no such column. */
  values: Record<Field, string | null>
}

interface ParsedLine {
  record: string[]
  info: { lines: number }
}

interface Asked<Field extends string> {
  fields: readonly Field[]
  /** Without a column of it a sheet says nothing. */
  needed: Field
  /** Which column holds what, where its head is not the field's own name. */
  columns?: Partial<Record<Field, string | null>>
  /** What a field's column is called in files of our own, in every language, where that is not the field's own name. */
  heads?: Partial<Record<Field, readonly string[]>>
  maxRows: number
}

/**
 * The lines of a CSV by the fields that its columns hold. Heads are read whatever their capitals.
 * @throws Problem 422 when it is no CSV, has no rows, too many, rows with more cells than heads, letters that were lost, or not the
 *   column that is needed
 */
export function readSheet<Field extends string>(
  csv: string,
  { fields, needed, columns = {}, heads: ours = {}, maxRows }: Asked<Field>,
): SheetLine<Field>[] {
  const { delimiter, headLine } = partsOfSheet(csv)
  const [head, ...lines] = parseLines(csv, delimiter, headLine)
  if (!head || lines.length === 0) throw invalid({ csv: [say('no-rows')] })
  if (lines.length > maxRows) throw invalid({ csv: [say('too-many-rows', { max: maxRows })] })
  const heads = head.record.map((one) => one.toLowerCase())
  assertAligned(heads, lines, delimiter)
  assertLegible([head, ...lines])
  const called = (field: Field) => [field, ...(ours[field] ?? [])].map((one) => one.toLowerCase())
  const headOf = (field: Field) =>
    columns[field]?.trim().toLowerCase() ?? called(field).find((one) => heads.includes(one)) ?? field.toLowerCase()
  if (!heads.includes(headOf(needed))) {
    throw invalid({ [`columns.${needed}`]: [say('no-column', { column: headOf(needed) })] })
  }
  const places = fields.map((field) => [field, heads.indexOf(headOf(field))] as const)
  return lines.map(({ record, info }) => ({
    row: info.lines,
    values: Object.fromEntries(places.map(([field, at]) => [field, record[at] ?? null])) as Record<Field, string | null>,
  }))
}

function parseLines(csv: string, delimiter: string, headLine: number): ParsedLine[] {
  try {
    const lines: unknown = parse(csv, {
      bom: true,
      delimiter,
      from_line: headLine,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
    // With `info` each line is one of these; the library's types do not say so.
    return lines as ParsedLine[]
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw invalid({ csv: [say('not-csv', { reason: error.message })] })
    throw error
  }
}

/** So many rows are named in a refusal. */
const MOST_NAMED = 10

/** Refuses rows with more cells than heads: a cell was split, and the rest stands below the wrong heads. @throws Problem 422 */
function assertAligned(heads: readonly string[], lines: readonly ParsedLine[], delimiter: string): void {
  const shifted = lines.filter(({ record }) => record.slice(heads.length).some((cell) => cell !== ''))
  if (shifted.length === 0) return
  const rows = shifted.slice(0, MOST_NAMED).map(({ info }) => info.lines)
  const named = [...rows, ...(shifted.length > MOST_NAMED ? ['…'] : [])].join(', ')
  throw invalid({ csv: [say('shifted-rows', { rows: named, delimiter: delimiter === '\t' ? 'Tab' : delimiter })] })
}

/** Refuses a sheet with Unicode's replacement character: it took the place of letters that are lost. @throws Problem 422 */
function assertLegible(lines: readonly ParsedLine[]): void {
  const lost = lines.find(({ record }) => record.some((cell) => cell.includes('\uFFFD')))
  if (lost) throw invalid({ csv: [say('lost-letters', { row: lost.info.lines })] })
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
