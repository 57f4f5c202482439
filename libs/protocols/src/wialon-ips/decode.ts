import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import type { DecodeError, Decoded, SessionState } from '../protocol.js'
import { isLineEnd } from './frame.js'
import { type Message, isIdentity, readMessage } from './message.js'
import { keep } from './parameters.js'
import { readRecord } from './record.js'

/** Decodes a frame that {@link frame} has returned, or a line of a datagram. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (isLineEnd(frame[0]!)) return { kind: 'heartbeat' }
  const version = session.memory?.['version']
  const message = readMessage(frame, typeof version === 'number' ? version : undefined)
  if (typeof message === 'string') return damaged(message)
  if (message.isDamaged) return wrongCrc(message.type)
  const who = message.identity === undefined ? {} : { identity: message.identity }
  switch (message.type) {
    case 'L':
      return decodeLogin(message)
    case 'SD':
    case 'D':
      return { ...decodeRecord(message, session), ...who }
    case 'B':
      return { ...decodeBatch(message, session), ...who }
    case 'P':
      return { kind: 'heartbeat', reply: line('#AP#'), ...who }
    case 'M':
      return { kind: 'commandReply', text: message.body, reply: line('#AM#1'), ...who }
    default:
      return { kind: 'unsupported', messageType: message.type, ...answerBlock(message), ...who }
  }
}

const line = (text: string): Buffer => Buffer.from(`${text}\r\n`, 'latin1')

/** Replies to lines with a wrong checksum. */
const DAMAGED: Readonly<Record<string, string>> = { L: '#AL#10', SD: '#ASD#13', D: '#AD#16', B: '#AB#', M: '#AM#01' }

function wrongCrc(type: string): DecodeError {
  const told = DAMAGED[type]
  return { ...damaged('wrong CRC'), ...(told !== undefined && { replyWhenDamaged: line(told) }) }
}

/** Decodes `imei;password`, from version 2 on `2.0;imei;password`. Passwords are not stored. */
function decodeLogin({ body, version }: Message): Decoded {
  const identity = body.split(';')[version - 1] ?? ''
  if (!isIdentity(identity)) return unreadable(`${identity.length} characters in place of the identification`, line('#AL#0'))
  return { kind: 'login', identity, remember: { version }, reply: line('#AL#1'), refuse: line('#AL#0') }
}

function decodeRecord({ type, body }: Message, session: SessionState): Decoded {
  const reply = `#A${type}#1`
  const fix = readRecord(body, session.now)
  return typeof fix === 'string' ? unreadable(fix, line(reply)) : { kind: 'packet', fixes: [fix], reply: line(reply) }
}

/**
 * Decodes records that are joined by `|`. All records are acknowledged together. If a record cannot be read, its text is
 * therefore stored with the other records.
 */
function decodeBatch({ body }: Message, session: SessionState): Decoded {
  const fixes: Fix[] = []
  let readable = 0
  let reason = 'no record'
  for (const text of body.split('|')) {
    if (text === '') continue
    const fix = readRecord(text, session.now)
    if (typeof fix === 'string') {
      reason = fix
      const kept = telemetryAt(session.now)
      keep(kept, 'unreadable', text)
      fixes.push(kept)
    } else {
      readable++
      fixes.push(fix)
    }
  }
  const reply = `#AB#${fixes.length}`
  return readable === 0 ? unreadable(reason, line(reply)) : { kind: 'packet', fixes, reply: line(reply) }
}

/**
 * Acknowledges a block of a picture (`size;block;…`) or of a tachograph file (`code;size;block`). Blocks are counted but not
 * stored.
 */
function answerBlock({ type, body }: Message): { reply?: Buffer } {
  const fields = body.split(';')
  if (type === 'I') return { reply: line(`#AI#${numberIn(fields[1])};1`) }
  if (type === 'T') return { reply: line(`#AT#${numberIn(fields[2])};1`) }
  return type === 'IT' ? { reply: line('#AIT#1') } : {}
}

const numberIn = (text: string | undefined): string => (text !== undefined && /^\d{1,9}$/.test(text) ? text : '0')
