import { ByteWriter, crc16Ibm } from '@roadbook/bytes'
import type { MessageCodec } from './layout.js'
import { FRAME_OVERHEAD } from './layout.js'

/**
 * Adds preamble, length and checksum to a data field. The data field begins with the codec and ends with the second quantity.
 */
export function writeFrame(dataField: Buffer): Buffer {
  const writer = new ByteWriter(dataField.length + FRAME_OVERHEAD)
  return writer.u32(0).u32(dataField.length).append(dataField).u32(crc16Ibm(dataField)).toBuffer()
}

/** Encodes a text message. Fields with their length in bytes: codec 1 · quantity 1 · type 1 · size 4 · body · quantity 1. */
export function writeMessage(codec: MessageCodec, type: number, body: Buffer): Buffer {
  const writer = new ByteWriter(body.length + 8)
  return writeFrame(writer.u8(codec).u8(1).u8(type).u32(body.length).append(body).u8(1).toBuffer())
}
