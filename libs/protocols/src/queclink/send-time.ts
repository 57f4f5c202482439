import type { SessionMemory, SessionState } from '../protocol.js'
import { type Report, timeOf } from './report.js'

const MINUTE_MS = 60_000
const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** The send time of a live report, converted to UTC, differs from the time of reception by at most this, in milliseconds. */
const NEAR_MS = 2 * MINUTE_MS
const LARGEST_OFFSET_MS = 14 * 60 * MINUTE_MS

/**
 * Earliest plausible send time. A clock that was never set starts in 2004, and no tracker with this protocol is older than
 * 2008.
 */
const EARLIEST_CLOCK = Date.UTC(2008, 0, 1)

/**
 * Send time of a report by the device's own clock, which may show local time. `isLive` is true if the report was sent
 * immediately, without being buffered first.
 */
export interface Sending {
  sentAt: number | undefined
  isLive: boolean
}

export const sendingOf = ({ head, fields, end }: Report): Sending => ({
  sentAt: timeOf(fields[end]),
  isLive: head === 'RESP',
})

/**
 * Returns true if a report was sent within a minute of `time`. The send time is converted with the clock's offset from UTC.
 * This is the configured offset. Without one, it is the difference between send time and reception of this report or, if the
 * report was buffered, of an earlier report. If no offset is known, it is 0.
 */
export function isSentAt(time: number | undefined, sending: Sending, session: SessionState): boolean {
  const { sentAt } = sending
  if (time === undefined || sentAt === undefined) return false
  const zoneMinutes = session.utcOffsetMinutes ?? liveZoneOf(sending, session.now) ?? Number(session.memory?.zoneMinutes ?? 0)
  return Math.abs(sentAt - zoneMinutes * MINUTE_MS - time) < MINUTE_MS
}

/**
 * Returns the clock's offset for later reports if it has changed. Buffered reports do not show the offset, because they are
 * received long after their send time.
 */
export function rememberZone(sending: Sending, { now, memory }: SessionState): SessionMemory | undefined {
  const zoneMinutes = liveZoneOf(sending, now)
  return zoneMinutes === undefined || zoneMinutes === Number(memory?.zoneMinutes ?? 0) ? undefined : { zoneMinutes }
}

/**
 * Returns the send time of telemetry without a position, in UTC. The clock's offset is the first of these that is known:
 * the configured offset, the difference between send time and reception, the offset in the report, or the offset found with
 * an earlier report. Undefined if the clock was never set. Also undefined if the result is in the future, because the clock
 * then shows a local time with an unknown offset.
 */
export function ownTimeOf(report: Report, session: SessionState): number | undefined {
  const sending = sendingOf(report)
  const { sentAt } = sending
  if (sentAt === undefined || sentAt < EARLIEST_CLOCK) return undefined
  const zoneMinutes =
    session.utcOffsetMinutes ??
    liveZoneOf(sending, session.now) ??
    reportedZoneOf(report) ??
    Number(session.memory?.zoneMinutes ?? 0)
  const time = sentAt - zoneMinutes * MINUTE_MS
  return time > session.now + NEAR_MS ? undefined : time
}

/** Reads the offset (`+0800`) and the summer time (1) from the fields before the send time of a GTINF. */
function reportedZoneOf({ type, fields, end }: Report): number | undefined {
  const zone = type === 'GTINF' ? /^([+-])(\d\d)(\d\d)$/.exec(fields[end - 2] ?? '') : null
  if (!zone) return undefined
  const minutes = Number(zone[2]) * 60 + Number(zone[3])
  return (zone[1] === '-' ? -minutes : minutes) + (fields[end - 1] === '1' ? 60 : 0)
}

function liveZoneOf({ sentAt, isLive }: Sending, now: number): number | undefined {
  if (sentAt === undefined || !isLive) return undefined
  const zone = Math.round((sentAt - now) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const isNear = Math.abs(zone) <= LARGEST_OFFSET_MS && Math.abs(sentAt - now - zone) <= NEAR_MS
  return isNear ? zone / MINUTE_MS : undefined
}
