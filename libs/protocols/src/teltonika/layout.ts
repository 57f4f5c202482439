import { Parser } from 'binary-parser'

/**
 * Every message after the login has these fields, with their length in bytes: preamble 4 (zero) · length L 4 · data field L ·
 * CRC 4. All numbers are big-endian.
 */
export const HEAD_BYTES = 8
export const CRC_BYTES = 4
/** Difference between a frame's size and its declared length. */
export const FRAME_OVERHEAD = HEAD_BYTES + CRC_BYTES
/** Offset of the first record in the frame of an AVL packet. Codec (1 byte) and quantity (1 byte) precede it. */
export const FIRST_RECORD_OFFSET = HEAD_BYTES + 2
/** Minimum size of a data field in bytes: codec 1 · quantity 1 · quantity 1. */
export const SMALLEST_LENGTH = 3
/**
 * Maximum `L` of an AVL packet in bytes. 255 records of the usual size need 20 KB. Devices rarely send more than 1280
 * bytes.
 */
export const LARGEST_DATA_LENGTH = 32_768
/**
 * Maximum `L` with an unknown codec, in bytes. With an unknown codec, the bytes of `L` possibly do not contain a length.
 * Because of the low limit, the gateway does not wait for bytes that never come.
 */
export const LARGEST_UNKNOWN_LENGTH = 4_096
/** Maximum `L` of a text message (codecs 12–15), in bytes. It may contain forwarded serial data. */
export const LARGEST_MESSAGE_LENGTH = 65_535

/** Fields of a login with their length in bytes: length 2 (big-endian) · ASCII digits. */
export const LOGIN_HEAD_BYTES = 2
export const LONGEST_LOGIN_ID = 20
export const ACCEPT_LOGIN = 0x01
export const REFUSE_LOGIN = 0x00

/** Newer families send this byte to keep the connection open. It is not part of any frame. */
export const KEEP_ALIVE = 0xff

export const Codec = {
  /** Codec of personal trackers made before 2014. */
  codec7: 0x07,
  codec8: 0x08,
  codec8Extended: 0x8e,
  codec16: 0x10,
  codec12: 0x0c,
  codec13: 0x0d,
  codec14: 0x0e,
  codec15: 0x0f,
} as const
export type Codec = (typeof Codec)[keyof typeof Codec]
export type DataCodec = typeof Codec.codec8 | typeof Codec.codec8Extended | typeof Codec.codec16
export type MessageCodec = Exclude<Codec, DataCodec | typeof Codec.codec7>

export const isDataCodec = (codec: number): codec is DataCodec =>
  codec === Codec.codec8 || codec === Codec.codec8Extended || codec === Codec.codec16
/** Returns true for codecs 12 to 15, which contain texts in both directions. */
export const isMessageCodec = (codec: number): codec is MessageCodec => codec >= Codec.codec12 && codec <= Codec.codec15

/** Widths of ids and counts in a record's IO element, bytes. */
export interface IoShape {
  id: 1 | 2
  count: 1 | 2
  hasGenerationType: boolean
  hasVariableLength: boolean
  /** True if a group of values of 16 bytes follows; see {@link LONG_CODEC_8}. */
  hasLongGroup?: boolean
}
export const IO_SHAPES: Record<DataCodec, IoShape> = {
  [Codec.codec8]: { id: 1, count: 1, hasGenerationType: false, hasVariableLength: false },
  [Codec.codec8Extended]: { id: 2, count: 2, hasGenerationType: false, hasVariableLength: true },
  [Codec.codec16]: { id: 2, count: 1, hasGenerationType: true, hasVariableLength: false },
}

/**
 * Some firmware ends every record of codec 8 with an undocumented fifth group of values of 16 bytes, which is mostly empty.
 * This form is tried only if a packet does not match the documented one. The form is accepted only if it fits the packet to
 * the last byte.
 */
export const LONG_CODEC_8: IoShape = { ...IO_SHAPES[Codec.codec8], hasLongGroup: true }
/** Length in bytes of a value in the fifth group. */
export const LONG_VALUE_BYTES = 16

/**
 * Widths of the values in the IO groups, in the order of the groups, in bytes. The width 0 of {@link IoWidth} is a variable
 * length.
 */
export const IO_WIDTHS = [1, 2, 4, 8] as const
export type IoWidth = 0 | (typeof IO_WIDTHS)[number]

export const MESSAGE_HEAD_BYTES = 15
export interface MessageHead {
  length: number
  codec: MessageCodec
  quantity: number
  type: number
  size: number
}
/**
 * Fields of codecs 12–15 with their length in bytes: preamble 4 · length 4 · codec 1 · quantity 1 · type 1 · size 4, then the
 * body.
 */
const messageHead = new Parser()
  .endianness('big')
  .uint32('preamble')
  .uint32('length')
  .uint8('codec')
  .uint8('quantity')
  .uint8('type')
  .uint32('size')
export const parseMessageHead = (frame: Buffer): MessageHead => messageHead.parse(frame) as MessageHead

export const MessageType = { command: 0x05, response: 0x06, refusal: 0x11 } as const
