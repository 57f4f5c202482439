import type { ByteReader } from '@roadbook/bytes'
import { utcOf } from '../common/utc.js'
import type { SessionMemory, SessionState } from '../protocol.js'

/**
 * The time of a live fix shows the device's time zone only if, in that zone, it differs from the time of reception by at most
 * this, in milliseconds.
 */
const NEAR_MS = 120_000

/**
 * The device's clock. The documents specify UTC for newer messages and the device's local time for older messages, but
 * clones do not follow the documents. If an offset is configured for the device, it always applies. Otherwise times are
 * UTC, with one exception: the login contained a time zone, and the time of a live fix is plausible only in this zone.
 */
export class DeviceClock {
  readonly now: number
  readonly #isConfigured: boolean
  readonly #loginOffsetMinutes: number
  readonly #wasLocal: boolean
  #isLocal: boolean

  constructor(private readonly session: SessionState) {
    const { memory, utcOffsetMinutes, now } = session
    this.now = now
    this.#isConfigured = utcOffsetMinutes !== undefined
    this.#loginOffsetMinutes = Number(memory?.loginOffsetMinutes ?? 0)
    this.#wasLocal = memory?.isLocalTime === true
    this.#isLocal = this.#wasLocal
  }

  /**
   * Reads year − 2000, month, day, hour, minute, second as milliseconds since 1970 UTC. Undefined if there is no such time.
   */
  read(reader: ByteReader): number | undefined {
    const year = reader.u8()
    const month = reader.u8()
    const day = reader.u8()
    return this.toUtc(utcOf(year, month, day, reader.u8(), reader.u8(), reader.u8()))
  }

  /**
   * Reads the time of a fix. If the device sent the fix immediately, without storing it first, a comparison with the time
   * of reception also shows if the clock is local.
   */
  readLive(reader: ByteReader, isStored: boolean): number | undefined {
    const at = reader.position
    const time = this.read(reader)
    if (isStored || time === undefined || this.#isConfigured || this.#loginOffsetMinutes === 0) return time
    const asUtc = this.#isLocal ? time + this.#offsetMs : time
    if (Math.abs(asUtc - this.now) <= NEAR_MS) this.#isLocal = false
    else if (Math.abs(asUtc - this.#loginOffsetMinutes * 60_000 - this.now) <= NEAR_MS) this.#isLocal = true
    reader.position = at
    return this.read(reader)
  }

  /** Memory for the connection's next frames. Undefined if nothing has changed. */
  get remember(): SessionMemory | undefined {
    return this.#isLocal === this.#wasLocal ? undefined : { isLocalTime: this.#isLocal }
  }

  private toUtc(time: number | undefined): number | undefined {
    return time === undefined ? undefined : time - this.#offsetMs
  }

  get #offsetMs(): number {
    return (this.session.utcOffsetMinutes ?? (this.#isLocal ? this.#loginOffsetMinutes : 0)) * 60_000
  }
}
