import { positionInWords } from '../common/position-in-words.js'
import type { Decoded } from '../protocol.js'

/** Vendors' texts for a command that was not carried out. */
const REFUSAL =
  /\b(fail|failed|failure|error|invalid|incorrect|illegal|unsupported|unvalued)\b|not correct|not support|speed limit/i
const ENCODING_ASCII = 1

/**
 * Reads a short 0x15. Fields with their length in bytes: length 1 (of flag and text) · server flag 4 · text · [language 2].
 */
export function readShortReply(content: Buffer, now: number): Decoded {
  const length = content[0] ?? 0
  if (length < 4 || content.length < 5) return { kind: 'heartbeat' }
  return replyOf(content.readUInt32BE(1), content.toString('latin1', 5, 1 + length), now)
}

/** Reads 0x21. Fields with their length in bytes: server flag 4 · encoding 1 · text. */
export function readLongReply(content: Buffer, now: number): Decoded {
  if (content.length < 5) return { kind: 'heartbeat' }
  const text = content.subarray(5)
  const isAscii = content[4] === ENCODING_ASCII
  return replyOf(content.readUInt32BE(0), isAscii ? text.toString('latin1') : utf16BigEndian(text), now)
}

function utf16BigEndian(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

function replyOf(flag: number, padded: string, now: number): Decoded {
  const text = padded.replace(/[\0\s]+$/, '')
  const iccid = /^<ICCID:(\w{18,22})/.exec(text)?.[1]
  if (iccid !== undefined) return { kind: 'heartbeat', information: { iccid } }
  const fix = positionInWords(POSITION.exec(text), now)
  return {
    kind: 'commandReply',
    text,
    ...(flag >= 1 && flag <= 0xffff && { serial: flag }),
    ...(REFUSAL.test(text) && { isRefusal: true }),
    ...(fix && { fixes: [fix] }),
  }
}

/** Pattern of the reply to `WHERE#`. This reply is also a fix. */
const POSITION =
  /^Current position!\s*Lat:([NS])(\d{1,2}\.\d{1,8}),Lon:([EW])(\d{1,3}\.\d{1,8}),Course:(\d{1,3}(?:\.\d{1,4})?),Speed:(\d{1,4}(?:\.\d{1,4})?),DateTime:(\d{4})-(\d\d)-(\d\d) {1,3}(\d\d):(\d\d):(\d\d)/
