import type { SessionMemory, SessionState } from '../protocol.js'
import { type Report, timeOf } from './report.js'

const MINUTE_MS = 60_000
const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** How far the send time of a live report may be from its reception. */
const NEAR_MS = 2 * MINUTE_MS
const LARGEST_OFFSET_MS = 14 * 60 * MINUTE_MS

/** A clock that was never set begins at 2004; no tracker of these is older than 2008. */
const EARLIEST_CLOCK = Date.UTC(2008, 0, 1)

/** When a report left the device by its own clock, which may be ahead of UTC, and whether it did so just now. */
export interface Sending {
  sentAt: number | undefined
  isLive: boolean
}

export const sendingOf = ({ head, fields, end }: Report): Sending => ({
  sentAt: timeOf(fields[end]),
  isLive: head === 'RESP',
})

/**
 * Whether a report was sent in the minute of this time. Its clock is ahead of UTC as configured, as the reception of this report
 * shows or that of an earlier one, else it is not.
 */
export function isSentAt(time: number | undefined, sending: Sending, session: SessionState): boolean {
  const { sentAt } = sending
  if (time === undefined || sentAt === undefined) return false
  const zoneMinutes = session.utcOffsetMinutes ?? liveZoneOf(sending, session.now) ?? Number(session.memory?.zoneMinutes ?? 0)
  return Math.abs(sentAt - zoneMinutes * MINUTE_MS - time) < MINUTE_MS
}

/** What the next reports have to know, when it has changed: those that waited in the device do not show it. */
export function rememberZone(sending: Sending, { now, memory }: SessionState): SessionMemory | undefined {
  const zoneMinutes = liveZoneOf(sending, now)
  return zoneMinutes === undefined || zoneMinutes === Number(memory?.zoneMinutes ?? 0) ? undefined : { zoneMinutes }
}

/**
 * When telemetry without a place was sent, UTC. The clock's offset is the one that is configured, that the reception shows, that
 * the report tells, or that an earlier one showed. Undefined for a clock that was never set, and for a time to come: that is a
 * local one whose offset nobody knows.
 */
export function ownTimeOf(report: Report, session: SessionState): number | undefined {
  const sending = sendingOf(report)
  const { sentAt } = sending
  if (sentAt === undefined || sentAt < EARLIEST_CLOCK) return undefined
  const zoneMinutes =
    session.utcOffsetMinutes ?? liveZoneOf(sending, session.now) ?? toldZoneOf(report) ?? Number(session.memory?.zoneMinutes ?? 0)
  const time = sentAt - zoneMinutes * MINUTE_MS
  return time > session.now + NEAR_MS ? undefined : time
}

/** GTINF ends with offset (`+0800`) and summer time (1) before the send time. */
function toldZoneOf({ type, fields, end }: Report): number | undefined {
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
