import { ByteWriter } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { numbered } from './commands.js'
import { HEAD_BYTES, PackageId, frame, writePackage } from './frame.js'

const REPLY_BYTES = HEAD_BYTES + 2
const LOGIN_REPLY_BYTES = REPLY_BYTES + 7
const ENGLISH = 1
const GPS_ONLY = 0x01
const FIXED = 0x0001
/** Status bits: the device is made for cars, and the engine is running. */
const FOR_CARS = 0x0002
const ENGINE = 0x0004
const USUAL_SATELLITES = 9

/** A device of the second edition. It sends a 0x12 for every fix. */
export const tracker: TrackerEncoder = {
  login(imei) {
    const content = Buffer.concat([Buffer.from(imei.padStart(16, '0'), 'hex'), Buffer.from([ENGLISH, 0, 2, 1, 2, 1])])
    return writePackage(PackageId.login, 1, content)
  },

  packet: (_imei, fixes) => Buffer.concat(fixes.map((fix, at) => writePackage(PackageId.location, at + 2, writeLocation(fix)))),

  readReply(buffer, awaiting, records) {
    const size = awaiting === 'login' ? LOGIN_REPLY_BYTES : REPLY_BYTES
    const consumed = awaiting === 'login' ? size : size * records
    if (buffer.length < consumed || consumed === 0) return 'more'
    const id = awaiting === 'login' ? PackageId.login : PackageId.location
    let accepted = true
    for (let at = 0; at < consumed; at += size) accepted &&= buffer[at] === 0x67 && buffer[at + 2] === id
    return { consumed, accepted }
  },

  omits: ['externalBatteryMv'],

  readCommand(buffer) {
    const cut = frame(buffer)
    if (cut === 'more' || 'kind' in cut || cut.frame[2] !== PackageId.instruction || cut.frame.length < 13) return undefined
    return { consumed: cut.frame.length, text: cut.frame.toString('latin1', 12), serial: cut.frame.readUInt32BE(8) }
  },

  commandReply: (text, _imei, serial = 0) => writePackage(PackageId.instruction, serial, numbered(text, serial)),

  /** Only datagrams have a checksum. */
  repairChecksum: undefined,
}

function writeLocation(fix: Fix): Buffer {
  const hasFix = fix.validity === FixValidity.valid && fix.latitude !== undefined
  const status = (hasFix ? FIXED : 0) | FOR_CARS | (fix.ignition === true ? ENGINE : 0)
  const writer = new ByteWriter(48)
    .u32(Math.floor(fix.positionedAt / 1000))
    .u8(GPS_ONLY)
    .u32(Math.round((fix.latitude ?? 0) * 1_800_000))
    .u32(Math.round((fix.longitude ?? 0) * 1_800_000))
    .u16(Math.round(fix.altitudeM ?? 0))
    .u16(Math.round(fix.speedKph ?? 0))
    .u16(Math.round(fix.heading ?? 0))
    .u8(fix.satellites ?? USUAL_SATELLITES)
    .u16(status)
    .u16(Math.round(fix.batteryMv ?? 0))
  if (fix.odometerM !== undefined) writer.u16(0).u16(0).u32(Math.round(fix.odometerM))
  return writer.toBuffer()
}
