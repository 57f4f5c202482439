/** Milliseconds from 1970 to 2000, PostgreSQL's epoch. */
export const POSTGRES_EPOCH_MS = 946_684_800_000
/** Microseconds per millisecond. PostgreSQL counts in microseconds. */
export const MICROSECONDS = 1_000
const TWO_POW_32 = 2 ** 32

/**
 * A growing buffer of values in PostgreSQL's binary format. Each value is a 32-bit length and then the bytes, both
 * big-endian. A length of −1 is NULL. The buffer is used for COPY rows and array parameters. See "Message Data Types" and
 * "COPY … Binary Format" in the PostgreSQL manual.
 */
export class BinaryWriter {
  private bytes: Buffer
  private view: DataView
  private end = 0

  constructor(capacity = 16_384) {
    this.bytes = Buffer.allocUnsafe(capacity)
    this.view = viewOf(this.bytes)
  }

  null(): void {
    this.rawInt32(-1)
  }

  bool(value: boolean): void {
    this.reserve(5)
    this.view.setInt32(this.end, 1)
    this.view.setInt8(this.end + 4, value ? 1 : 0)
    this.end += 5
  }

  int2(value: number): void {
    this.reserve(6)
    this.view.setInt32(this.end, 2)
    this.view.setInt16(this.end + 4, value)
    this.end += 6
  }

  int4(value: number): void {
    this.reserve(8)
    this.view.setInt32(this.end, 4)
    this.view.setInt32(this.end + 4, value)
    this.end += 8
  }

  /** @param value a safe integer */
  int8(value: number): void {
    this.reserve(12)
    this.view.setInt32(this.end, 8)
    const high = Math.floor(value / TWO_POW_32)
    this.view.setInt32(this.end + 4, high)
    this.view.setUint32(this.end + 8, value - high * TWO_POW_32)
    this.end += 12
  }

  float4(value: number): void {
    this.reserve(8)
    this.view.setInt32(this.end, 4)
    this.view.setFloat32(this.end + 4, value)
    this.end += 8
  }

  /** @param ms milliseconds since 1970 UTC, rounded to PostgreSQL's microseconds */
  timestamptz(ms: number): void {
    this.int8(Math.round((ms - POSTGRES_EPOCH_MS) * MICROSECONDS))
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.reserve(4 + length)
    this.view.setInt32(this.end, length)
    this.bytes.write(value, this.end + 4, length, 'utf8')
    this.end += 4 + length
  }

  /** Writes JSON text. In the binary form of jsonb a version byte 1 precedes the text. */
  jsonb(json: string): void {
    const length = Buffer.byteLength(json) + 1
    this.reserve(4 + length)
    this.view.setInt32(this.end, length)
    this.view.setInt8(this.end + 4, 1)
    this.bytes.write(json, this.end + 5, length - 1, 'utf8')
    this.end += 4 + length
  }

  /** Writes the value without its length. Used for headers and counts. */
  rawInt16(value: number): void {
    this.reserve(2)
    this.view.setInt16(this.end, value)
    this.end += 2
  }

  /** Writes the value without its length. Used for headers and counts. */
  rawInt32(value: number): void {
    this.reserve(4)
    this.view.setInt32(this.end, value)
    this.end += 4
  }

  rawBytes(value: Uint8Array): void {
    this.reserve(value.length)
    this.bytes.set(value, this.end)
    this.end += value.length
  }

  /** Returns the written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.bytes.subarray(0, this.end)
  }

  protected reserve(length: number): void {
    if (this.end + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.end + length))
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
    this.view = viewOf(larger)
  }
}

const viewOf = (buffer: Buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
