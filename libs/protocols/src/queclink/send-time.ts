import type { SessionMemory, SessionState } from '../protocol.js'
import { type Report, timeOf } from './report.js'

const MINUTE_MS = 60_000
const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** How far the send time of a live report may be from its reception. */
const NEAR_MS = 2 * MINUTE_MS
const LARGEST_OFFSET_MS = 14 * 60 * MINUTE_MS

/**
 * Whether a report was sent in the minute of this time. Its send time may be ahead of UTC: as configured, as the reception of this
 * report shows or that of an earlier one, else it is not.
 */
export function isSentAt(time: number | undefined, report: Report, session: SessionState): boolean {
  const sent = timeOf(report.fields[report.end])
  if (time === undefined || sent === undefined) return false
  const zoneMinutes = session.utcOffsetMinutes ?? liveZoneOf(report, session.now) ?? Number(session.memory?.zoneMinutes ?? 0)
  return Math.abs(sent - zoneMinutes * MINUTE_MS - time) < MINUTE_MS
}

/** What the next reports have to know, when it has changed: those that waited in the device do not show it. */
export function rememberZone(report: Report, { now, memory }: SessionState): SessionMemory | undefined {
  const zoneMinutes = liveZoneOf(report, now)
  return zoneMinutes === undefined || zoneMinutes === Number(memory?.zoneMinutes ?? 0) ? undefined : { zoneMinutes }
}

function liveZoneOf({ head, fields, end }: Report, now: number): number | undefined {
  const sent = head === 'RESP' ? timeOf(fields[end]) : undefined
  if (sent === undefined) return undefined
  const zone = Math.round((sent - now) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const isNear = Math.abs(zone) <= LARGEST_OFFSET_MS && Math.abs(sent - now - zone) <= NEAR_MS
  return isNear ? zone / MINUTE_MS : undefined
}
