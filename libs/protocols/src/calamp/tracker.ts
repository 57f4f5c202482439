import { ByteWriter } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { MessageType, acknowledge, writeMessage } from './frame.js'

const USUAL_SATELLITES = 9
const INVALID = 0x08
const REPLY = acknowledge(MessageType.eventReport, 0)
const [RESPONSE_AT, TYPE_AT, RESULT_AT] = [0, 4, 5]
/** Network 204 08, with a signal of −73 dBm. */
const NETWORK = { carrier: 8, dbm: 0xffb7, state: 0x0f } as const

/** An LMU that sends an event report for every fix, on a stream or as one message per datagram. */
export const tracker: TrackerEncoder = {
  packet: (imei, fixes) =>
    Buffer.concat(fixes.map((fix, at) => writeMessage(imei, MessageType.eventReport, at + 1, writeReport(fix)))),

  readReply(buffer, _awaiting, records) {
    const consumed = REPLY.length * records
    if (buffer.length < consumed || consumed === 0) return 'more'
    let accepted = true
    for (let at = 0; at < consumed; at += REPLY.length)
      for (const byte of [RESPONSE_AT, TYPE_AT, RESULT_AT]) accepted &&= buffer[at + byte] === REPLY[byte]
    return { consumed, accepted }
  },

  omits: ['externalBatteryMv'],

  /** The protocol has no checksum. Datagrams have the checksum of UDP. */
  repairChecksum: undefined,
}

function writeReport(fix: Fix): Buffer {
  const seconds = Math.floor(fix.positionedAt / 1000)
  const isFixed = fix.validity === FixValidity.valid
  const writer = new ByteWriter(40)
    .u32(seconds)
    .u32(seconds)
    .u32(Math.round((fix.latitude ?? 0) * 1e7))
    .u32(Math.round((fix.longitude ?? 0) * 1e7))
    .u32(Math.round((fix.altitudeM ?? 0) * 100))
    .u32(Math.round((fix.speedKph ?? 0) / 0.036))
    .u16(fix.heading ?? 0)
    .u8(fix.satellites ?? USUAL_SATELLITES)
    .u8(isFixed ? 0 : INVALID)
    .u16(NETWORK.carrier)
    .u16(NETWORK.dbm)
    .u8(NETWORK.state)
    .u8(Math.round((fix.hdop ?? 0) * 10))
    .u8(Number(fix.ignition ?? false))
    .u8(0)
  return writer
    .u8(0)
    .u8(fix.event ?? 0)
    .u8(0)
    .u8(0)
    .toBuffer()
}
