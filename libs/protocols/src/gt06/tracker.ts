import { ByteWriter, crc16X25 } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { frame, hasRightCrc, writeFrame } from './frame.js'
import { LONG_START, MessageType, SHORT_START } from './layout.js'

const LOCATION = 0x22
const REPLY_BYTES = 10
const USUAL_SATELLITES = 9

/** A newer device. It sends a 0x22 for every fix and replies to commands with 0x21. */
export const tracker: TrackerEncoder = {
  login: (imei) => writeFrame(MessageType.login, Buffer.from(imei.padStart(16, '0'), 'hex'), 1),

  packet: (_imei, fixes) => Buffer.concat(fixes.map((fix, at) => writeFrame(LOCATION, writeLocation(fix), at + 2))),

  readReply(buffer, awaiting, records) {
    const consumed = REPLY_BYTES * (awaiting === 'login' ? 1 : records)
    if (buffer.length < consumed || consumed === 0) return 'more'
    const type = awaiting === 'login' ? MessageType.login : LOCATION
    let accepted = true
    for (let at = 0; at < consumed; at += REPLY_BYTES)
      accepted &&= buffer[at + 3] === type && hasRightCrc(buffer.subarray(at, at + REPLY_BYTES))
    return { consumed, accepted }
  },

  omits: ['altitudeM', 'externalBatteryMv'],

  readCommand(buffer) {
    if (buffer[3] !== MessageType.command) return undefined
    const cut = frame(buffer)
    if (cut === 'more' || 'kind' in cut || cut.frame.length < 15) return undefined
    const end = 5 + cut.frame[4]!
    return { consumed: cut.frame.length, text: cut.frame.toString('latin1', 9, end), serial: cut.frame.readUInt32BE(5) }
  },

  commandReply(text, _imei, serial = 0) {
    const content = new ByteWriter(5 + text.length).u32(serial).u8(1).latin1(text).toBuffer()
    return writeFrame(MessageType.text2, content, 1, true)
  },

  repairChecksum(changed) {
    const end = changed.length - 4
    if (end >= 6 && (changed[0] === SHORT_START || changed[0] === LONG_START))
      changed.writeUInt16BE(crc16X25(changed, 2, end), end)
  },
}

/** Encodes a location: GPS block · an unknown cell · ACC · timed upload · live · mileage. */
function writeLocation(fix: Fix): Buffer {
  const date = new Date(fix.positionedAt)
  const { latitude = 0, longitude = 0 } = fix
  const hasFix = fix.validity === FixValidity.valid && fix.latitude !== undefined
  const word =
    (hasFix ? 0x1000 : 0) | (longitude < 0 ? 0x0800 : 0) | (latitude >= 0 ? 0x0400 : 0) | (Math.round(fix.heading ?? 0) % 360)
  const writer = new ByteWriter(33)
    .u8(date.getUTCFullYear() - 2000)
    .u8(date.getUTCMonth() + 1)
    .u8(date.getUTCDate())
    .u8(date.getUTCHours())
    .u8(date.getUTCMinutes())
    .u8(date.getUTCSeconds())
    .u8(0xc0 | Math.min(fix.satellites ?? USUAL_SATELLITES, 15))
    .u32(Math.round(Math.abs(latitude) * 1_800_000))
    .u32(Math.round(Math.abs(longitude) * 1_800_000))
    .u8(Math.min(Math.round(fix.speedKph ?? 0), 255))
    .u16(word)
  writer
    .append(Buffer.alloc(8))
    .u8(fix.ignition === true ? 1 : 0)
    .u8(0)
    .u8(0)
  if (fix.odometerM !== undefined) writer.u32(Math.round(fix.odometerM))
  return writer.toBuffer()
}
