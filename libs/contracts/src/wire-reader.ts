/** Wire types of fields; see protobuf.dev/programming-guides/encoding, "Message Structure". */
export const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

const TWO_POW_28 = 2 ** 28

/**
 * Reads Protocol Buffers from bytes. Roadbook has its own reader for its most frequent messages, because a general library
 * takes several times as long per fix.
 * @throws RangeError or Error if the bytes end too early or are invalid
 */
export class WireReader {
  position = 0
  private readonly view: DataView

  constructor(readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Reads a varint of at most 56 bits, or a negative one of 64 bits. The value is exact up to 2^53. */
  varint(): number {
    const { bytes } = this
    const first = bytes[this.position++]!
    if (first < 0x80) return first
    let value = first & 0x7f
    for (let shift = 7; shift < 28; shift += 7) {
      const byte = bytes[this.position++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return this.longVarint(value)
  }

  /** Reads a zigzag varint of at most 32 bits. */
  signed32(): number {
    const value = this.varint()
    return (value >>> 1) ^ -(value & 1)
  }

  /** Reads 64 bits exactly. */
  bigVarint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value & 0xffff_ffff_ffff_ffffn
    }
    throw new Error('a number of more than 64 bits')
  }

  /** Returns the length in bytes of the varint at the current position. */
  varintLength(): number {
    let at = this.position
    while (this.bytes[at]! >= 0x80) at++
    return at + 1 - this.position
  }

  float(): number {
    const value = this.view.getFloat32(this.position, true)
    this.position += 4
    return value
  }

  double(): number {
    const value = this.view.getFloat64(this.position, true)
    this.position += 8
    return value
  }

  text(): string {
    const end = this.end()
    const { bytes, position } = this
    this.position = end
    return end - position <= SHORT ? shortText(bytes, position, end) : bytes.toString('utf8', position, end)
  }

  /**
   * Reads the length of a length-delimited value and returns the position at which the value ends. The reader is then at the
   * value's first byte.
   */
  end(): number {
    const length = this.varint()
    const end = this.position + length
    if (!(end <= this.bytes.length)) throw new RangeError('the bytes end within a field')
    return end
  }

  /** Skips a field that this version does not know. */
  skip(wireType: number): void {
    switch (wireType) {
      case WireType.varint:
        while (this.byte() >= 0x80);
        return
      case WireType.fixed64:
        this.position += 8
        break
      case WireType.bytes:
        this.position = this.end()
        return
      case WireType.fixed32:
        this.position += 4
        break
      default:
        throw new Error(`unknown wire type ${wireType}`)
    }
    if (this.position > this.bytes.length) throw new RangeError('the bytes end within a field')
  }

  private byte(): number {
    const byte = this.bytes[this.position++]
    if (byte === undefined) throw new RangeError('the bytes end within a number')
    return byte
  }

  /** @param low the first 28 bits, already read */
  private longVarint(low: number): number {
    const { bytes, position } = this
    let value = low >>> 0
    let scale = TWO_POW_28
    for (let count = 0; count < 4; count++) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
    if (position >= bytes.length) throw new RangeError('the bytes end within a number')
    this.position = position - 4
    return Number(BigInt.asIntN(64, this.bigVarint()))
  }
}

/**
 * Texts of at most this number of bytes (names and identifiers, for example) are decoded here. For longer texts the JavaScript
 * engine's own decoder is faster.
 */
const SHORT = 24

function shortText(bytes: Buffer, from: number, till: number): string {
  let text = ''
  for (let at = from; at < till; at++) {
    const byte = bytes[at]!
    if (byte >= 0x80) return bytes.toString('utf8', from, till)
    text += String.fromCharCode(byte)
  }
  return text
}
