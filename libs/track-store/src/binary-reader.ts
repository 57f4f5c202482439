import { MICROSECONDS, POSTGRES_EPOCH_MS } from './binary-writer.js'

const TWO_POW_32 = 2 ** 32
/**
 * Length in bytes of the header of an array. Its fields are the number of dimensions, the NULL flag and the element type,
 * then the length and the first subscript of the only dimension.
 */
const ARRAY_HEADER_BYTES = 20
/** Length in bytes of an array's element: the length of the value, then the value. */
const ELEMENT_BYTES = 12

/** Reads a `timestamptz[]` without NULL in PostgreSQL's binary format. Returns microseconds since 2000 UTC. */
export function toMicroseconds(array: Buffer): Float64Array {
  const times = new Float64Array(array.readInt32BE(0) === 0 ? 0 : array.readInt32BE(12))
  for (let n = 0, at = ARRAY_HEADER_BYTES + 4; n < times.length; n++, at += ELEMENT_BYTES) {
    times[n] = array.readInt32BE(at) * TWO_POW_32 + array.readUInt32BE(at + 4)
  }
  return times
}

/** Converts milliseconds since 1970 UTC to microseconds since 2000 UTC. */
export const microsecondsOf = (ms: number): number => Math.round((ms - POSTGRES_EPOCH_MS) * MICROSECONDS)
