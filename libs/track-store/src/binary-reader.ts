import { MICROSECONDS, POSTGRES_EPOCH_MS } from './binary-writer.js'

const TWO_POW_32 = 2 ** 32
/** Dimensions, whether it may hold NULL, type, and of its one dimension the length and the first subscript. */
const ARRAY_HEADER_BYTES = 20
/** A length, and the value. */
const ELEMENT_BYTES = 12

/** A `timestamptz[]` without NULL in PostgreSQL's binary format, as whole milliseconds since 1970 UTC, not falling. */
export function toTimes(array: Buffer): Float64Array {
  const times = new Float64Array(array.readInt32BE(0) === 0 ? 0 : array.readInt32BE(12))
  let isRising = true
  for (let n = 0, at = ARRAY_HEADER_BYTES + 4; n < times.length; n++, at += ELEMENT_BYTES) {
    const microseconds = array.readInt32BE(at) * TWO_POW_32 + array.readUInt32BE(at + 4)
    times[n] = Math.floor(microseconds / MICROSECONDS) + POSTGRES_EPOCH_MS
    if (n > 0 && times[n]! < times[n - 1]!) isRising = false
  }
  return isRising ? times : times.sort()
}
