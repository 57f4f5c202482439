import type { ReceivedMessage } from '../event-log.js'
import { unpackHeaders } from './header-codec.js'

/**
 * A message's columns, from the table with the alias `m`. Bytes are sent as base64, which is a third shorter than
 * PostgreSQL's hexadecimal form and several times faster to parse. int8 is sent as text, because pools parse it differently.
 */
export const MESSAGE_COLUMNS = `m.log_offset::text, (extract(epoch FROM m.appended_at) * 1000)::float8 AS appended_at,
  encode(m.key, 'base64') AS key, encode(m.value, 'base64') AS value, encode(m.headers, 'base64') AS headers`

export interface MessageRow {
  log_offset: string
  appended_at: number
  key: string
  value: string
  headers: string | null
}

/**
 * Converts a row to a received message. The headers are the largest part of a message, and few callers need them. They are
 * therefore unpacked only when a caller reads them.
 */
export function toReceived(partition: number, row: MessageRow): ReceivedMessage {
  const { headers: packed } = row
  let headers: Record<string, Buffer> | undefined
  return {
    partition,
    offset: BigInt(row.log_offset),
    appendedAt: Math.floor(row.appended_at),
    key: Buffer.from(row.key, 'base64').toString(),
    value: Buffer.from(row.value, 'base64'),
    get headers() {
      return (headers ??= unpackHeaders(packed === null ? null : Buffer.from(packed, 'base64')))
    },
  }
}
