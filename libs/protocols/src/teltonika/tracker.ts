import { ByteWriter, crc16Ibm } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { frame } from './frame.js'
import { ACCEPT_LOGIN, Codec, HEAD_BYTES, MessageType } from './layout.js'
import { readMessage } from './read-message.js'
import { writeFrame, writeMessage } from './write-frame.js'
import { writeRecord } from './write-record.js'

const ACKNOWLEDGEMENT_BYTES = 4

/** The device's side of a session with current firmware: codec 8 Extended for records, codec 12 for commands. */
export const tracker: TrackerEncoder = {
  login(imei) {
    return new ByteWriter(imei.length + 2).u16(imei.length).latin1(imei).toBuffer()
  },

  packet(_imei, fixes) {
    return writePacket(fixes)
  },

  readReply(buffer, awaiting, records) {
    if (awaiting === 'login') {
      return buffer.length === 0 ? 'more' : { consumed: 1, accepted: buffer[0] === ACCEPT_LOGIN }
    }
    if (buffer.length < ACKNOWLEDGEMENT_BYTES) return 'more'
    return { consumed: ACKNOWLEDGEMENT_BYTES, accepted: buffer.readUInt32BE(0) === records }
  },

  readCommand(buffer) {
    if (buffer.length <= HEAD_BYTES || buffer[HEAD_BYTES] !== Codec.codec12) return undefined
    const cut = frame(buffer)
    if (cut === 'more' || 'kind' in cut) return undefined
    const message = readMessage(cut.frame)
    if (typeof message === 'string' || message.type !== MessageType.command) return undefined
    return { consumed: cut.frame.length, text: message.text }
  },

  commandReply(text) {
    return writeMessage(Codec.codec12, MessageType.response, Buffer.from(text, 'latin1'))
  },

  repairChecksum(changed) {
    if (changed.length > 12 && changed[0] === 0 && changed[1] === 0)
      changed.writeUInt32BE(crc16Ibm(changed, 8, changed.length - 4), changed.length - 4)
  },
}

/** Encodes the data field of an AVL packet of codec 8 Extended, with at most 255 records. */
function writePacket(fixes: readonly Fix[]): Buffer {
  const writer = new ByteWriter(64 * fixes.length + 8).u8(Codec.codec8Extended).u8(fixes.length)
  for (const fix of fixes) writeRecord(writer, fix)
  return writeFrame(writer.u8(fixes.length).toBuffer())
}
