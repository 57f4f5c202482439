/** Returns the lower 16 bits as two's complement. */
export const signed16 = (value: number): number => (value << 16) >> 16

/**
 * Reads values in order, big-endian unless the name ends in `le`. Reading past the end never throws: it returns 0 (or nothing)
 * and sets `overrun`. A decoder can thus read a whole structure in the order of its table and check once at the end.
 */
export class ByteReader {
  /** True once a read went past the end. Everything read since then is meaningless. */
  overrun = false

  constructor(
    private readonly bytes: Buffer,
    /** Offset of the next byte to read. */
    public position = 0,
    private readonly end = bytes.length,
  ) {}

  get remaining(): number {
    return this.end - this.position
  }

  u8(): number {
    const at = this.take(1)
    return at < 0 ? 0 : this.bytes[at]!
  }

  u16(): number {
    const at = this.take(2)
    return at < 0 ? 0 : (this.bytes[at]! << 8) | this.bytes[at + 1]!
  }

  i16(): number {
    return signed16(this.u16())
  }

  u32(): number {
    const at = this.take(4)
    return at < 0 ? 0 : this.word(at)
  }

  i32(): number {
    return this.u32() | 0
  }

  u16le(): number {
    const at = this.take(2)
    return at < 0 ? 0 : this.bytes.readUInt16LE(at)
  }

  i16le(): number {
    return signed16(this.u16le())
  }

  u32le(): number {
    const at = this.take(4)
    return at < 0 ? 0 : this.bytes.readUInt32LE(at)
  }

  i32le(): number {
    return this.u32le() | 0
  }

  /** Returns a `number` while it is exact, a `bigint` beyond 2^53. */
  u64(): number | bigint {
    const at = this.take(8)
    if (at < 0) return 0
    const high = this.word(at)
    const low = this.word(at + 4)
    return high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) | BigInt(low)
  }

  /** Returns a view of the next `length` bytes, empty on overrun. */
  slice(length: number): Buffer {
    const at = this.take(length)
    return at < 0 ? this.bytes.subarray(0, 0) : this.bytes.subarray(at, at + length)
  }

  skip(length: number): void {
    this.take(length)
  }

  private take(length: number): number {
    const at = this.position
    if (length > this.end - at) {
      this.overrun = true
      return -1
    }
    this.position = at + length
    return at
  }

  private word(at: number): number {
    const bytes = this.bytes
    return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
  }
}
