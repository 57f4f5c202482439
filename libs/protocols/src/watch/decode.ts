import { damaged, unreadable } from '../common/errors.js'
import { leadingBlanks } from '../common/marked-frames.js'
import { note } from '../common/note.js'
import { telemetryAt } from '../common/judge-fix.js'
import type { Decoded, SessionState } from '../protocol.js'
import { CONFIRMATIONS } from './commands.js'
import { CLOSE, type Head, USUAL_MAKER, isBinary, readHead } from './layout.js'
import { HEALTH, readHealth, readLink } from './read-health.js'
import { findPosition, readPosition } from './read-position.js'
import { write } from './write.js'

export function decode(frame: Buffer, session: SessionState): Decoded {
  const start = leadingBlanks(frame)
  if (start === frame.length) return { kind: 'heartbeat' }
  const head = readHead(frame, start)
  if (!head || head === 'more' || frame.at(-1) !== CLOSE || head.contentAt >= frame.length)
    return damaged('bytes that belong to no frame')
  const decoded = isBinary(frame, head.contentAt) ? voiceOrPicture(frame, head) : decodeText(frame, head, session)
  if (decoded.kind === 'decodeError') return decoded
  decoded.identity = head.id
  const isIndexed = head.index !== undefined
  const { maker = USUAL_MAKER, isIndexed: wasIndexed = false } = session.memory ?? {}
  if (maker !== head.maker || wasIndexed !== isIndexed) decoded.remember = { maker: head.maker, isIndexed }
  return decoded
}

/**
 * Refuses voice messages and pictures, because Roadbook does not store them. The reply to a voice message says that the
 * message did not arrive.
 */
function voiceOrPicture(frame: Buffer, head: Head): Decoded {
  const messageType = frame.toString('latin1', head.contentAt, frame.indexOf(',', head.contentAt))
  const isVoice = messageType === 'TK' || messageType === 'TK2'
  return { kind: 'unsupported', messageType, ...(isVoice && { reply: write(head, `${messageType},0`) }) }
}

function decodeText(frame: Buffer, head: Head, session: SessionState): Decoded {
  const content = frame.toString('latin1', head.contentAt, frame.length - 1)
  const fields = content.split(',')
  const type = fields[0]!
  switch (type) {
    case 'LK':
      return linkOf(fields, head, session)
    case 'INIT':
    case 'CONFIG':
      return { kind: 'heartbeat', reply: write(head, `${type},1`) }
    case 'TKQ':
    case 'TKQ2':
      return { kind: 'heartbeat', reply: write(head, type) }
  }
  const at = findPosition(fields)
  if (at !== undefined || isPosition(type)) return positionOf(fields, type, at, head, session)
  const upper = type.toUpperCase()
  const answer = HEALTH.get(upper)
  if (answer !== undefined) {
    const fix = readHealth(upper, fields, session.now)
    const reply = answer === '' ? undefined : write(head, answer)
    return { kind: 'packet', fixes: fix ? [fix] : [], ...(reply && { reply }) }
  }
  return CONFIRMATIONS.has(upper) ? answerOf(upper, content, session) : { kind: 'unsupported', messageType: type.slice(0, 20) }
}

/**
 * Decodes a link message. The first link message is the login, because a watch waits for the reply to it before it sends
 * anything else.
 */
function linkOf(fields: readonly string[], head: Head, session: SessionState): Decoded {
  const fix = readLink(fields, session.now)
  const said = { reply: write(head, 'LK'), ...(fix && { fixes: [fix] }) }
  return session.identity === head.id ? { kind: 'heartbeat', ...said } : { kind: 'login', identity: head.id, ...said }
}

/** Returns true for `UD`, `UD2` (stored while offline), `UD_LTE` and the like, and for `AL`, `AL_LTE` and the like. */
const isPosition = (type: string): boolean => type.startsWith('UD') || type.startsWith('AL')

function positionOf(fields: readonly string[], type: string, at: number | undefined, head: Head, session: SessionState): Decoded {
  const isAlarm = type.startsWith('AL')
  const reply = isAlarm ? write(head, 'AL') : undefined
  const { now, utcOffsetMinutes = 0 } = session
  const fix = at === undefined ? undefined : readPosition(fields, at, isAlarm, now, utcOffsetMinutes)
  if (!fix) return unreadable(`a ${type} whose position cannot be read`, reply)
  return { kind: 'packet', fixes: [fix], ...(reply && { reply }) }
}

/** Reads the reply to a command: `VERNO,firmware`, `TS,…`, or only the command word. */
function answerOf(word: string, content: string, session: SessionState): Decoded {
  const comma = content.indexOf(',')
  const result = comma < 0 ? '' : content.slice(comma + 1)
  if (word === 'VERNO' && result !== '') return { kind: 'commandReply', text: content, information: { firmware: result } }
  if (word !== 'TS' || result === '') return { kind: 'commandReply', text: content }
  const fix = telemetryAt(session.now)
  note(fix, 'result', result)
  return { kind: 'commandReply', text: content, fixes: [fix] }
}
