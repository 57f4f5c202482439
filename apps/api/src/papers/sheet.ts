import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Locale } from '../texts/locale.js'
import type { CellValue, ColumnKind, SheetRow } from './cells.js'

export const pack = promisify<Buffer, Buffer>(gzip)

/** A file as it is kept: gzip, with its size unpacked. */
export interface PackedFile {
  packed: Buffer
  sizeBytes: number
}

/** A file that is written row by row. */
export interface SheetWriter {
  add(rows: readonly SheetRow[]): Promise<void>
  end(): Promise<PackedFile>
}

/** A table with a title and lines above it, in the words of its reader: the same for each kind of file. */
export interface Sheet {
  locale: Locale
  timeZone: string
  columns: readonly { key: string; kind: ColumnKind }[]
  /** A column of times names its zone, because a sheet shows no other (G-61). */
  head: readonly string[]
  title: string
  period: string
  zone: string
  /** Of the columns that have any. */
  totals: SheetRow
  notes: readonly string[]
  /** When it was made, of a file that is the same whenever it is asked for; else now. */
  madeAt?: Date
  /** A value as text, as every screen of the portal writes it; numbers stay numbers. */
  cell: (kind: ColumnKind, value: CellValue | undefined) => string | number | null
}
