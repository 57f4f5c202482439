import type { LivePosition } from './live-position.js'
import { narrowed, writeFlag, writeFloat, writeInteger, writeSigned } from './optional-fields.js'
import { WireReader, WireType } from './wire-reader.js'
import { WireWriter } from './wire-writer.js'

const { varint: VARINT, bytes: BYTES, fixed32: FIXED32 } = WireType

/** Tags of `LivePosition` in packet-schema.ts. */
const Tag = {
  deviceId: (1 << 3) | VARINT,
  imei: (2 << 3) | BYTES,
  entityId: (3 << 3) | VARINT,
  businessId: (4 << 3) | VARINT,
  positionedAt: (5 << 3) | VARINT,
  receivedAt: (6 << 3) | VARINT,
  latitude: (7 << 3) | VARINT,
  longitude: (8 << 3) | VARINT,
  speedKph: (9 << 3) | FIXED32,
  heading: (10 << 3) | VARINT,
  moving: (11 << 3) | VARINT,
  ignition: (12 << 3) | VARINT,
  odometerM: (13 << 3) | VARINT,
  externalBatteryMv: (14 << 3) | VARINT,
  satellites: (15 << 3) | VARINT,
  gsmSignal: (16 << 3) | VARINT,
  openTripId: (17 << 3) | VARINT,
} as const

/** Encodes a live position. Coordinates are rounded to 1e-7 degrees. */
export function encodeLivePosition(position: LivePosition): Buffer {
  const writer = new WireWriter(128)
  writeInteger(writer, Tag.deviceId, position.deviceId)
  writer.varint(Tag.imei)
  writer.text(position.imei)
  writeInteger(writer, Tag.entityId, position.entityId)
  writeInteger(writer, Tag.businessId, position.businessId)
  writeInteger(writer, Tag.positionedAt, position.positionedAt)
  writeInteger(writer, Tag.receivedAt, position.receivedAt)
  writeSigned(writer, Tag.latitude, position.latitude, 1e7)
  writeSigned(writer, Tag.longitude, position.longitude, 1e7)
  writeFloat(writer, Tag.speedKph, position.speedKph)
  writeInteger(writer, Tag.heading, position.heading)
  writeFlag(writer, Tag.moving, position.moving)
  writeFlag(writer, Tag.ignition, position.ignition)
  writeInteger(writer, Tag.odometerM, position.odometerM)
  writeInteger(writer, Tag.externalBatteryMv, position.externalBatteryMv)
  writeInteger(writer, Tag.satellites, position.satellites)
  writeInteger(writer, Tag.gsmSignal, position.gsmSignal)
  writeInteger(writer, Tag.openTripId, position.openTripId)
  return writer.finish()
}

/**
 * Decodes a live position. Fields that the bytes do not contain are absent.
 * @throws Error if the bytes end within a field
 */
export function decodeLivePosition(bytes: Uint8Array): LivePosition {
  const reader = new WireReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const position: LivePosition = { deviceId: 0, imei: '', positionedAt: 0, receivedAt: 0, moving: false }
  while (reader.position < bytes.length) readField(reader, position)
  return position
}

function readField(reader: WireReader, position: LivePosition): void {
  const tag = reader.varint()
  switch (tag) {
    case Tag.imei:
      position.imei = reader.text()
      return
    case Tag.latitude:
      position.latitude = reader.signed32() / 1e7
      return
    case Tag.longitude:
      position.longitude = reader.signed32() / 1e7
      return
    case Tag.speedKph:
      position.speedKph = narrowed(reader.float())
      return
    case Tag.moving:
      position.moving = reader.varint() !== 0
      return
    case Tag.ignition:
      position.ignition = reader.varint() !== 0
      return
    default: {
      const field = INTEGERS.get(tag)
      if (field) position[field] = reader.varint()
      else reader.skip(tag & 7)
    }
  }
}

/** The plain integer fields. */
const INTEGERS = new Map<number, IntegerField>([
  [Tag.deviceId, 'deviceId'],
  [Tag.entityId, 'entityId'],
  [Tag.businessId, 'businessId'],
  [Tag.positionedAt, 'positionedAt'],
  [Tag.receivedAt, 'receivedAt'],
  [Tag.heading, 'heading'],
  [Tag.odometerM, 'odometerM'],
  [Tag.externalBatteryMv, 'externalBatteryMv'],
  [Tag.satellites, 'satellites'],
  [Tag.gsmSignal, 'gsmSignal'],
  [Tag.openTripId, 'openTripId'],
])

type IntegerField =
  | 'deviceId'
  | 'entityId'
  | 'businessId'
  | 'positionedAt'
  | 'receivedAt'
  | 'heading'
  | 'odometerM'
  | 'externalBatteryMv'
  | 'satellites'
  | 'gsmSignal'
  | 'openTripId'
