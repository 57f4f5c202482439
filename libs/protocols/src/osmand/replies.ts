import type { Trouble } from './layout.js'

const PHRASES: Readonly<Record<Trouble['status'], string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  505: 'HTTP Version Not Supported',
}

/** Reply to a request whose locations are stored. */
export const STORED = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
/** Reply to a health check. */
export const ALIVE = Buffer.from('HTTP/1.1 204 No Content\r\nAllow: GET, POST, HEAD, OPTIONS\r\n\r\n')
/** Reply to a request without an id, as in the document. It has no text. */
export const NO_ID = Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
/** Reply if the device is not registered. The app keeps its locations and tries again. */
export const UNKNOWN = textReply('404 Not Found', 'no device is registered under this id')

/**
 * Returns a reply with the reason and what is allowed. `isLast` means that no later bytes of this connection will be read.
 */
export function refusal({ status, reason }: Trouble, isLast: boolean): Buffer {
  const fields = `${isLast ? 'Connection: close\r\n' : ''}${status === 405 ? 'Allow: GET, POST, HEAD, OPTIONS\r\n' : ''}`
  return textReply(`${status} ${PHRASES[status]}`, reason, fields)
}

function textReply(status: string, text: string, fields = ''): Buffer {
  const body = `${text}\n`
  const length = Buffer.byteLength(body)
  return Buffer.from(
    `HTTP/1.1 ${status}\r\n${fields}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )
}
