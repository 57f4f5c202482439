import { CRC_BYTES, Codec, HEAD_BYTES, MESSAGE_HEAD_BYTES, parseMessageHead } from './layout.js'
import type { MessageCodec } from './layout.js'

/** A text between server and device (codecs 12 to 15). */
export interface TextMessage {
  codec: MessageCodec
  /** 5 command, 6 response, 0x11 refusal (codec 14), 0x0b (codec 15). */
  type: number
  /** The IMEI of codecs 14 and 15: 16 digits as sent, the first of which is 0. */
  id?: string
  /** The device's time in codecs 13 and 15, seconds since 1970 UTC. */
  sentAtS?: number
  /** Latin-1, because forwarded serial data may contain any byte. */
  text: string
}

const TIME_BYTES = 4
const ID_BYTES = 8
/** Number of bytes of codec, quantity, type and size before the body, and of the quantity after it. */
const BYTES_AROUND_BODY = MESSAGE_HEAD_BYTES - HEAD_BYTES + 1

/** Reads a whole frame with a correct checksum. Returns a reason if parts of the frame contradict each other. */
export function readMessage(frame: Buffer): TextMessage | string {
  if (frame.length < MESSAGE_HEAD_BYTES + 1 + CRC_BYTES) return 'a message that ends inside its head'
  const head = parseMessageHead(frame)
  const secondQuantity = frame[frame.length - CRC_BYTES - 1]
  if (head.quantity !== 1 || secondQuantity !== 1) return `${head.quantity} and ${secondQuantity} messages instead of 1`
  if (head.size !== head.length - BYTES_AROUND_BODY) return `a body of ${head.size} bytes in a data field of ${head.length}`
  const hasTime = head.codec === Codec.codec13 || head.codec === Codec.codec15
  const hasId = head.codec === Codec.codec14 || head.codec === Codec.codec15
  const textStart = MESSAGE_HEAD_BYTES + (hasTime ? TIME_BYTES : 0) + (hasId ? ID_BYTES : 0)
  const textEnd = MESSAGE_HEAD_BYTES + head.size
  if (textStart > textEnd) return `a body of ${head.size} bytes is too short for codec ${head.codec}`
  const message: TextMessage = { codec: head.codec, type: head.type, text: frame.toString('latin1', textStart, textEnd) }
  if (hasTime) message.sentAtS = frame.readUInt32BE(MESSAGE_HEAD_BYTES)
  if (hasId) message.id = frame.toString('hex', textStart - ID_BYTES, textStart)
  return message
}
