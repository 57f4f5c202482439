import { unreadable } from '../common/errors.js'
import type { Decoded, SessionMemory } from '../protocol.js'
import { writeFrame } from './frame.js'
import { MessageType } from './layout.js'

const WEST = 0x08

/**
 * Decodes a login. Fields with their length in bytes: IMEI 8 (BCD, one leading 0) · [model 2] · [time zone and language 2].
 * The protocol has no message for a refusal. To refuse a tracker, the gateway therefore closes the socket without a reply.
 */
export function decodeLogin(content: Buffer, serial: number): Decoded {
  const identity = content.toString('hex', 0, 8).replace(/^0/, '').replace(/f+$/, '')
  const reply = writeFrame(MessageType.login, Buffer.alloc(0), serial)
  if (content.length < 8 || identity === '') return unreadable('a login without an IMEI', reply)
  const model = content.length >= 10 ? { information: { model: content.toString('hex', 8, 10) } } : {}
  const remember: SessionMemory = content.length >= 12 ? { loginOffsetMinutes: offsetOf(content.readUInt16BE(10)) } : {}
  return { kind: 'login', identity, ...model, remember, reply }
}

/**
 * Reads the time zone. Bits 15–4 are hours × 100 + minutes, and bit 3 is 1 west of Greenwich. An impossible time zone counts
 * as 0.
 */
function offsetOf(word: number): number {
  const hundreds = word >> 4
  const minutes = Math.floor(hundreds / 100) * 60 + (hundreds % 100)
  if (minutes > 14 * 60) return 0
  return word & WEST ? -minutes : minutes
}
