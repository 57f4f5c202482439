import { PacketHeader, type Packet } from '@roadbook/contracts'
import type { ReceivedMessage } from '@roadbook/event-log'
import { FUTURE_TOLERANCE_MS, PAST_TOLERANCE_MS, type DeviceClock } from '@roadbook/track-store'

const MINUTE_MS = 60_000
/** Nobody's local time is farther from UTC; a date farther ahead is no clock that keeps another zone's time. */
const FARTHEST_ZONE_MS = 14 * 60 * MINUTE_MS
/** A tracker that wakes up now and then may send what it saw some minutes ago; none can see what is yet to come. */
const MOST_BEHIND_MS = 10 * MINUTE_MS
const MOST_AHEAD_MS = 2 * MINUTE_MS
/** So many messages must agree: what comes out of a buffer is behind for a while, and by less and less. */
const AGREEING = 10
const REMEMBERED = 30
/** How far messages of one clock may be apart: a network holds them up, and a tracker sends what it saw just before. */
const LARGEST_SPREAD_MS = 2 * MINUTE_MS
/** Less, of messages that came close together: what is sent out of a buffer runs ahead of the clock on the wall. */
const LEAST_SPREAD_MS = 3_000
const SPREAD_SHARE = 0.2
/** Farther off it is no clock at all, and the column takes no more. */
const LARGEST_LAG_MS = 60 * 365 * 24 * 60 * MINUTE_MS
/** In a row, so that what waited just as long as a clock is ahead does not make it right. */
const RIGHT_IN_A_ROW = 3

/** What one packet tells of its tracker's clock. Times are milliseconds since 1970 UTC. */
export interface Told {
  readonly receivedAt: number
  /** The newest date that it bears. */
  readonly toldAt: number
  /** Minutes east of UTC that were configured for the tracker. */
  readonly offsetMinutes: number | undefined
}

/**
 * Undefined where nothing in it is dated by the tracker itself. Ask it before the fixes are judged.
 * The headers are read when the offset is asked for: few clocks are wrong, and unpacking costs as much as a fix.
 */
export function toldBy({ fixes, receivedAt }: Packet, message: Pick<ReceivedMessage, 'headers'>): Told | undefined {
  let newest = -Infinity
  let nearest = -Infinity
  for (const { positionedAt, attributes } of fixes) {
    // Dated by its reception: what the device told instead stands beside it, if it told anything.
    const told = positionedAt === receivedAt ? attributes?.deviceTime : positionedAt
    if (typeof told !== 'number') continue
    if (told > newest) newest = told
    if (told > nearest && told - receivedAt <= FARTHEST_ZONE_MS) nearest = told
  }
  const toldAt = nearest === -Infinity ? newest : nearest
  if (toldAt === -Infinity) return undefined
  return {
    receivedAt,
    toldAt,
    get offsetMinutes() {
      const offset = message.headers[PacketHeader.utcOffsetMinutes]
      return offset && Number(offset.toString())
    },
  }
}

const lagOf = ({ receivedAt, toldAt }: Told): number => receivedAt - toldAt
const isRight = (lag: number): boolean => lag >= -MOST_AHEAD_MS && lag <= MOST_BEHIND_MS
/** Whether the track takes it. */
const isBelieved = (lag: number): boolean => lag >= -FUTURE_TOLERANCE_MS && lag <= PAST_TOLERANCE_MS

/** Most messages of most trackers: there is nothing to watch. */
export const isUnremarkable = (told: Told): boolean => isRight(lagOf(told))

/**
 * Finds out whether a tracker's clock is wrong, and by how much: by what its messages have in common that are sent as they are
 * measured. Of what waits in a buffer no two lag alike, and the least lag that many share is the clock's.
 */
export class ClockWatch {
  #clock: DeviceClock
  #samples: Told[] = []
  #rightInARow = 0

  constructor(clock: DeviceClock = {}) {
    this.#clock = { ...clock }
  }

  /** Undefined while nothing is wrong with it. */
  get clock(): DeviceClock | undefined {
    const { toldAt, lagS } = this.#clock
    return toldAt === undefined && lagS === undefined ? undefined : { ...this.#clock }
  }

  /** It is right, and nothing is remembered of it. */
  get isDone(): boolean {
    return this.clock === undefined && this.#samples.length === 0
  }

  note(told: Told): void {
    const lag = lagOf(told)
    const { offsetMinutes } = told
    if (isBelieved(lag)) delete this.#clock.toldAt
    else this.#clock.toldAt = told.toldAt
    // What was seen with another zone says nothing any more.
    if (this.#samples.length > 0 && this.#samples[0]!.offsetMinutes !== offsetMinutes) this.#samples = []
    if (this.#clock.lagS !== undefined && this.#clock.offsetMinutes !== offsetMinutes) this.#forget()
    if (isRight(lag)) {
      this.#rightInARow++
      if (this.#rightInARow >= RIGHT_IN_A_ROW) this.#forget()
      return
    }
    this.#rightInARow = 0
    // A clock that stands still is one that tells its last position again.
    const last = this.#samples.at(-1)
    if (last !== undefined && told.toldAt <= last.toldAt) return
    // Not the message itself.
    this.#samples.push({ receivedAt: told.receivedAt, toldAt: told.toldAt, offsetMinutes })
    if (this.#samples.length > REMEMBERED) this.#samples.shift()
    const lagS = constantLag(this.#samples)
    if (lagS === undefined) return
    this.#clock.lagS = lagS
    if (offsetMinutes === undefined) delete this.#clock.offsetMinutes
    else this.#clock.offsetMinutes = offsetMinutes
  }

  #forget(): void {
    this.#samples = []
    delete this.#clock.lagS
    delete this.#clock.offsetMinutes
  }
}

/** The least lag, in seconds, that enough of them share. */
function constantLag(samples: readonly Told[]): number | undefined {
  const lags = samples
    .map((told) => ({ lag: lagOf(told), receivedAt: told.receivedAt }))
    .sort((one, other) => one.lag - other.lag)
  for (let at = 0; at + AGREEING <= lags.length; at++) {
    const least = lags[at]!.lag
    const together = lags.slice(at, at + AGREEING)
    const times = together.map(({ receivedAt }) => receivedAt)
    const spanMs = Math.max(...times) - Math.min(...times)
    const spread = together.at(-1)!.lag - least
    if (Math.abs(least) > LARGEST_LAG_MS) continue
    if (spread <= Math.min(LARGEST_SPREAD_MS, LEAST_SPREAD_MS + spanMs * SPREAD_SHARE))
      return Math.round(least / 1_000) || undefined
  }
  return undefined
}
