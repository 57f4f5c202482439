import { lost, unreadable } from '../common/errors.js'
import type { DatagramSide, Decoded, SessionState } from '../protocol.js'
import { readFixes } from './decode.js'
import { IO_SHAPES, isDataCodec } from './layout.js'
import { isDigit } from './sniff.js'

/**
 * A byte without meaning, which the vendor calls the "not usable byte". Fields of a datagram with their length in bytes:
 * length of the following bytes 2 · packet id 2 · `01` · AVL packet id 1 · IMEI length 2 · IMEI · codec 1 · quantity 1 ·
 * records · quantity 1. There is no preamble. There is no checksum either, because UDP has its own.
 */
const NOT_USABLE = 0x01
const IMEI_LENGTH = 15
const IMEI_OFFSET = 8
const CODEC_OFFSET = IMEI_OFFSET + IMEI_LENGTH
const RECORDS_OFFSET = CODEC_OFFSET + 2
const SMALLEST = RECORDS_OFFSET + 1

export const datagrams: DatagramSide = {
  sniff: (datagram) =>
    datagram.length >= SMALLEST &&
    datagram.readUInt16BE(0) === datagram.length - 2 &&
    datagram[4] === NOT_USABLE &&
    datagram.readUInt16BE(6) === IMEI_LENGTH &&
    datagram.subarray(IMEI_OFFSET, CODEC_OFFSET).every(isDigit),
  split: (datagram) => (datagrams.sniff(datagram) ? [datagram] : lost('no datagram of this protocol')),
  decode: decodeDatagram,
}

function decodeDatagram(datagram: Buffer, session: SessionState): Decoded {
  const identity = datagram.toString('latin1', IMEI_OFFSET, CODEC_OFFSET)
  const codec = datagram[CODEC_OFFSET]!
  const quantity = datagram[CODEC_OFFSET + 1]!
  const end = datagram.length - 1
  const reply = acknowledge(datagram, quantity)
  if (!isDataCodec(codec)) return unreadable(`unknown codec ${codec}`)
  if (datagram[end] !== quantity) return unreadable(`${quantity} records at the start, ${datagram[end]} at the end`, reply)
  const fixes = readFixes(datagram, RECORDS_OFFSET, end, quantity, IO_SHAPES[codec], session)
  return typeof fixes === 'string' ? unreadable(fixes, reply) : { kind: 'packet', identity, fixes, reply }
}

/** Encodes an acknowledgement: `0005` · the same packet id · `01` · the same AVL packet id · number of stored records. */
function acknowledge(datagram: Buffer, records: number): Buffer {
  return Buffer.from([0, 5, datagram[2]!, datagram[3]!, NOT_USABLE, datagram[5]!, records])
}
