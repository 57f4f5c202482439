import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Locale } from '../texts/locale.js'
import type { CellValue, ColumnKind, SheetRow } from './cells.js'

export const pack = promisify<Buffer, Buffer>(gzip)

/** A stored file: gzip, with its uncompressed size. */
export interface PackedFile {
  packed: Buffer
  sizeBytes: number
}

/** Writes a file row by row. */
export interface SheetWriter {
  add(rows: readonly SheetRow[]): Promise<void>
  end(): Promise<PackedFile>
}

/** A table with a title and lines above it, in the reader's language. The same for each kind of file. */
export interface Sheet {
  locale: Locale
  timeZone: string
  columns: readonly { key: string; kind: ColumnKind }[]
  /** A column of times names its zone, because a sheet shows no other (G-61). */
  head: readonly string[]
  title: string
  period: string
  zone: string
  /** Totals of the columns that have any. */
  totals: SheetRow
  notes: readonly string[]
  /** Time of creation, for a file that must be identical on each request; by default now. */
  madeAt?: Date
  /** Formats a value as every screen of the portal does; numbers stay numbers. */
  cell: (kind: ColumnKind, value: CellValue | undefined) => string | number | null
}
