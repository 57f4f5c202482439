import { PacketHeader, type Packet } from '@roadbook/contracts'
import type { ReceivedMessage } from '@roadbook/event-log'
import { FUTURE_TOLERANCE_MS, PAST_TOLERANCE_MS, type DeviceClock } from '@roadbook/track-store'

const MINUTE_MS = 60_000
/**
 * Largest offset of a local time from UTC, in milliseconds. If a date is ahead of the reception by more than this, the clock
 * is wrong, because no time zone explains the difference.
 */
const FARTHEST_ZONE_MS = 14 * 60 * MINUTE_MS
/**
 * A clock counts as right if its dates are at most this far behind the reception (first constant) or ahead of it (second), in
 * milliseconds. The first limit is larger, because a tracker that wakes up from time to time may send fixes that are some
 * minutes old. No tracker sends fixes from the future.
 */
const MOST_BEHIND_MS = 10 * MINUTE_MS
const MOST_AHEAD_MS = 2 * MINUTE_MS
/**
 * Number of messages whose lags (time of reception minus the tracker's date) must agree before the lag counts as the clock's.
 * Messages from a buffer do not agree, because their lag decreases while the buffer is sent.
 */
const AGREEING = 10
const REMEMBERED = 30
/**
 * Lags agree if they differ by at most this, in milliseconds. Lags of one clock differ because networks delay messages, and
 * because a tracker also sends fixes that are a little older.
 */
const LARGEST_SPREAD_MS = 2 * MINUTE_MS
/**
 * Stricter limit on the difference in lag, for messages that are received close together: 3 s plus a fifth of the time between
 * the first and the last message. Messages from a buffer exceed this limit. A buffer is sent much faster than it was recorded,
 * so the lags of its messages differ by more.
 */
const LEAST_SPREAD_MS = 3_000
const SPREAD_SHARE = 0.2
/**
 * Maximum lag that is recorded (60 years), in milliseconds. The database column cannot store a larger lag.
 */
const LARGEST_LAG_MS = 60 * 365 * 24 * 60 * MINUTE_MS
/**
 * Number of consecutive messages with a right date after which a recorded lag is removed. A single such message is not
 * enough: if the clock is ahead and the network delays the message by the same time, the date only seems right.
 */
const RIGHT_IN_A_ROW = 3

/** The tracker's own date in one packet. Times are milliseconds since 1970 UTC. */
export interface TrackerDate {
  readonly receivedAt: number
  /**
   * The newest date in the packet. A date that is too far ahead for any time zone is used only if the packet has no other
   * date.
   */
  readonly toldAt: number
  /** Offset configured for the tracker, in minutes east of UTC. */
  readonly offsetMinutes: number | undefined
}

/**
 * Returns the tracker's own date in a packet. Undefined if no fix of the packet has such a date. Call it before the validity
 * of the fixes is set. Reads the headers only when the offset is needed, because unpacking the headers of a packet takes as
 * much time as processing one fix. The offset is needed only for the few clocks that seem wrong.
 */
export function trackerDateOf({ fixes, receivedAt }: Packet, message: Pick<ReceivedMessage, 'headers'>): TrackerDate | undefined {
  let newest = -Infinity
  let nearest = -Infinity
  for (const { positionedAt, attributes } of fixes) {
    // If a fix is dated with its time of reception, `deviceTime` contains the device's own date, if there is one.
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

const lagOf = ({ receivedAt, toldAt }: TrackerDate): number => receivedAt - toldAt
const isRight = (lag: number): boolean => lag >= -MOST_AHEAD_MS && lag <= MOST_BEHIND_MS
/** Returns true if a fix may enter the track although its date differs from the reception by this lag. */
const isBelieved = (lag: number): boolean => lag >= -FUTURE_TOLERANCE_MS && lag <= PAST_TOLERANCE_MS

/** Returns true if the date is right. Such a message needs no {@link ClockWatch}. */
export const isUnremarkable = (told: TrackerDate): boolean => isRight(lagOf(told))

/**
 * Detects if a tracker's clock is wrong, and by how much. Messages that are sent as soon as they are measured all have the lag
 * of the clock. Messages from a buffer are older, so each has a larger lag, different from the others. The smallest lag that
 * many messages share is therefore the lag of the clock.
 */
export class ClockWatch {
  #clock: DeviceClock
  #samples: TrackerDate[] = []
  #rightInARow = 0

  constructor(clock: DeviceClock = {}) {
    this.#clock = { ...clock }
  }

  /** The clock's error. Undefined if there is none. */
  get clock(): DeviceClock | undefined {
    const { toldAt, lagS } = this.#clock
    return toldAt === undefined && lagS === undefined ? undefined : { ...this.#clock }
  }

  /** True if the clock is right and there are no samples. */
  get isDone(): boolean {
    return this.clock === undefined && this.#samples.length === 0
  }

  note(told: TrackerDate): void {
    const lag = lagOf(told)
    const { offsetMinutes } = told
    if (isBelieved(lag)) delete this.#clock.toldAt
    else this.#clock.toldAt = told.toldAt
    // Samples that were taken with another configured offset are no longer valid.
    if (this.#samples.length > 0 && this.#samples[0]!.offsetMinutes !== offsetMinutes) this.#samples = []
    if (this.#clock.lagS !== undefined && this.#clock.offsetMinutes !== offsetMinutes) this.#forget()
    if (isRight(lag)) {
      this.#rightInARow++
      if (this.#rightInARow >= RIGHT_IN_A_ROW) this.#forget()
      return
    }
    this.#rightInARow = 0
    // If the date does not advance, the message repeats the last position. Its lag shows nothing about the clock.
    const last = this.#samples.at(-1)
    if (last !== undefined && told.toldAt <= last.toldAt) return
    // Copies the values, so that the message is not kept in memory.
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

/** Returns the smallest lag, in seconds, that enough samples share. */
function constantLag(samples: readonly TrackerDate[]): number | undefined {
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
