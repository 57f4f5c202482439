import { unreadable } from '../common/errors.js'
import type { Decoded, DeviceInformation, SessionState } from '../protocol.js'
import { IdType, MessageType, Service, acknowledge, digitsOf, readHead } from './frame.js'
import { readData, readMiniReport, readReport } from './read-report.js'

/**
 * Decodes a message. Each message contains its device's identifier and a flag that shows if the device waits for an
 * acknowledgement. A device that waits for an acknowledgement and gets none sends the message again.
 */
export function decode(bytes: Buffer, { now }: SessionState): Decoded {
  const head = readHead(bytes)
  if (head === undefined || head === 'more') return unreadable('no message begins here')
  const { identity, type, sequence, service } = head
  const reply = service === Service.acknowledged ? acknowledge(type, sequence) : undefined
  if (identity === undefined || head.idType === IdType.address) return unreadable('a device that is named by its address', reply)
  const common = { identity, ...(reply && { reply }) }
  const body = bytes.subarray(head.bodyAt)
  switch (type) {
    case MessageType.eventReport:
    case MessageType.locateReport:
    case MessageType.miniEventReport:
    case MessageType.userData:
    case MessageType.applicationData: {
      const fix = READERS[type](body, type, now)
      return typeof fix === 'string' ? unreadable(fix, reply) : { kind: 'packet', ...common, fixes: [fix] }
    }
    case MessageType.null:
      return { kind: 'heartbeat', ...common }
    case MessageType.idReport:
      return { kind: 'heartbeat', ...common, ...readIdReport(body) }
  }
  return { kind: 'unsupported', messageType: String(type), ...common }
}

const READERS = {
  [MessageType.eventReport]: readReport,
  [MessageType.locateReport]: readReport,
  [MessageType.miniEventReport]: readMiniReport,
  [MessageType.userData]: readData,
  [MessageType.applicationData]: readData,
} as const

const VERSION_AT = 2
const VERSION_END = 5
const ICCID_AT = 46
const ICCID_END = 56

/**
 * Reads an id report. Fields with their length in bytes: script 1 · configuration 1 · firmware 3 · class 1 · status 1 ·
 * modem 1 · application 1 · type of mobile id 1 · query 4 · ESN 8 · IMEI 8 · IMSI 8 · phone number 8 · ICCID 10. Texts that
 * depend on the model follow.
 */
function readIdReport(body: Buffer): { information?: DeviceInformation } {
  if (body.length < VERSION_END) return {}
  const firmware = body.toString('latin1', VERSION_AT, VERSION_END).replace(/[^\x20-\x7e]/g, '')
  const iccid = body.length < ICCID_END ? undefined : digitsOf(body.subarray(ICCID_AT, ICCID_END))
  return { information: { firmware, ...(iccid !== undefined && { iccid }) } }
}
