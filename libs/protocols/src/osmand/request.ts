import { readChunks } from './chunks.js'
import { type Head, readHead, skipBlankLines } from './head.js'
import { type Trouble, isTrouble } from './layout.js'

/** One whole request. */
export interface Request {
  head: Head
  /** Empty if the request has no body. */
  body: Buffer
  /** Index at which the next request starts. */
  end: number
}

/** Returns the request at the start of a buffer or its error. `more` means that more bytes are needed. */
export function readRequest(buffer: Buffer): Request | Trouble | 'more' {
  const start = skipBlankLines(buffer)
  if (start === buffer.length) return 'more'
  const head = readHead(buffer, start)
  if (head === 'more' || isTrouble(head)) return head
  if (head.length === 'chunked') {
    const chunks = readChunks(buffer, head.bodyAt)
    if (chunks === 'more' || isTrouble(chunks)) return chunks
    return { head, body: chunks.pieces.length === 1 ? chunks.pieces[0]! : Buffer.concat(chunks.pieces), end: chunks.end }
  }
  const end = head.bodyAt + head.length
  return buffer.length < end ? 'more' : { head, body: buffer.subarray(head.bodyAt, end), end }
}
