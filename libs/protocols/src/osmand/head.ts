import { CR, HEAD_END, LARGEST_BODY, LARGEST_HEAD, LF, MOST_HEAD_LINES, TOO_LARGE_HEAD, type Trouble } from './layout.js'

/** Content of the head of a request. */
export interface Head {
  method: string
  target: string
  contentType: string
  /** Offset of the body in the buffer. */
  bodyAt: number
  /** Number of bytes of the body, or `chunked`. */
  length: number | 'chunked'
}

/** Maximum number of blank lines that are skipped. Some clients send them after a body. */
const MOST_BLANK_LINES = 4

export function skipBlankLines(buffer: Buffer): number {
  let at = 0
  while (at < 2 * MOST_BLANK_LINES && buffer[at] === CR && (buffer[at + 1] === 0x0a || buffer[at + 1] === undefined)) at += 2
  return Math.min(at, buffer.length)
}

/**
 * Reads the head at the start of a buffer (RFC 9112). If different readers could understand the head as different requests,
 * it is refused. Examples: a line end that is not CR LF, a folded line, a blank before a colon, two lengths, a length
 * together with chunks.
 */
export function readHead(buffer: Buffer, start: number): Head | Trouble | 'more' {
  const lineEnd = buffer.indexOf(LF, start)
  if (lineEnd >= 0 && buffer[lineEnd - 1] !== CR) return bad('lines must end with CR LF')
  const end = buffer.indexOf(HEAD_END, start, 'latin1')
  if (end < 0) return buffer.length - start <= LARGEST_HEAD ? 'more' : TOO_LARGE_HEAD
  if (end - start > LARGEST_HEAD) return TOO_LARGE_HEAD
  const lines = buffer.toString('latin1', start, end).split('\r\n', MOST_HEAD_LINES + 1)
  if (lines.length > MOST_HEAD_LINES) return TOO_LARGE_HEAD
  const [method = '', target = '', version = '', ...others] = lines[0]!.split(' ')
  if (method === '' || target === '' || others.length > 0)
    return bad('the first line must be a method, a path and HTTP/1.1, with one blank between them')
  if (version !== 'HTTP/1.1' && version !== 'HTTP/1.0')
    return { status: 505, reason: 'only HTTP/1.1 and HTTP/1.0 are spoken here' }
  const head: Head = { method, target, contentType: '', bodyAt: end + HEAD_END.length, length: 0 }
  return isClean(lines)
    ? readFields(head, lines, version)
    : bad('a head may hold no control characters, and its lines end with CR LF')
}

/** Returns false for control characters other than a tab, including a line feed. */
function isClean(lines: readonly string[]): boolean {
  for (const line of lines)
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at)
      if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false
    }
  return true
}

function readFields(head: Head, lines: readonly string[], version: string): Head | Trouble {
  let length: string | undefined
  let coding: string | undefined
  for (let nth = 1; nth < lines.length; nth++) {
    const line = lines[nth]!
    const colon = line.indexOf(':')
    if (colon < 1 || !isToken(line, colon)) return bad('a header line must be a name, a colon and a value')
    const name = line.slice(0, colon).toLowerCase()
    if (name === 'content-length') {
      if (length !== undefined) return bad('one Content-Length is allowed')
      length = line.slice(colon + 1).trim()
    } else if (name === 'transfer-encoding') {
      if (coding !== undefined) return bad('one Transfer-Encoding is allowed')
      coding = line
        .slice(colon + 1)
        .trim()
        .toLowerCase()
    } else if (name === 'content-type')
      head.contentType = line
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  if (coding !== undefined) {
    if (length !== undefined) return bad('Content-Length and Transfer-Encoding exclude each other')
    if (coding !== 'chunked') return { status: 501, reason: 'the only Transfer-Encoding that is understood is chunked' }
    if (version === 'HTTP/1.0') return bad('HTTP/1.0 has no Transfer-Encoding')
    return { ...head, length: 'chunked' }
  }
  if (length === undefined) return head
  if (length.length === 0 || length.length > 10 || !isDecimal(length)) return bad('Content-Length must be a number')
  if (Number(length) > LARGEST_BODY) return { status: 413, reason: `a body may have ${LARGEST_BODY} bytes` }
  return { ...head, length: Number(length) }
}

/** Returns true for visible characters without separators. A name must not contain or end with a blank. */
function isToken(line: string, end: number): boolean {
  for (let at = 0; at < end; at++) {
    const code = line.charCodeAt(at)
    if (code <= 0x20 || code >= 0x7f || '"(),/:;<=>?@[\\]{}'.includes(line[at]!)) return false
  }
  return true
}

function isDecimal(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return false
  }
  return true
}

const bad = (reason: string): Trouble => ({ status: 400, reason })
