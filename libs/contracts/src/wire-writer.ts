const TWO_POW_32 = 2 ** 32

/** Writes Protocol Buffers into a growing buffer. It is the counterpart of WireReader. */
export class WireWriter {
  private bytes: Buffer
  private view: DataView
  private position = 0

  constructor(capacity = 1_024) {
    this.bytes = Buffer.allocUnsafe(capacity)
    this.view = viewOf(this.bytes)
  }

  /** Writes field number and wire type. Numbers below 16 take one byte. */
  tag(field: number, wireType: number): void {
    this.varint((field << 3) | wireType)
  }

  /** Writes a safe integer ≥ 0. */
  varint(value: number): void {
    this.reserve(10)
    while (value >= TWO_POW_32) {
      this.bytes[this.position++] = (value % 128) | 0x80
      value = Math.floor(value / 128)
    }
    let rest = value >>> 0
    while (rest >= 0x80) {
      this.bytes[this.position++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.bytes[this.position++] = rest
  }

  /** Writes 64 bits, in two's complement if negative. */
  bigVarint(value: bigint): void {
    this.reserve(10)
    let rest = BigInt.asUintN(64, value)
    for (; rest >= 0x80n; rest >>= 7n) this.bytes[this.position++] = Number(rest & 0x7fn) | 0x80
    this.bytes[this.position++] = Number(rest)
  }

  /** Writes a zigzag varint of at most 32 bits. */
  signed32(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0)
  }

  float(value: number): void {
    this.reserve(4)
    this.view.setFloat32(this.position, value, true)
    this.position += 4
  }

  double(value: number): void {
    this.reserve(8)
    this.view.setFloat64(this.position, value, true)
    this.position += 8
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.varint(length)
    this.reserve(length)
    this.position += this.bytes.write(value, this.position, length, 'utf8')
  }

  /**
   * Begins a length-delimited value.
   * @returns the position for {@link close}
   */
  open(): number {
    this.reserve(1)
    return ++this.position
  }

  /** Ends the value and writes its length before it. If the length needs more bytes than reserved, the value is moved. */
  close(begin: number): void {
    const length = this.position - begin
    let missing = 0
    for (let rest = length; rest >= 0x80; rest >>>= 7) missing++
    if (missing > 0) {
      this.reserve(missing)
      this.bytes.copyWithin(begin + missing, begin, this.position)
    }
    this.position = begin - 1
    this.varint(length)
    this.position += length
  }

  /** Returns the written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.bytes.subarray(0, this.position)
  }

  private reserve(length: number): void {
    if (this.position + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.position + length))
    this.bytes.copy(larger, 0, 0, this.position)
    this.bytes = larger
    this.view = viewOf(larger)
  }
}

const viewOf = (buffer: Buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
