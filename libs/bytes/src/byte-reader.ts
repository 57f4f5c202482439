/** Returns the lower 16 bits as two's complement. */
export const signed16 = (value: number): number => (value << 16) >> 16

/**
 * Reads values one after the other. They are big-endian unless the name of the method ends in `le`. Reading past the end
 * does not throw. Such a read returns 0 (or nothing) and sets `overrun`. A decoder can therefore read all fields of a
 * structure and check `overrun` only at the end.
 */
export class ByteReader {
  /** True after a read went past the end. Everything read since then is meaningless. */
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

  /** Returns a `number` if it is exact, and a `bigint` beyond 2^53. */
  u64(): number | bigint {
    const at = this.take(8)
    if (at < 0) return 0
    const high = this.word(at)
    const low = this.word(at + 4)
    return high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) | BigInt(low)
  }

  /** Returns a view of the next `length` bytes. The view is empty on overrun. */
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
