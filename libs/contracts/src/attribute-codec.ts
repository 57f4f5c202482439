import type { AttributeValue } from './fix.js'
import { WireType, type WireReader } from './wire-reader.js'
import type { WireWriter } from './wire-writer.js'

/** Fields of `Attribute` in packet-schema.ts. */
const Field = { integer: 1, number: 2, text: 3, flag: 4, unsigned: 5 } as const

/** Maximum length in bytes of a zigzag varint that a JavaScript number always represents exactly. */
const EXACT_VARINT_BYTES = 7

/** Writes one entry of `map<string, Attribute>`. Field 1 is its key, field 2 its value. */
export function writeAttribute(writer: WireWriter, name: string, value: AttributeValue): void {
  const entry = writer.open()
  writer.tag(1, WireType.bytes)
  writer.text(name)
  writer.tag(2, WireType.bytes)
  const own = writer.open()
  writeValue(writer, value)
  writer.close(own)
  writer.close(entry)
}

function writeValue(writer: WireWriter, value: AttributeValue): void {
  if (typeof value === 'string') {
    writer.tag(Field.text, WireType.bytes)
    writer.text(value)
  } else if (typeof value === 'boolean') {
    writer.tag(Field.flag, WireType.varint)
    writer.varint(value ? 1 : 0)
  } else if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    writer.tag(Field.number, WireType.fixed64)
    writer.double(value)
  } else if (value > 0x7fff_ffff_ffff_ffffn) {
    writer.tag(Field.unsigned, WireType.varint)
    writer.bigVarint(BigInt(value))
  } else writeInteger(writer, value)
}

function writeInteger(writer: WireWriter, value: number | bigint): void {
  writer.tag(Field.integer, WireType.varint)
  if (typeof value === 'number' && Math.abs(value) < 2 ** 52) writer.varint(value >= 0 ? value * 2 : -value * 2 - 1)
  else {
    const integer = BigInt(value)
    writer.bigVarint((integer << 1n) ^ (integer >> 63n))
  }
}

/** Reads one entry of the map into `attributes`. The reader's position must be at the length of the entry. */
export function readAttribute(reader: WireReader, attributes: Record<string, AttributeValue>): void {
  const end = reader.end()
  let name = ''
  let value: AttributeValue = 0
  while (reader.position < end) {
    const tag = reader.varint()
    if (tag === ((1 << 3) | WireType.bytes)) name = reader.text()
    else if (tag === ((2 << 3) | WireType.bytes)) value = readValue(reader)
    else reader.skip(tag & 7)
  }
  // A plain assignment would set the prototype here, because a tracker may name an attribute "__proto__".
  if (name === '__proto__')
    Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true, writable: true })
  else attributes[name] = value
}

function readValue(reader: WireReader): AttributeValue {
  const end = reader.end()
  let value: AttributeValue = 0
  while (reader.position < end) {
    const tag = reader.varint()
    switch (tag) {
      case (Field.integer << 3) | WireType.varint:
        value = readInteger(reader)
        break
      case (Field.number << 3) | WireType.fixed64:
        value = reader.double()
        break
      case (Field.text << 3) | WireType.bytes:
        value = reader.text()
        break
      case (Field.flag << 3) | WireType.varint:
        value = reader.varint() !== 0
        break
      case (Field.unsigned << 3) | WireType.varint:
        value = narrowed(reader.bigVarint())
        break
      default:
        reader.skip(tag & 7)
    }
  }
  return value
}

function readInteger(reader: WireReader): AttributeValue {
  if (reader.varintLength() <= EXACT_VARINT_BYTES) {
    const zigzag = reader.varint()
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
  }
  const zigzag = reader.bigVarint()
  return narrowed(BigInt.asIntN(64, (zigzag >> 1n) ^ -(zigzag & 1n)))
}

function narrowed(integer: bigint): number | bigint {
  const asNumber = Number(integer)
  return Number.isSafeInteger(asNumber) ? asNumber : integer
}
