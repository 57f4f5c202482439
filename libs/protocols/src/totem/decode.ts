import { isDigits } from '../common/compact-time.js'
import { damaged, unreadable } from '../common/errors.js'
import { isBlank, leadingBlanks } from '../common/marked-frames.js'
import type { Decoded, SessionState } from '../protocol.js'
import { OLDER_REPLY, acknowledge, checksumDigits, hasRightChecksum, isNewer } from './frame.js'
import { readCounted, readKey, readObd } from './read-newer.js'
import { readFixed } from './read-fixed.js'
import { readSentence } from './read-older.js'

const NEWER_HEAD = 8
const OLDER_HEAD = 4
const LONGEST_ID = 20
const Type = { key: 'E2', obd: 'E5' } as const

/** Decodes a message. There is no login, because each message contains its tracker's identifier. */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  const bytes = withoutBlanks(frame)
  if (bytes.length === 0) return { kind: 'heartbeat' }
  const text = bytes.toString('latin1')
  if (!text.startsWith('$$')) return damaged('bytes that belong to no message')
  if (!hasRightChecksum(bytes)) return damaged('wrong checksum')
  const bar = text.indexOf('|')
  const identity = text.slice(isNewer(bytes) ? NEWER_HEAD : OLDER_HEAD, bar)
  if (bar < 0 || !isDigits(identity) || identity.length > LONGEST_ID) return damaged('a message without a name')
  const content = text.slice(bar + 1, -checksumDigits(bytes))
  return isNewer(bytes)
    ? decodeNewer(text.slice(6, NEWER_HEAD).toUpperCase(), identity, content, now)
    : decodeOlder(identity, content, now)
}

/** Removes the line end after a message. The frame includes it if the declared length is too large. */
function withoutBlanks(frame: Buffer): Buffer {
  let end = frame.length
  while (end > 0 && isBlank(frame[end - 1]!)) end--
  return frame.subarray(leadingBlanks(frame), end)
}

function decodeNewer(type: string, identity: string, content: string, now: number): Decoded {
  if (type === Type.key || type === Type.obd) {
    const fix = type === Type.key ? readKey(content, now) : readObd(content, now)
    return fix ? { kind: 'packet', identity, fixes: [fix] } : unreadable(`a message ${type} that nobody can read`)
  }
  const serial = content.slice(-4)
  const reply = isDigits(serial) ? acknowledge(serial) : undefined
  const fix = readCounted(type, content, now)
  if (fix) return { kind: 'packet', identity, fixes: [fix], ...(reply && { reply }) }
  return unreadable(`a layout of ${content.length} characters that nobody wrote down`, reply)
}

function decodeOlder(identity: string, content: string, now: number): Decoded {
  const fix = readSentence(content, now) ?? readFixed(content, now)
  if (fix) return { kind: 'packet', identity, fixes: [fix], reply: OLDER_REPLY }
  return unreadable('a layout without a sentence of the receiver', OLDER_REPLY)
}
