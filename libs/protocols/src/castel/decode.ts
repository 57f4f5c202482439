import { damaged, unreadable } from '../common/errors.js'
import { note } from '../common/note.js'
import type { Decoded, SessionState } from '../protocol.js'
import { readMessage, writeMessage } from './frame.js'
import { Rest, STATE_BYTES, readReport } from './read-report.js'

export const MessageType = {
  login: 0x1001,
  logout: 0x1002,
  heartbeat: 0x1003,
  gps: 0x4001,
  alarm: 0x4007,
  loginReply: 0x9001,
  heartbeatReply: 0x9003,
  alarmReply: 0xc007,
} as const

const HISTORY_BYTES = 1
const INDEX_BYTES = 4
/** No new address, no port. */
const SAME_SERVER = 'ffffffff0000'

/** Every message names its device. Logins, heartbeats and alarms are answered, places are not. */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  const message = readMessage(frame)
  if (!message) return damaged('wrong checksum')
  const { name: identity, type, content } = message
  if (!/^[\dA-Za-z]{1,20}$/.test(identity)) return unreadable('a name that is none')
  const answer = (reply: number, told: Buffer) => writeMessage({ ...message, type: reply, content: told })
  switch (type) {
    case MessageType.login: {
      const fixes = readReport(content, 0, Rest.information, now)?.filter(({ satellites }) => satellites !== undefined)
      const clock = Buffer.alloc(4)
      clock.writeUInt32LE(Math.floor(now / 1000))
      const reply = answer(MessageType.loginReply, Buffer.concat([Buffer.from(SAME_SERVER, 'hex'), clock]))
      return { kind: 'login', identity, reply, ...(fixes?.length && { fixes }) }
    }
    case MessageType.heartbeat:
      return { kind: 'heartbeat', identity, reply: answer(MessageType.heartbeatReply, Buffer.alloc(0)) }
    case MessageType.logout:
    case MessageType.gps: {
      const start = type === MessageType.gps ? HISTORY_BYTES : 0
      const fixes = readReport(content, start, Rest.unknown, now)
      if (!fixes) return unreadable('a report that is cut short')
      if (start > 0 && content[0] !== 0) for (const fix of fixes) note(fix, 'buffered', true)
      return { kind: 'packet', identity, fixes }
    }
    case MessageType.alarm: {
      const reply =
        content.length < INDEX_BYTES + STATE_BYTES ? undefined : answer(MessageType.alarmReply, content.subarray(0, INDEX_BYTES))
      const fixes = readReport(content, INDEX_BYTES, Rest.alarms, now)
      if (!fixes) return unreadable('an alarm that is cut short', reply)
      return { kind: 'packet', identity, fixes, ...(reply && { reply }) }
    }
  }
  return { kind: 'unsupported', identity, messageType: `0x${type.toString(16)}` }
}
