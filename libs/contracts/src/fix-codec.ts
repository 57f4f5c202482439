import { readAttribute, writeAttribute } from './attribute-codec.js'
import type { AttributeValue, Fix, FixValidity } from './fix.js'
import { narrowed, writeFlag, writeFloat, writeInteger, writeSigned } from './optional-fields.js'
import { WireType, type WireReader } from './wire-reader.js'
import type { WireWriter } from './wire-writer.js'

const { varint: VARINT, bytes: BYTES, fixed32: FIXED32 } = WireType

/** Tags of `Fix` in packet-schema.ts: field number and wire type. */
const Tag = {
  positionedAt: (1 << 3) | VARINT,
  validity: (2 << 3) | VARINT,
  latitude: (3 << 3) | VARINT,
  longitude: (4 << 3) | VARINT,
  altitudeM: (5 << 3) | VARINT,
  speedKph: (6 << 3) | FIXED32,
  heading: (7 << 3) | VARINT,
  satellites: (8 << 3) | VARINT,
  hdop: (9 << 3) | FIXED32,
  ignition: (10 << 3) | VARINT,
  movement: (11 << 3) | VARINT,
  odometerM: (12 << 3) | VARINT,
  externalBatteryMv: (13 << 3) | VARINT,
  batteryMv: (14 << 3) | VARINT,
  batteryPercent: (15 << 3) | VARINT,
  gsmSignal: (16 << 3) | VARINT,
  event: (17 << 3) | VARINT,
  attributes: (18 << 3) | BYTES,
} as const

/** Writes the fields of a fix, without their total length before them. Unknown values are left out. */
export function writeFix(writer: WireWriter, fix: Fix): void {
  writeInteger(writer, Tag.positionedAt, fix.positionedAt)
  if (fix.validity !== 0) writeInteger(writer, Tag.validity, fix.validity)
  writeSigned(writer, Tag.latitude, fix.latitude, 1e7)
  writeSigned(writer, Tag.longitude, fix.longitude, 1e7)
  writeSigned(writer, Tag.altitudeM, fix.altitudeM, 1)
  writeFloat(writer, Tag.speedKph, fix.speedKph)
  writeInteger(writer, Tag.heading, fix.heading)
  writeInteger(writer, Tag.satellites, fix.satellites)
  writeFloat(writer, Tag.hdop, fix.hdop)
  writeFlag(writer, Tag.ignition, fix.ignition)
  writeFlag(writer, Tag.movement, fix.movement)
  writeInteger(writer, Tag.odometerM, fix.odometerM)
  writeInteger(writer, Tag.externalBatteryMv, fix.externalBatteryMv)
  writeInteger(writer, Tag.batteryMv, fix.batteryMv)
  writeInteger(writer, Tag.batteryPercent, fix.batteryPercent)
  writeInteger(writer, Tag.gsmSignal, fix.gsmSignal)
  writeInteger(writer, Tag.event, fix.event)
  const { attributes } = fix
  if (attributes === undefined) return
  for (const name of Object.keys(attributes)) {
    writer.varint(Tag.attributes)
    writeAttribute(writer, name, attributes[name]!)
  }
}

/**
 * Reads a fix that ends at `end`. Every fix has all fields in the same order, because JavaScript engines handle objects of
 * the same shape faster.
 */
export function readFix(reader: WireReader, end: number): Fix {
  let positionedAt = 0
  let validity: FixValidity = 0
  let latitude: number | undefined
  let longitude: number | undefined
  let altitudeM: number | undefined
  let speedKph: number | undefined
  let heading: number | undefined
  let satellites: number | undefined
  let hdop: number | undefined
  let ignition: boolean | undefined
  let movement: boolean | undefined
  let odometerM: number | undefined
  let externalBatteryMv: number | undefined
  let batteryMv: number | undefined
  let batteryPercent: number | undefined
  let gsmSignal: number | undefined
  let event: number | undefined
  let attributes: Record<string, AttributeValue> | undefined
  while (reader.position < end) {
    const tag = reader.varint()
    switch (tag) {
      case Tag.positionedAt:
        positionedAt = reader.varint()
        break
      case Tag.validity:
        validity = reader.varint() as FixValidity
        break
      case Tag.latitude:
        latitude = reader.signed32() / 1e7
        break
      case Tag.longitude:
        longitude = reader.signed32() / 1e7
        break
      case Tag.altitudeM:
        altitudeM = reader.signed32()
        break
      case Tag.speedKph:
        speedKph = narrowed(reader.float())
        break
      case Tag.heading:
        heading = reader.varint()
        break
      case Tag.satellites:
        satellites = reader.varint()
        break
      case Tag.hdop:
        hdop = narrowed(reader.float())
        break
      case Tag.ignition:
        ignition = reader.varint() !== 0
        break
      case Tag.movement:
        movement = reader.varint() !== 0
        break
      case Tag.odometerM:
        odometerM = reader.varint()
        break
      case Tag.externalBatteryMv:
        externalBatteryMv = reader.varint()
        break
      case Tag.batteryMv:
        batteryMv = reader.varint()
        break
      case Tag.batteryPercent:
        batteryPercent = reader.varint()
        break
      case Tag.gsmSignal:
        gsmSignal = reader.varint()
        break
      case Tag.event:
        event = reader.varint()
        break
      case Tag.attributes:
        readAttribute(reader, (attributes ??= {}))
        break
      default:
        reader.skip(tag & 7)
    }
  }
  if (reader.position !== end) throw new RangeError('a fix goes on beyond its end')
  return {
    positionedAt,
    validity,
    latitude,
    longitude,
    altitudeM,
    speedKph,
    heading,
    satellites,
    hdop,
    ignition,
    movement,
    odometerM,
    externalBatteryMv,
    batteryMv,
    batteryPercent,
    gsmSignal,
    event,
    attributes,
  }
}
