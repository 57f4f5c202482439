/**
 * Header size in bytes of a one-dimensional array in PostgreSQL's binary format. pg sends such an array unchanged, because
 * it is a Buffer. Layout: dimensions i32 · has-nulls i32 · element oid i32 · length i32 · lower bound i32, then for each
 * element: length i32 (-1: null) · bytes. Compared with pg's text form, the client needs a quarter of the time, and the
 * server need not parse text.
 * @source PostgreSQL 18, src/backend/utils/adt/arrayfuncs.c, array_recv
 */
const HEADER_BYTES = 20
const Oid = { bytea: 17, int2: 21, int4: 23 } as const

const header = (array: Buffer, oid: number, length: number, hasNulls: boolean): void => {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(hasNulls ? 1 : 0, 4)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
}

/** `smallint[]`. */
export function int2Array(values: readonly number[]): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + 6 * values.length)
  header(array, Oid.int2, values.length, false)
  let at = HEADER_BYTES
  for (const value of values) {
    array.writeInt32BE(2, at)
    array.writeInt16BE(value, at + 4)
    at += 6
  }
  return array
}

/** `int[]`. */
export function int4Array(values: readonly number[]): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + 8 * values.length)
  header(array, Oid.int4, values.length, false)
  let at = HEADER_BYTES
  for (const value of values) {
    array.writeInt32BE(4, at)
    array.writeInt32BE(value, at + 4)
    at += 8
  }
  return array
}

/** `bytea[]`. Null elements stay null. */
export function byteaArray(values: readonly (Buffer | null)[]): Buffer {
  let bytes = HEADER_BYTES
  for (const value of values) bytes += 4 + (value?.length ?? 0)
  const array = Buffer.allocUnsafe(bytes)
  header(array, Oid.bytea, values.length, values.includes(null))
  let at = HEADER_BYTES
  for (const value of values) {
    array.writeInt32BE(value?.length ?? -1, at)
    at += 4
    if (value) at += value.copy(array, at)
  }
  return array
}
