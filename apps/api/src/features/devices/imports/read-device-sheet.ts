import { parse } from 'csv-parse/sync'
import type { Sentence } from '../../../texts/sentence.js'
import { invalid, Problem } from '../../../http/problems.js'
import { validateBody } from '../../../http/validation.js'
import type { DeviceValues } from '../device.row.js'
import { withChanges } from '../device-response.js'
import type { BadRowDto, DeviceColumnsDto } from './import-devices.dto.js'
import { CreateDeviceDto } from '../dto/write-device.dto.js'
import { say } from '../texts.js'

const PINS = ['bound_protocol', 'source_network', 'client_certificate'] as const
const FIELDS = ['imei', 'title', 'description', 'model', 'iccid', 'firmware_version', 'settings_crc', ...PINS] as const
const MAX_ROWS = 5_000

export interface SheetRow {
  /** Line of the file; the head is 1. */
  row: number
  values: DeviceValues
}

interface ParsedLine {
  record: Record<string, string>
  info: { lines: number }
}

/**
 * A CSV of devices: rows that are good, and for each bad one the field and why. Heads are read whatever their capitals.
 * @throws Problem 422 when it is no CSV, or has no column of IMEIs.
 */
export function readDeviceSheet(csv: string, columns: DeviceColumnsDto = {}): { rows: SheetRow[]; failed: BadRowDto[] } {
  const lines = parseLines(csv)
  if (lines.length === 0) throw invalid({ csv: [say('no-rows')] })
  if (lines.length > MAX_ROWS) throw invalid({ csv: [say('too-many-rows', { max: MAX_ROWS })] })
  const heads = Object.keys(lines[0]?.record ?? {})
  const headOf = (field: (typeof FIELDS)[number]) => (columns[field] ?? field).trim().toLowerCase()
  if (!heads.includes(headOf('imei'))) throw invalid({ 'columns.imei': [say('no-column', { column: headOf('imei') })] })
  const rows: SheetRow[] = []
  const failed: BadRowDto[] = []
  const seen = new Set<string>()
  for (const { record, info } of lines) {
    const values = Object.fromEntries(FIELDS.map((field) => [field, record[headOf(field)] ?? null]))
    const problems = problemsOf(values)
    if (problems.length === 0 && seen.has(values.imei ?? '')) problems.push(['imei', say('imei-twice')])
    if (problems.length === 0) rows.push({ row: info.lines, values: withChanges(validateBody(CreateDeviceDto, values)) })
    else failed.push(...problems.map(([field, message]) => ({ row: info.lines, field, message })))
    seen.add(values.imei ?? '')
  }
  return { rows, failed }
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

function problemsOf(values: object): [field: string, message: Sentence][] {
  try {
    validateBody(CreateDeviceDto, values)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return Object.entries(error.details.errors ?? {}).map(([name, [message = error.sentence]]) => [name, message])
  }
}
