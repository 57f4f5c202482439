import { crc16Kermit } from '@roadbook/bytes'
import { lost } from '../common/errors.js'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

/** Number of bytes of the length field. The length counts the bytes between this field and the checksum. */
export const LENGTH_BYTES = 2
const CRC_BYTES = 2
const IMEI_BYTES = 8
/** Number of bytes of length, IMEI and command. */
export const HEAD_BYTES = LENGTH_BYTES + IMEI_BYTES + 1
/**
 * Maximum size of the body in bytes. The device's buffer has 1024 bytes. The longest known packet has 1020 bytes and is a
 * part of a picture.
 */
const LONGEST_BODY = 1024
export const LARGEST_FRAME = LENGTH_BYTES + LONGEST_BODY + CRC_BYTES

/** Commands of a device. The server's reply has the same number plus 100. */
export const CommandId = {
  records: 1,
  configuration: 2,
  version: 3,
  firmware: 4,
  connection: 5,
  odometer: 6,
  smsAnswer: 7,
  sms: 8,
  faultCodes: 9,
  identification: 15,
  heartbeat: 16,
  setIo: 17,
  dynamicIdentification: 18,
  extendedRecords: 68,
} as const
/** Range of the other commands that may be a device's first: files, pictures, tachograph and card readers. */
const FIRST_OTHER = 30
const LAST_OTHER = 49
const isCommand = (command: number): boolean =>
  (command >= FIRST_OTHER && command <= LAST_OTHER) || Object.values<number>(CommandId).includes(command)
const SERVER = 100
const ACCEPTED = 1

/**
 * Recognises a packet by a possible length, an IMEI and a known command. The IMEI has fifteen digits, so the first of its
 * eight bytes is zero.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length >= LENGTH_BYTES && !isLength(head.readUInt16BE(0))) return 'no'
  if (head.length > LENGTH_BYTES && head[LENGTH_BYTES] !== 0) return 'no'
  if (head.length < HEAD_BYTES) return 'more'
  return imeiOf(head) === undefined || !isCommand(head[HEAD_BYTES - 1]!) ? 'no' : 'yes'
}

/** Separates a packet by its length. The protocol has no start marker. */
export function frame(buffer: Buffer): Cut {
  if (buffer.length < LENGTH_BYTES) return 'more'
  const length = buffer.readUInt16BE(0)
  if (!isLength(length)) return lost(`a packet of ${length} bytes`)
  const end = LENGTH_BYTES + length + CRC_BYTES
  return buffer.length < end ? 'more' : cutAt(buffer, end)
}

const isLength = (length: number): boolean => length >= IMEI_BYTES + 1 && length <= LONGEST_BODY

export const hasRightCrc = (bytes: Buffer): boolean =>
  crc16Kermit(bytes, LENGTH_BYTES, bytes.length - CRC_BYTES) === bytes.readUInt16BE(bytes.length - CRC_BYTES)

/** Reads the IMEI, which is sent as a number. Undefined if the number cannot be an IMEI. */
export function imeiOf(bytes: Buffer): string | undefined {
  const imei = bytes.readBigUInt64BE(LENGTH_BYTES)
  return imei > 0n && imei < 1_000_000_000_000_000n ? String(imei).padStart(15, '0') : undefined
}

/** Encodes a device's packet: length · IMEI · command · payload · checksum. */
export function writePacket(imei: string, command: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(IMEI_BYTES + 1)
  head.writeBigUInt64BE(BigInt(imei))
  head[IMEI_BYTES] = command
  return withLengthAndCrc(Buffer.concat([head, payload]))
}

/** Encodes a server's packet. It has the same fields as a device's packet, but no IMEI. */
export const writeServerPacket = (command: number, payload: Uint8Array): Buffer =>
  withLengthAndCrc(Buffer.concat([Buffer.from([SERVER + command]), payload]))

/**
 * Encodes the acknowledgement of a stored packet. Records are acknowledged with 100, and other packets with their own command
 * plus 100.
 */
export function acknowledge(command: number): Buffer {
  const isRecords = command === CommandId.records || command === CommandId.extendedRecords
  return writeServerPacket(isRecords ? 0 : command, Buffer.from([ACCEPTED]))
}

function withLengthAndCrc(body: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(LENGTH_BYTES), body, Buffer.alloc(CRC_BYTES)])
  bytes.writeUInt16BE(body.length, 0)
  bytes.writeUInt16BE(crc16Kermit(body), bytes.length - CRC_BYTES)
  return bytes
}
