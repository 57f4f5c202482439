import type { ByteReader } from '@roadbook/bytes'
import { utcOf } from '../common/utc.js'
import type { SessionMemory, SessionState } from '../protocol.js'

/** How near a live fix must be to the time of reception for its clock to be believed, milliseconds. */
const NEAR_MS = 120_000

/**
 * The device's clock. The documents say UTC for newer messages and the device's own zone for older ones, and clones ignore
 * both. A configured offset wins. Without one it is UTC, unless the login named a zone and a live fix is right only in it.
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

  /** Year − 2000, month, day, hour, minute, second; milliseconds since 1970 UTC, undefined when there is no such time. */
  read(reader: ByteReader): number | undefined {
    const year = reader.u8()
    const month = reader.u8()
    const day = reader.u8()
    return this.toUtc(utcOf(year, month, day, reader.u8(), reader.u8(), reader.u8()))
  }

  /** A fix that was not stored first: what its time says about the clock. */
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

  /** What the next frames of the connection have to know, when it has changed. */
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
