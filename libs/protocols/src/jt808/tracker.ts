import { ByteWriter, xorChecksum } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { writeTime } from './clock.js'
import { FLAG, frame, unwrap } from './frame.js'
import { type Address, MessageId, readHeader, writeMessage } from './header.js'

/** Number of locations that always fit into the 1023 bytes of a message, whatever items they have. */
const LOCATIONS_A_MESSAGE = 15
const OK = 0

/** A terminal of 2019. It authenticates with its number and sends batches. */
export const tracker: TrackerEncoder = {
  login(imei) {
    const code = Buffer.from(imei)
    const body = Buffer.concat([Buffer.from([code.length]), code, Buffer.from(imei.padEnd(15).slice(0, 15)), Buffer.alloc(20)])
    return writeMessage(MessageId.authenticate, addressOf(imei), 1, body)
  },

  packet(imei, fixes) {
    const messages: Buffer[] = []
    for (let at = 0; at < fixes.length; at += LOCATIONS_A_MESSAGE)
      messages.push(
        writeMessage(
          MessageId.batch,
          addressOf(imei),
          messages.length + 2,
          writeBatch(fixes.slice(at, at + LOCATIONS_A_MESSAGE)),
        ),
      )
    return Buffer.concat(messages)
  },

  readReply(buffer, awaiting, records) {
    const expected = awaiting === 'login' ? 1 : Math.ceil(records / LOCATIONS_A_MESSAGE)
    let consumed = 0
    let accepted = true
    for (let at = 0; at < expected; at++) {
      const cut = frame(buffer.subarray(consumed))
      if (cut === 'more' || 'kind' in cut) return 'more'
      accepted &&= unwrap(cut.frame)?.at(-2) === OK
      consumed += cut.frame.length
    }
    return consumed === 0 ? 'more' : { consumed, accepted }
  },

  readCommand(buffer) {
    const cut = frame(buffer)
    if (cut === 'more' || 'kind' in cut) return undefined
    const plain = unwrap(cut.frame)
    const header = plain && readHeader(plain, FLAG)
    if (!header || header.id === MessageId.platformReply || header.id === MessageId.registerReply) return undefined
    const body = plain.subarray(header.bodyStart, -1)
    const isText = header.id === MessageId.text
    const textAt = header.version === undefined ? 1 : 2
    const text = isText ? body.toString('latin1', textAt) : `0x${header.id.toString(16)} ${body.toString('hex')}`.trim()
    return { consumed: cut.frame.length, text, serial: header.serial }
  },

  commandReply(_text, imei, serial = 0) {
    const body = Buffer.from([serial >> 8, serial & 0xff, MessageId.text >> 8, MessageId.text & 0xff, OK])
    return writeMessage(MessageId.terminalReply, addressOf(imei), 1, body)
  },

  repairChecksum(changed) {
    const end = changed.length - 2
    const isPlain = end > 1 && changed[0] === FLAG && changed[end + 1] === FLAG && !changed.includes(0x7d)
    if (isPlain && unwrap(changed) === undefined) changed[end] = xorChecksum(changed, 1, end)
  },
}

const addressOf = (imei: string): Address => ({ phone: Buffer.from(imei.padStart(20, '0'), 'hex'), version: 1, flag: FLAG })

/**
 * Encodes a batch. Fields with their length in bytes: count 2 · type 1 (always 0), then for each location: length 2 ·
 * location.
 */
function writeBatch(fixes: readonly Fix[]): Buffer {
  const writer = new ByteWriter(64 * fixes.length).u16(fixes.length).u8(0)
  for (const fix of fixes) {
    const location = writeLocation(fix)
    writer.u16(location.length).append(location)
  }
  return writer.toBuffer()
}

function writeLocation(fix: Fix): Buffer {
  const { latitude = 0, longitude = 0 } = fix
  const isLocated = fix.validity === FixValidity.valid && fix.latitude !== undefined
  const status = Number(fix.ignition === true) | (isLocated ? 2 : 0) | (latitude < 0 ? 4 : 0) | (longitude < 0 ? 8 : 0)
  const writer = new ByteWriter(64)
    .u32(0)
    .u32(status)
    .u32(Math.round(Math.abs(latitude) * 1_000_000))
    .u32(Math.round(Math.abs(longitude) * 1_000_000))
    .u16(Math.round(fix.altitudeM ?? 0))
    .u16(Math.round((fix.speedKph ?? 0) * 10))
    .u16(Math.round(fix.heading ?? 0))
    .append(writeTime(fix.positionedAt))
  if (fix.satellites !== undefined) writer.u8(0x31).u8(1).u8(fix.satellites)
  if (fix.odometerM !== undefined)
    writer
      .u8(0x01)
      .u8(4)
      .u32(Math.round(fix.odometerM / 100))
  if (fix.externalBatteryMv !== undefined)
    writer
      .u8(0x61)
      .u8(2)
      .u16(Math.round(fix.externalBatteryMv / 10))
  return writer.toBuffer()
}
