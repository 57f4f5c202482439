import { lost } from '../common/errors.js'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { skipBlankLines } from './head.js'
import { CR, HEAD_END, LARGEST_HEAD, MAX_FRAME_BYTES, isTrouble } from './layout.js'
import { readRequest } from './request.js'

/**
 * Separates one request per frame. If a request is ambiguous, its end is unknown. Such a request still gets a reply. It is
 * split at a place where the bytes after the split cannot be a request, so these bytes end the connection.
 */
export function frame(buffer: Buffer): Cut {
  const start = skipBlankLines(buffer)
  if (start < buffer.length && !isUpper(buffer[start]!)) return lost('no request begins here')
  const request = readRequest(buffer)
  if (request === 'more') return buffer.length < MAX_FRAME_BYTES ? 'more' : cutBeforeNonsense(buffer)
  return isTrouble(request) ? cutBeforeNonsense(buffer) : cutAt(buffer, request.end)
}

const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a

/**
 * Splits the buffer before a byte with which neither a method nor a blank line can begin. If there are several such bytes,
 * it is the last one of the (possible) head.
 */
function cutBeforeNonsense(buffer: Buffer): Cut {
  const headEnd = buffer.indexOf(HEAD_END, 0, 'latin1')
  const last = headEnd < 0 ? LARGEST_HEAD : headEnd + HEAD_END.length - 1
  for (let at = Math.min(last, buffer.length - 1); at > 0; at--)
    if (!isUpper(buffer[at]!) && buffer[at] !== CR) return cutAt(buffer, at)
  return lost('no request')
}
