import { ByteWriter, crc16Kermit } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { CommandId, HEAD_BYTES, LENGTH_BYTES, acknowledge, frame, writePacket } from './frame.js'

/** Number of records that fit into the 1024 bytes of a packet. */
const RECORDS_A_PACKET = 20
const ACKNOWLEDGEMENT = acknowledge(CommandId.extendedRecords)
const NO_COORDINATE = 0x8000_0000
const USUAL_SATELLITES = 9
const Io = { ignition: 409, externalBattery: 29, battery: 30, odometer: 65 } as const
/** Number of the server's command that contains a text. In a packet, this number comes directly after the length. */
const SMS = 100 + CommandId.sms

/** A current device. It sends extended records. */
export const tracker: TrackerEncoder = {
  packet(imei, fixes) {
    const packets: Buffer[] = []
    for (let at = 0; at < fixes.length; at += RECORDS_A_PACKET) {
      const some = fixes.slice(at, at + RECORDS_A_PACKET)
      const isMoreToCome = at + some.length < fixes.length ? 1 : 0
      const payload = Buffer.concat([Buffer.from([isMoreToCome, some.length]), ...some.map(writeRecord)])
      packets.push(writePacket(imei, CommandId.extendedRecords, payload))
    }
    return Buffer.concat(packets)
  },

  readReply(buffer, _awaiting, records) {
    const consumed = ACKNOWLEDGEMENT.length * Math.ceil(records / RECORDS_A_PACKET)
    if (buffer.length < consumed || consumed === 0) return 'more'
    let accepted = true
    for (let at = 0; at < consumed; at += ACKNOWLEDGEMENT.length)
      accepted &&= buffer.subarray(at, at + ACKNOWLEDGEMENT.length).equals(ACKNOWLEDGEMENT)
    return { consumed, accepted }
  },

  readCommand(buffer) {
    if (buffer.length < LENGTH_BYTES + 1 || buffer[LENGTH_BYTES] !== SMS) return undefined
    const end = LENGTH_BYTES + buffer.readUInt16BE(0)
    return buffer.length < end + 2 ? undefined : { consumed: end + 2, text: buffer.toString('latin1', LENGTH_BYTES + 1, end) }
  },

  commandReply: (text, imei) => writePacket(imei, CommandId.smsAnswer, Buffer.from(text, 'latin1')),

  repairChecksum(changed) {
    const cut = frame(changed)
    if (cut === 'more' || 'kind' in cut || cut.remaining.length > 0 || changed.length <= HEAD_BYTES) return
    changed.writeUInt16BE(crc16Kermit(changed, LENGTH_BYTES, changed.length - 2), changed.length - 2)
  },
}

function writeRecord(fix: Fix): Buffer {
  const isPlace = fix.latitude !== undefined && fix.longitude !== undefined
  const writer = new ByteWriter(64)
    .u32(Math.floor(fix.positionedAt / 1000))
    .u8(0)
    .u8(0)
    .u8(0)
    .u32(isPlace ? Math.round(fix.longitude! * 1e7) : NO_COORDINATE)
    .u32(isPlace ? Math.round(fix.latitude! * 1e7) : NO_COORDINATE)
    .u16(Math.round((fix.altitudeM ?? 0) * 10))
    .u16(Math.round((fix.heading ?? 0) * 100))
    .u8(fix.satellites ?? USUAL_SATELLITES)
    .u16(Math.round(fix.speedKph ?? 0))
    .u8(Math.round((fix.hdop ?? 0) * 10))
    .u16(fix.event ?? 0)
  const { ignition, externalBatteryMv, batteryMv, odometerM } = fix
  writeElements(writer, { [Io.ignition]: ignition === undefined ? undefined : Number(ignition) }, (value) => writer.u8(value))
  writeElements(writer, { [Io.externalBattery]: externalBatteryMv, [Io.battery]: batteryMv }, (value) => writer.u16(value))
  writeElements(writer, { [Io.odometer]: odometerM }, (value) => writer.u32(value))
  return writer.u8(0).toBuffer()
}

/** Writes the number of elements that the fix has, then the id and the value of each. */
function writeElements(writer: ByteWriter, elements: Record<number, number | undefined>, write: (value: number) => void): void {
  const present = Object.entries(elements).filter(([, value]) => value !== undefined)
  writer.u8(present.length)
  for (const [id, value] of present) {
    writer.u16(Number(id))
    write(Math.round(value!))
  }
}
