import { hexOf } from '../common/plain-number.js'
import { CR, LARGEST_BODY, LARGEST_TRAILER, LF, LONGEST_CHUNK_LINE, MOST_CHUNKS, type Trouble } from './layout.js'

/** The chunks of a body, and the index at which the request ends. */
export interface Chunks {
  pieces: Buffer[]
  end: number
}

/**
 * Reads chunks as defined in RFC 9112, 7.1: size in hexadecimal, CR LF, that many bytes, CR LF, …, a size of 0, trailers, an
 * empty line.
 */
export function readChunks(buffer: Buffer, from: number): Chunks | Trouble | 'more' {
  const pieces: Buffer[] = []
  let at = from
  let total = 0
  while (pieces.length <= MOST_CHUNKS) {
    const lineEnd = endOfLine(buffer, at, LONGEST_CHUNK_LINE)
    if (typeof lineEnd !== 'number') return lineEnd
    const line = buffer.toString('latin1', at, lineEnd)
    const semicolon = line.indexOf(';')
    const size = hexOf(semicolon < 0 ? line : line.slice(0, semicolon))
    if (size === undefined) return bad('the size of a chunk must be hexadecimal digits')
    at = lineEnd + 2
    if (size === 0) return skipTrailers(buffer, at, pieces)
    total += size
    if (total > LARGEST_BODY) return { status: 413, reason: `a body may have ${LARGEST_BODY} bytes` }
    if (buffer.length < at + size + 2) return 'more'
    if (buffer[at + size] !== CR || buffer[at + size + 1] !== LF) return bad('a chunk must end with CR LF')
    pieces.push(buffer.subarray(at, at + size))
    at += size + 2
  }
  return bad(`a body may come in ${MOST_CHUNKS} chunks`)
}

function skipTrailers(buffer: Buffer, from: number, pieces: Buffer[]): Chunks | Trouble | 'more' {
  let at = from
  while (at <= from + LARGEST_TRAILER) {
    const lineEnd = endOfLine(buffer, at, LARGEST_TRAILER)
    if (typeof lineEnd !== 'number') return lineEnd
    if (lineEnd === at) return { pieces, end: at + 2 }
    at = lineEnd + 2
  }
  return bad(`trailers may have ${LARGEST_TRAILER} bytes`)
}

/** Finds the CR LF that ends a line. A line feed without CR does not end it. */
function endOfLine(buffer: Buffer, from: number, longest: number): number | Trouble | 'more' {
  const end = buffer.indexOf(CR, from)
  const isOver = end >= 0 && end - from <= longest
  if (!isOver)
    return buffer.length - from <= longest && end < 0 ? 'more' : bad(`a line of a body in chunks may have ${longest} bytes`)
  if (buffer[end + 1] === undefined) return 'more'
  if (buffer[end + 1] !== LF || buffer.subarray(from, end).includes(LF))
    return bad('a line of a body in chunks must end with CR LF')
  return end
}

const bad = (reason: string): Trouble => ({ status: 400, reason })
