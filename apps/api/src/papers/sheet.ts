import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Locale } from '../texts/locale.js'
import type { CellValue, ColumnKind, SheetRow } from './cells.js'

export const pack = promisify<Buffer, Buffer>(gzip)

/** A stored file: its contents as gzip, and its uncompressed size. */
export interface PackedFile {
  packed: Buffer
  sizeBytes: number
}

/** Writes a file row by row. */
export interface SheetWriter {
  add(rows: readonly SheetRow[]): Promise<void>
  end(): Promise<PackedFile>
}

/** A table with a title and lines above it, in the reader's language. It is the same for each kind of file. */
export interface Sheet {
  locale: Locale
  timeZone: string
  columns: readonly { key: string; kind: ColumnKind }[]
  /**
   * Column headings. The heading of a column of times names the time zone, because the sheet shows the time zone nowhere else
   * (G-61).
   */
  head: readonly string[]
  title: string
  period: string
  zone: string
  /** Totals of the columns that have totals. */
  totals: SheetRow
  notes: readonly string[]
  /** Time of creation. It is given only for a file that must be the same on each request. The default is the present time. */
  madeAt?: Date
  /** Formats a value as every screen of the portal does. Numbers stay numbers. */
  cell: (kind: ColumnKind, value: CellValue | undefined) => string | number | null
}
