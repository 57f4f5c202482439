/**
 * Appends big-endian values to a growing buffer. If a value is too wide, only its lower bits are written, in two's
 * complement.
 */
export class ByteWriter {
  private bytes: Buffer
  private length = 0

  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafe(capacity)
  }

  u8(value: number): this {
    const at = this.reserve(1)
    this.bytes[at] = value
    return this
  }

  u16(value: number): this {
    const at = this.reserve(2)
    this.bytes.writeUInt16BE(value & 0xffff, at)
    return this
  }

  u32(value: number): this {
    const at = this.reserve(4)
    this.bytes.writeUInt32BE(value >>> 0, at)
    return this
  }

  u64(value: number | bigint): this {
    const at = this.reserve(8)
    this.bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)), at)
    return this
  }

  append(bytes: Uint8Array): this {
    const at = this.reserve(bytes.length)
    this.bytes.set(bytes, at)
    return this
  }

  /** Writes one byte per character, as trackers do in their texts. */
  latin1(text: string): this {
    return this.append(Buffer.from(text, 'latin1'))
  }

  /** Returns a copy of the bytes written so far. */
  toBuffer(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length))
  }

  private reserve(count: number): number {
    const at = this.length
    this.length += count
    if (this.length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.length, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, at))
      this.bytes = grown
    }
    return at
  }
}
