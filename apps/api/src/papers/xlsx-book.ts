// Runs in a separate thread, because writing a hundred thousand rows takes seconds, and the process could answer no requests
// meanwhile. Imports no other file of the project, so that the thread can also be started from the TypeScript source.
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import type { ColumnKind } from './cells.js'
import type { PackedFile } from './sheet.js'

/** Value of a cell. */
type CellValue = string | number | null

/** The parts of a workbook except its rows. The rows come first, in separate messages. */
export interface XlsxBook {
  /** Names of the two sheets. */
  names: readonly [rows: string, about: string]
  head: readonly string[]
  kinds: readonly ColumnKind[]
  about: readonly string[]
  totals: readonly { name: string; kind: ColumnKind; value: CellValue }[]
}
export type XlsxRows = readonly (readonly CellValue[])[]
export type XlsxMessage = { rows: XlsxRows } | { book: XlsxBook }

const FORMATS: Partial<Record<ColumnKind, string>> = {
  time: 'dd-mm-yyyy hh:mm',
  day: 'dd-mm-yyyy',
  km: '0.00',
  hours: '0.00',
  speed: '0.0',
  percent: '0.0',
}
/** Widths of columns in characters. */
const WIDTHS: Record<ColumnKind, number> = {
  text: 26,
  time: 18,
  day: 12,
  km: 12,
  hours: 12,
  speed: 12,
  number: 10,
  percent: 10,
  imei: 18,
}

/** Converts DD-MM-YYYY, optionally with HH:mm, to a UTC time with the same clock reading. Sheets have no time zones. */
function shown(text: string): Date {
  const [day = 1, month = 1, year = 1970, hour = 0, minute = 0] = text.split(/[-: ]/).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

/**
 * Converts a value to a cell. Numbers stay numbers, times become local times, and digits that are not a number (such as an
 * IMEI) become text.
 */
function cellOf(kind: ColumnKind | undefined, told: CellValue): Cell {
  if (told === null || kind === undefined) return null
  if (typeof told === 'number') return { value: told, type: Number, format: FORMATS[kind] }
  return kind === 'time' || kind === 'day' ? { value: shown(told), type: Date, format: FORMATS[kind] } : textOf(told)
}

/** Escapes text such as `_x0041_`. Excel would read it as a character code. */
const asItStands = (text: string) => text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
const textOf = (value: string): Cell => ({ value: asItStands(value), type: String })

async function write({ names, head, kinds, about, totals }: XlsxBook, told: XlsxRows): Promise<PackedFile> {
  const data: Row[] = [
    head.map((value) => ({ value, type: String, fontWeight: 'bold' as const, wrap: true })),
    ...told.map((row): Row => row.map((value, at) => cellOf(kinds[at], value))),
  ]
  const beside: Row[] = [
    ...about.map((text): Row => [textOf(text)]),
    [],
    ...totals.map(({ name, kind, value }): Row => [textOf(name), cellOf(kind, value)]),
  ]
  const buffer = await writeXlsxFile([
    { data, sheet: names[0], stickyRowsCount: 1, columns: kinds.map((kind) => ({ width: WIDTHS[kind] })) },
    { data: beside, sheet: names[1], columns: [{ width: 60 }, { width: 18 }] },
  ]).toBuffer()
  return { packed: gzipSync(buffer), sizeBytes: buffer.length }
}

const rows: (readonly CellValue[])[] = []
parentPort?.on('message', (message: XlsxMessage) => {
  if ('rows' in message) for (const row of message.rows) rows.push(row)
  // An error ends the thread. The waiting request is then notified.
  else void write(message.book, rows).then((file) => parentPort?.postMessage(file))
})
