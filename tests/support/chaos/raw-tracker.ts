import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ByteWriter, crc16Ibm } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { findProtocol, type TrackerEncoder } from '@roadbook/protocols'
import { until, within } from '@roadbook/testing/until'

const encoder = findProtocol('teltonika')?.tracker as TrackerEncoder

/** Maximum wait for the other end, milliseconds. It is far longer than any step of a test takes. */
const PATIENCE_MS = 60_000

/** Returns the login of a Teltonika tracker. */
export const loginOf = (imei: string): Buffer => encoder.login!(imei)
/** Returns a Teltonika packet of these fixes. */
export const packetOf = (imei: string, fixes: readonly Fix[]): Buffer => encoder.packet(imei, fixes)

/** Returns a Teltonika message around any data field. Unless others are given, checksum and length are correct. */
export function frameAround(data: Buffer, { length = data.length, crc = crc16Ibm(data) } = {}): Buffer {
  return Buffer.concat([
    new ByteWriter(8)
      .u32(0)
      .u32(length >>> 0)
      .toBuffer(),
    data,
    new ByteWriter(4).u32(crc).toBuffer(),
  ])
}

/** Returns the same frame with one damaged byte, so that its checksum is wrong. */
export function damaged(frame: Buffer, at = 20): Buffer {
  const copy = Buffer.from(frame)
  copy[at] = copy[at]! ^ 0x5a
  return copy
}

/** Socket that sends any bytes, including invalid ones, and keeps everything that it receives. */
export class RawTracker {
  received: Buffer = Buffer.alloc(0)
  isClosed = false

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => (this.received = Buffer.concat([this.received, bytes])))
    // A reset is a normal way to close.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => (this.isClosed = true))
  }

  static async open(port: number, { host = '127.0.0.1', localAddress }: { host?: string; localAddress?: string } = {}) {
    const socket = connect({ host, port, noDelay: true, ...(localAddress && { localAddress }) })
    const tracker = new RawTracker(socket)
    await within('the connection is accepted', PATIENCE_MS, Promise.race([once(socket, 'connect'), once(socket, 'close')]))
    return tracker
  }

  /** Connects and logs in. */
  static async login(port: number, imei: string, options: { host?: string; localAddress?: string } = {}): Promise<RawTracker> {
    const tracker = await RawTracker.open(port, options)
    tracker.send(loginOf(imei))
    await tracker.receives(Buffer.from([1]))
    return tracker
  }

  send(bytes: Buffer | string): void {
    this.socket.write(bytes)
  }

  /** Resolves when the next received bytes are exactly these. Then removes them from the received bytes. */
  async receives(bytes: Buffer, withinMs = PATIENCE_MS): Promise<void> {
    await until(`an answer of ${bytes.length} bytes`, () => this.received.length >= bytes.length || this.isClosed, {
      withinMs,
      everyMs: 5,
    })
    const head = this.received.subarray(0, bytes.length)
    if (!head.equals(bytes)) throw new Error(`heard ${this.received.toString('hex')}, not ${bytes.toString('hex')}`)
    this.received = this.received.subarray(bytes.length)
  }

  /** Sends a packet and resolves when it is acknowledged. */
  async deliver(imei: string, fixes: readonly Fix[]): Promise<void> {
    this.send(packetOf(imei, fixes))
    await this.receives(acknowledgement(fixes.length))
  }

  async closed(withinMs = PATIENCE_MS): Promise<void> {
    await until('the server closes the connection', () => this.isClosed, { withinMs, everyMs: 10 })
  }

  end(): void {
    this.socket.destroy()
  }
}

/** Returns the acknowledgement of a packet with this many records. */
export const acknowledgement = (records: number): Buffer => Buffer.from([0, 0, records >> 8, records & 0xff])
