import type { SessionMemory, SessionState } from '../protocol.js'
import { type Report, timeOf } from './report.js'

const MINUTE_MS = 60_000
const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** How far the send time of a live report may be from its reception. */
const NEAR_MS = 2 * MINUTE_MS
const LARGEST_OFFSET_MS = 14 * 60 * MINUTE_MS

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

function liveZoneOf({ sentAt, isLive }: Sending, now: number): number | undefined {
  if (sentAt === undefined || !isLive) return undefined
  const zone = Math.round((sentAt - now) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const isNear = Math.abs(zone) <= LARGEST_OFFSET_MS && Math.abs(sentAt - now - zone) <= NEAR_MS
  return isNear ? zone / MINUTE_MS : undefined
}
