import { BinaryWriter } from './binary-writer.js'

/** A column of a table, and the function that returns its value from a row in memory. `undefined` becomes NULL. */
export type Column<Row> =
  | { name: string; type: 'int2' | 'int4' | 'int8' | 'float4' | 'timestamptz'; read: (row: Row) => number | undefined }
  | { name: string; type: 'bool'; read: (row: Row) => boolean | undefined }
  /** If the type is `jsonb`, `read` returns the JSON text. */
  | { name: string; type: 'text' | 'jsonb'; read: (row: Row) => string | undefined }

/** Object ids of PostgreSQL's types. They never change (pg_type.dat). */
const OID = { bool: 16, int8: 20, int2: 21, int4: 23, text: 25, float4: 700, timestamptz: 1184, jsonb: 3802 } as const

/**
 * Header of COPY data: the signature `PGCOPY
 * \xff\r
 * \0`, flags 0, no extension.
 */
export const COPY_HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')

/** Returns the column names for a column list in SQL. */
export const names = <Row>(columns: readonly Column<Row>[]): string => columns.map((column) => column.name).join(', ')

/** Returns the array parameters for `unnest`, such as `$first::type[], …`. */
export const arrayParameters = <Row>(columns: readonly Column<Row>[], first = 1): string =>
  columns.map((column, index) => `$${first + index}::${column.type}[]`).join(', ')

/**
 * Packs each column of the rows as one array parameter in binary format. Plain JavaScript arrays would be sent as text, which
 * takes three to five times as long.
 */
export function packArrays<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer[] {
  return columns.map((column) => {
    const writer = new BinaryWriter(24 + rows.length * 12)
    writer.rawInt32(1) // number of dimensions
    writer.rawInt32(1) // the array may contain NULL
    writer.rawInt32(OID[column.type])
    writer.rawInt32(rows.length)
    writer.rawInt32(1) // first subscript
    for (const row of rows) writeValue(writer, column, row)
    return writer.finish()
  })
}

/** Packs the rows as the whole input of `COPY … FROM STDIN (FORMAT binary)`. */
export function packCopy<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer {
  const writer = new BinaryWriter(32 + rows.length * columns.length * 8)
  writer.rawBytes(COPY_HEADER)
  for (const row of rows) {
    writer.rawInt16(columns.length)
    for (const column of columns) writeValue(writer, column, row)
  }
  writer.rawInt16(-1)
  return writer.finish()
}

function writeValue<Row>(writer: BinaryWriter, column: Column<Row>, row: Row): void {
  const value = column.read(row)
  if (value === undefined) return writer.null()
  switch (column.type) {
    case 'bool':
      return writer.bool(value as boolean)
    case 'text':
    case 'jsonb':
      return writer[column.type](value as string)
    default:
      return writer[column.type](value as number)
  }
}
