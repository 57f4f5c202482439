/** Reads little-endian values one after the other; past the end it returns 0 and sets `overrun`. */
export class ByteReaderLe {
  /** Whether a value was asked for that the bytes no longer held. Everything read since then is meaningless. */
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
    return at < 0 ? 0 : this.bytes.readUInt16LE(at)
  }

  i16(): number {
    const at = this.take(2)
    return at < 0 ? 0 : this.bytes.readInt16LE(at)
  }

  u32(): number {
    const at = this.take(4)
    return at < 0 ? 0 : this.bytes.readUInt32LE(at)
  }

  i32(): number {
    const at = this.take(4)
    return at < 0 ? 0 : this.bytes.readInt32LE(at)
  }

  /** A view on the next `length` bytes, empty past the end. */
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
}
