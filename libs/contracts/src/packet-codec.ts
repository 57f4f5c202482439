import { readFix, writeFix } from './fix-codec.js'
import type { Packet } from './packet.js'
import { WireReader, WireType } from './wire-reader.js'
import { WireWriter } from './wire-writer.js'

export { decodeLivePosition, encodeLivePosition } from './live-position-codec.js'

const { varint: VARINT, bytes: BYTES } = WireType

/** Tags of `Packet` in packet-schema.ts. */
const Tag = {
  imei: (1 << 3) | BYTES,
  protocol: (2 << 3) | BYTES,
  receivedAt: (3 << 3) | VARINT,
  gateway: (4 << 3) | BYTES,
  quarantined: (5 << 3) | VARINT,
  fixes: (6 << 3) | BYTES,
  receptions: (7 << 3) | BYTES,
} as const

/** Buffer space in bytes for a typical fix, with a margin. */
const BYTES_A_FIX = 96

/** Encodes a packet. Coordinates are rounded to 1e-7 degrees, because no protocol sends finer ones. */
export function encodePacket(packet: Packet): Buffer {
  const writer = new WireWriter(64 + packet.fixes.length * BYTES_A_FIX)
  writer.varint(Tag.imei)
  writer.text(packet.imei)
  writer.varint(Tag.protocol)
  writer.text(packet.protocol)
  writer.varint(Tag.receivedAt)
  writer.varint(Math.max(0, Math.round(packet.receivedAt)))
  writer.varint(Tag.gateway)
  writer.text(packet.gateway)
  if (packet.quarantined) {
    writer.varint(Tag.quarantined)
    writer.varint(1)
  }
  for (const fix of packet.fixes) {
    writer.varint(Tag.fixes)
    const begin = writer.open()
    writeFix(writer, fix)
    writer.close(begin)
  }
  if (packet.receptions && packet.receptions.length > 0) {
    writer.varint(Tag.receptions)
    const begin = writer.open()
    for (const reception of packet.receptions) writer.varint(Math.max(0, Math.round(reception)))
    writer.close(begin)
  }
  return writer.finish()
}

/** @throws Error if the bytes are not a packet of the schema in packet-schema.ts */
export function decodePacket(bytes: Uint8Array): Packet {
  const reader = new WireReader(asBuffer(bytes))
  const packet: Packet = { imei: '', protocol: '', receivedAt: 0, gateway: '', quarantined: false, fixes: [] }
  const { length } = bytes
  while (reader.position < length) readField(reader, packet)
  if (!IMEI.test(packet.imei)) throw new Error(`not a packet: IMEI ${JSON.stringify(packet.imei)}`)
  return packet
}

const IMEI = /^\d{15}$/

function readField(reader: WireReader, packet: Packet): void {
  const tag = reader.varint()
  switch (tag) {
    case Tag.imei:
      packet.imei = reader.text()
      return
    case Tag.protocol:
      packet.protocol = reader.text()
      return
    case Tag.receivedAt:
      packet.receivedAt = reader.varint()
      return
    case Tag.gateway:
      packet.gateway = reader.text()
      return
    case Tag.quarantined:
      packet.quarantined = reader.varint() !== 0
      return
    case Tag.fixes:
      packet.fixes.push(readFix(reader, reader.end()))
      return
    case Tag.receptions: {
      const end = reader.end()
      packet.receptions = []
      while (reader.position < end) packet.receptions.push(reader.varint())
      return
    }
    default:
      reader.skip(tag & 7)
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
