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
  record: Record<string, string>
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
 * @throws Problem 422 when it is no CSV, has no rows, too many, or not the column that is needed
 */
export function readSheet<Field extends string>(
  csv: string,
  { fields, needed, columns = {}, heads: ours = {}, maxRows }: Asked<Field>,
): SheetLine<Field>[] {
  const lines = parseLines(csv)
  if (lines.length === 0) throw invalid({ csv: [say('no-rows')] })
  if (lines.length > maxRows) throw invalid({ csv: [say('too-many-rows', { max: maxRows })] })
  const heads = Object.keys(lines[0]?.record ?? {})
  const called = (field: Field) => [field, ...(ours[field] ?? [])].map((head) => head.toLowerCase())
  const headOf = (field: Field) =>
    columns[field]?.trim().toLowerCase() ?? called(field).find((head) => heads.includes(head)) ?? field.toLowerCase()
  if (!heads.includes(headOf(needed))) {
    throw invalid({ [`columns.${needed}`]: [say('no-column', { column: headOf(needed) })] })
  }
  return lines.map(({ record, info }) => ({
    row: info.lines,
    values: Object.fromEntries(fields.map((field) => [field, record[headOf(field)] ?? null])) as Record<Field, string | null>,
  }))
}

function parseLines(csv: string): ParsedLine[] {
  try {
    return parse<ParsedLine>(csv, {
      bom: true,
      columns: (heads: string[]) => heads.map((head) => head.trim().toLowerCase()),
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw invalid({ csv: [say('not-csv', { reason: error.message })] })
    throw error
  }
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
