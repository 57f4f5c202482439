import { LOGIN_HEAD_BYTES, LONGEST_LOGIN_ID } from './layout.js'

/**
 * Recognises a login (a length, usually `00 0F` and always 1–20, then digits) and a packet (four zero bytes). A packet may
 * also be the first message, if a tracker reconnects without a login. Such a packet must be recognised, so that the session
 * can refuse it with a reason.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== 0) return 'no'
  if (head.length < LOGIN_HEAD_BYTES) return 'more'
  const length = head[1]!
  if (length === 0) return sniffPreamble(head)
  if (length > LONGEST_LOGIN_ID) return 'no'
  const id = head.subarray(LOGIN_HEAD_BYTES, LOGIN_HEAD_BYTES + length)
  if (id.length === 0) return 'more'
  return id.every(isDigit) ? 'yes' : 'no'
}

function sniffPreamble(head: Buffer): 'yes' | 'no' | 'more' {
  const preamble = head.subarray(0, 4)
  if (preamble.some((byte) => byte !== 0)) return 'no'
  return preamble.length === 4 ? 'yes' : 'more'
}

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
