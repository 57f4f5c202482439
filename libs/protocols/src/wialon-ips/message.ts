import { crc16Ibm } from '@roadbook/bytes'
import { hexOf } from '../common/plain-number.js'

/**
 * The parts of a line: its type, and its body without the checksum. In a datagram, the line also has `[version;]identity`
 * before the first `#`.
 */
export interface Message {
  type: string
  body: string
  identity?: string
  /** 1 or 2. In version 1, messages have no checksum. In version 2, every message except the ping has one. */
  version: 1 | 2
  isDamaged: boolean
}

const HASH = 0x23
const LOGIN_VERSION_2 = /^\d\.\d;/
const DATAGRAM_VERSION_2 = /^\d\.\d;(.*)$/

/**
 * Splits a line. The version comes from the login (`version`) or from the datagram. If neither contains a version, a
 * message with a correct checksum is of version 2.
 */
export function readMessage(frame: Buffer, version: number | undefined): Message | string {
  const lineEnd = frame.indexOf(0x0a)
  let end = lineEnd < 0 ? frame.length : lineEnd
  if (end > 0 && frame[end - 1] === 0x0d) end--
  const first = frame.indexOf(HASH)
  const second = first < 0 ? -1 : frame.indexOf(HASH, first + 1)
  if (second < 0 || second > end) return 'no #type#'
  const type = frame.toString('latin1', first + 1, second)
  if (!/^[A-Z]{1,3}$/.test(type)) return 'no #type#'
  const body = frame.toString('latin1', second + 1, end)
  const sender = first > 0 ? frame.toString('latin1', 0, first) : undefined
  const told = sender === undefined ? undefined : DATAGRAM_VERSION_2.exec(sender)
  const identity = told ? told[1]! : sender
  if (identity !== undefined && !isIdentity(identity)) return `${identity.length} characters in place of the identification`
  const isLogin = type === 'L'
  const known = isLogin ? (LOGIN_VERSION_2.test(body) ? 2 : 1) : sender !== undefined ? (told ? 2 : 1) : version
  const common = { type, ...(identity !== undefined && { identity }) }
  if (known === 1 || type === 'P') return { ...common, body, version: known === 2 ? 2 : 1, isDamaged: false }
  const mark = Math.max(body.lastIndexOf(';'), type === 'B' ? body.lastIndexOf('|') : -1)
  const crc = hexOf(body.slice(mark + 1))
  const start = second + 1
  const isRight = mark >= 0 && crc !== undefined && crc === crc16Ibm(frame, start, start + mark + 1)
  if (!isRight && known === undefined) return { ...common, body, version: 1, isDamaged: false }
  return { ...common, body: body.slice(0, Math.max(0, mark)), version: 2, isDamaged: !isRight }
}

/** Returns true for a valid identifier of a device. */
export const isIdentity = (text: string): boolean => /^[0-9A-Za-z]{1,20}$/.test(text)
