import { ByteWriter } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { HEAD_BYTES, MessageType, STOP_BYTES, writeMessage } from './frame.js'
import { Flag, TIME_BYTES } from './read-report.js'

const USUAL_SATELLITES = 9
const LOGIN_REPLY_BYTES = HEAD_BYTES + STOP_BYTES
const REPLY_BYTES = HEAD_BYTES + TIME_BYTES + STOP_BYTES
/** Length that real devices declare in a login, as if serial number and checksum followed. */
const LOGIN_LENGTH = 0x0d
const HAS_GPS = 0x90

/** A ZX303 of the second edition of the document. It sends positions with altitude and alarm. */
export const tracker: TrackerEncoder = {
  login: (imei) =>
    writeMessage(MessageType.login, Buffer.concat([Buffer.from(imei.padStart(16, '0'), 'hex'), Buffer.from([1])]), LOGIN_LENGTH),

  packet: (_imei, fixes) => Buffer.concat(fixes.map((fix) => writeMessage(MessageType.gps, writeGps(fix)))),

  readReply(buffer, awaiting, records) {
    const size = awaiting === 'login' ? LOGIN_REPLY_BYTES : REPLY_BYTES
    const consumed = awaiting === 'login' ? size : size * records
    if (buffer.length < consumed || consumed === 0) return 'more'
    const type = awaiting === 'login' ? MessageType.login : MessageType.gps
    let accepted = true
    for (let at = 0; at < consumed; at += size) accepted &&= buffer[at] === 0x78 && buffer[at + 3] === type
    return { consumed, accepted }
  },

  omits: ['externalBatteryMv', 'ignition'],

  /** The protocol has no checksum. */
  repairChecksum: undefined,
}

function writeGps(fix: Fix): Buffer {
  const date = new Date(fix.positionedAt)
  const writer = new ByteWriter(21)
    .u8(date.getUTCFullYear() % 100)
    .u8(date.getUTCMonth() + 1)
    .u8(date.getUTCDate())
    .u8(date.getUTCHours())
    .u8(date.getUTCMinutes())
    .u8(date.getUTCSeconds())
  const [latitude, longitude] = [fix.latitude ?? 0, fix.longitude ?? 0]
  const isFixed = fix.validity === FixValidity.noFix ? 0 : Flag.isFixed
  const flags = isFixed | (latitude < 0 ? 0 : Flag.isNorth) | (longitude < 0 ? Flag.isWest : 0)
  return writer
    .u8(HAS_GPS | (fix.satellites ?? USUAL_SATELLITES))
    .u32(Math.round(Math.abs(latitude) * 1_800_000))
    .u32(Math.round(Math.abs(longitude) * 1_800_000))
    .u8(Math.round(fix.speedKph ?? 0))
    .u16(flags | Math.round(fix.heading ?? 0))
    .u16(Math.round(fix.altitudeM ?? 0))
    .u8(0)
    .toBuffer()
}
