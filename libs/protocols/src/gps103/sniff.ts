import { IMEI_PREFIX, LOGIN_PREFIX, SEMICOLON, isDigit } from './layout.js'

const HEARTBEAT_DIGITS = 15
const PREFIXES = [LOGIN_PREFIX + IMEI_PREFIX, IMEI_PREFIX]

/** Recognises `##,imei:`, `imei:`, or 15 digits and a semicolon. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (isDigit(head[0]!)) return sniffHeartbeat(head)
  const text = head.toString('latin1', 0, LOGIN_PREFIX.length + IMEI_PREFIX.length)
  if (PREFIXES.some((prefix) => text.startsWith(prefix))) return 'yes'
  return PREFIXES.some((prefix) => prefix.startsWith(text)) ? 'more' : 'no'
}

function sniffHeartbeat(head: Buffer): 'yes' | 'no' | 'more' {
  const digits = head.subarray(0, HEARTBEAT_DIGITS)
  if (!digits.every(isDigit)) return 'no'
  if (head.length <= HEARTBEAT_DIGITS) return 'more'
  return head[HEARTBEAT_DIGITS] === SEMICOLON ? 'yes' : 'no'
}
