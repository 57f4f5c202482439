import { damaged, unreadable } from '../common/errors.js'
import type { Decoded, DeviceInformation, SessionState } from '../protocol.js'
import { CommandId, HEAD_BYTES, acknowledge, hasRightCrc, imeiOf } from './frame.js'
import { readFaultCodes, readRecords } from './read-records.js'

/**
 * Decodes a packet. Each packet contains its tracker's IMEI. If records, fault codes or heartbeats are not acknowledged, the
 * tracker sends them again.
 */
export function decode(bytes: Buffer, { now }: SessionState): Decoded {
  const command = bytes[HEAD_BYTES - 1]!
  if (!hasRightCrc(bytes)) return { ...damaged('wrong CRC'), ...(isData(command) && { replyWhenStuck: acknowledge(command) }) }
  const identity = imeiOf(bytes)
  if (identity === undefined) return unreadable('a number that is no IMEI', acknowledge(command))
  const payload = bytes.subarray(HEAD_BYTES, bytes.length - 2)
  const common = { identity, reply: acknowledge(command) }
  switch (command) {
    case CommandId.records:
    case CommandId.extendedRecords:
    case CommandId.faultCodes: {
      const fixes = isFaultCodes(command) ? readFaultCodes(payload, now) : readRecords(payload, idBytesOf(command), now)
      return typeof fixes === 'string' ? unreadable(fixes, common.reply) : { kind: 'packet', ...common, fixes }
    }
    case CommandId.identification:
      return { kind: 'heartbeat', ...common, ...readIdentification(payload) }
    case CommandId.heartbeat:
      return { kind: 'heartbeat', ...common }
    case CommandId.dynamicIdentification:
      return { kind: 'unsupported', messageType: String(command), ...common }
    case CommandId.setIo:
      return { kind: 'commandReply', identity, text: `setio ${payload.toString('hex')}` }
  }
  return ANSWERS.has(command)
    ? { kind: 'commandReply', identity, text: payload.toString('latin1').trim() }
    : { kind: 'unsupported', messageType: String(command), identity }
}

/** Text replies to the server's messages. */
const ANSWERS: ReadonlySet<number> = new Set([
  CommandId.configuration,
  CommandId.version,
  CommandId.firmware,
  CommandId.connection,
  CommandId.odometer,
  CommandId.smsAnswer,
])

const isFaultCodes = (command: number): boolean => command === CommandId.faultCodes
const isData = (command: number): boolean =>
  command === CommandId.records || command === CommandId.extendedRecords || isFaultCodes(command)
const idBytesOf = (command: number): 1 | 2 => (command === CommandId.records ? 1 : 2)

const MODEL_BYTES = 4
const FIRMWARE_BYTES = 11

/**
 * Reads an identification. Fields with their length in bytes: model 4 · firmware 11 · IMSI 8 · operator 4 · the device's
 * recording limits (distance 4, time 4, angle 2).
 */
function readIdentification(payload: Buffer): { information?: DeviceInformation } {
  if (payload.length < MODEL_BYTES + FIRMWARE_BYTES) return {}
  const text = (from: number, length: number) => payload.toString('latin1', from, from + length).replace(/[^\x20-\x7e]/g, '')
  return { information: { model: text(0, MODEL_BYTES), firmware: text(MODEL_BYTES, FIRMWARE_BYTES) } }
}
