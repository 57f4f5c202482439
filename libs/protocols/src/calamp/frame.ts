import { ByteReader, ByteWriter } from '@roadbook/bytes'
import { lost } from '../common/errors.js'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

/** Maximum size of a frame in bytes. No longer message fits into a datagram of the mobile network. */
export const LARGEST_FRAME = 2048

export const MessageType = {
  null: 0,
  acknowledgement: 1,
  eventReport: 2,
  idReport: 3,
  userData: 4,
  applicationData: 5,
  locateReport: 8,
  miniEventReport: 10,
} as const
const LAST_TYPE = 14

export const Service = { unacknowledged: 0, acknowledged: 1, response: 2 } as const

/** Types of mobile ids. The operator configures which identifier the device sends. */
export const IdType = { imei: 2, address: 6 } as const
const LAST_ID_TYPE = 7

/**
 * Bits of the options byte. The highest bit means that options are present, and the second highest bit means that an
 * extension follows. Each other bit means that one field is present.
 */
const Options = { isPresent: 0x80, isExtended: 0x40, mobileIdType: 0x02, mobileId: 0x01 } as const
/**
 * Option fields for authentication, routing, forwarding and redirection. They are not read: their declared length shows
 * where the next field begins.
 */
const OTHER_OPTIONS = [0x04, 0x08, 0x10, 0x20] as const
/**
 * Minimum length of a mobile id in bytes. If shorter ids were accepted, a binary report of a Suntech tracker could look
 * like such a message.
 */
const SHORTEST_ID = 4
const LONGEST_ID = 10
const OPTIONS_AND_ID = 2

/** The fields of a message before its content. */
export interface Head {
  /** The digits of the mobile id. Undefined if the id has another form. */
  identity: string | undefined
  idType: number | undefined
  service: number
  type: number
  sequence: number
  /** Offset of the content. */
  bodyAt: number
}

const isOptions = (byte: number): boolean =>
  (byte & (Options.isPresent | Options.isExtended | Options.mobileId)) === (Options.isPresent | Options.mobileId)

/**
 * Recognises a message by its options, which must include a mobile id of decimal digits. The options may lack the type of
 * the id. If they include it, the type must be known.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length > 0 && !isOptions(head[0]!)) return 'no'
  if (head.length < OPTIONS_AND_ID) return 'more'
  const length = head[1]!
  if (length < SHORTEST_ID || length > LONGEST_ID) return 'no'
  const id = head.subarray(OPTIONS_AND_ID, OPTIONS_AND_ID + length)
  if (id.length > 0 && digitsOf(id) === undefined) return 'no'
  const hasType = (head[0]! & Options.mobileIdType) !== 0
  const end = OPTIONS_AND_ID + length + (hasType ? 2 : 0)
  if (hasType && head.length > end - 2 && head[end - 2] !== 1) return 'no'
  if (hasType && head.length >= end && head[end - 1]! > LAST_ID_TYPE) return 'no'
  return head.length < end ? 'more' : 'yes'
}

/**
 * Reads the head. Fields with their length in bytes: options 1 · for each option present, its length 1 and its bytes ·
 * service 1 · type 1 · sequence 2. Undefined if no message begins here.
 */
export function readHead(bytes: Buffer): Head | 'more' | undefined {
  const known = sniff(bytes.subarray(0, OPTIONS_AND_ID + LONGEST_ID + 2))
  if (known !== 'yes') return known === 'more' ? 'more' : undefined
  const reader = new ByteReader(bytes)
  const options = reader.u8()
  const identity = digitsOf(reader.slice(reader.u8()))
  const idType = options & Options.mobileIdType ? reader.slice(reader.u8())[0] : undefined
  for (const option of OTHER_OPTIONS) if (options & option) reader.skip(reader.u8())
  const [service, type, sequence] = [reader.u8(), reader.u8(), reader.u16()]
  if (reader.overrun) return 'more'
  const isKnown = service <= Service.response && type <= LAST_TYPE
  return isKnown ? { identity, idType, service, type, sequence, bodyAt: reader.position } : undefined
}

/** Reads decimal digits, one in each half byte. Digits F at the end are padding. */
export function digitsOf(packed: Buffer): string | undefined {
  const digits = packed.toString('hex').replace(/f+$/, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

/** Offsets of the number of accumulators and of their list, for the reports that contain accumulators. */
export const ACCUMULATORS: ReadonlyMap<number, { countAt: number; listAt: number }> = new Map([
  [MessageType.eventReport, { countAt: 38, listAt: 40 }],
  [MessageType.locateReport, { countAt: 36, listAt: 38 }],
  [MessageType.miniEventReport, { countAt: 19, listAt: 20 }],
])
/** Fields after the position in user and application data, with their length in bytes: type 2 · length 2 · data. */
const DATA_LENGTH_AT = 38
const DATA_AT = 40
const ACKNOWLEDGEMENT_BODY = 6

/**
 * Separates a message on a stream. The message's length follows from its type and the counts inside it. If the length of a
 * type is unknown, the connection ends. In a datagram a message of this type can be read, because it ends with the datagram.
 */
export function frame(buffer: Buffer): Cut {
  const head = readHead(buffer)
  if (head === undefined) return lost('no message begins here')
  const end = head === 'more' ? 'more' : endOf(buffer, head)
  if (end === undefined) return lost('a message that does not say where it ends')
  if (end === 'more' || buffer.length < end)
    return buffer.length < LARGEST_FRAME && (end === 'more' || end <= LARGEST_FRAME) ? 'more' : lost('a message that is too long')
  return end <= LARGEST_FRAME ? cutAt(buffer, end) : lost('a message that is too long')
}

function endOf(buffer: Buffer, { type, bodyAt }: Head): number | 'more' | undefined {
  if (type === MessageType.null) return bodyAt
  if (type === MessageType.acknowledgement) return bodyAt + ACKNOWLEDGEMENT_BODY
  if (type === MessageType.userData || type === MessageType.applicationData)
    return buffer.length < bodyAt + DATA_AT ? 'more' : bodyAt + DATA_AT + buffer.readUInt16BE(bodyAt + DATA_LENGTH_AT)
  const accumulators = ACCUMULATORS.get(type)
  if (!accumulators) return undefined
  const counted = buffer[bodyAt + accumulators.countAt]
  return counted === undefined ? 'more' : bodyAt + accumulators.listAt + 4 * countOf(counted)
}

/**
 * The lower bits of a byte: the number of accumulators, of four bytes each. If {@link hasMask} is true, the first
 * accumulator is a threshold, and the second is a mask of the accumulators that exceed the threshold.
 */
export const countOf = (byte: number): number => byte & 0x3f
export const hasMask = (byte: number): boolean => byte >> 6 === 1

/**
 * Encodes the acknowledgement of a stored message. It consists of a response, the type of the message, a result, and four
 * bytes for the server's version.
 */
export function acknowledge(type: number, sequence: number): Buffer {
  const writer = new ByteWriter(10).u8(Service.response).u8(MessageType.acknowledgement).u16(sequence)
  return writer.u8(type).u8(0).u32(0).toBuffer()
}

/** Encodes a device's message with its IMEI. The message requests an acknowledgement. */
export function writeMessage(imei: string, type: number, sequence: number, body: Uint8Array): Buffer {
  const id = Buffer.from(imei.length % 2 === 0 ? imei : `${imei}f`, 'hex')
  const writer = new ByteWriter(32 + body.length)
    .u8(Options.isPresent | Options.mobileIdType | Options.mobileId)
    .u8(id.length)
    .append(id)
  return writer.u8(1).u8(IdType.imei).u8(Service.acknowledged).u8(type).u16(sequence).append(body).toBuffer()
}
