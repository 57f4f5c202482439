import type { WaypointRow } from '@roadbook/track-store'
import type { Context } from '../context.js'
import type { TrackedDevice } from '../tracked-device.js'
import type { Track, Work } from '../work.js'
import { load } from './load-devices.js'

/** Fresh fixes go on where the device's trips stand; late ones are noted, and have their surroundings cut again at the checkpoint. */
export async function segmentTrips(work: Work, context: Context): Promise<void> {
  const { lane } = work
  for (const track of work.tracks) {
    if (track.isSegmented) continue
    const { deviceId } = track.device
    if (!lane.devices.has(deviceId)) await load(lane, [track.device], context)
    const tracked = lane.devices.get(deviceId)!
    tracked.device = track.device
    const { fresh, late } = tell(track, tracked, work)
    lane.addLate(deviceId, late)
    tracked.segment(fresh, context.now())
    Object.assign(track, { tracked, fresh, isSegmented: true })
  }
}

/**
 * Newer than anything that the device's state knows: fresh. The others are late, or only come again; which is not told apart
 * where a process that died may have stored them and not cut them in. Of two with one time the table keeps the first, and so
 * do we.
 */
function tell(track: Track, { state }: TrackedDevice, { isRepeat, isSuspect }: Work): { fresh: WaypointRow[]; late: number[] } {
  const rows = isRising(track.rows) ? track.rows : inOrder(track.rows)
  const seen = state.lastPositionedAt
  const first = rows.findIndex(({ fix }) => fix.positionedAt > seen)
  const fresh = first === 0 ? rows : first < 0 ? [] : rows.slice(first)
  const older = fresh === rows ? [] : rows.slice(0, rows.length - fresh.length)
  const late = isSuspect || !isRepeat ? older : older.filter((row) => !isRepeat(row))
  return { fresh, late: late.map(({ fix }) => fix.positionedAt) }
}

function isRising(rows: readonly WaypointRow[]): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at]!.fix.positionedAt <= rows[at - 1]!.fix.positionedAt) return false
  return true
}

function inOrder(rows: readonly WaypointRow[]): WaypointRow[] {
  const byTime = new Map<number, WaypointRow>()
  for (const row of rows) if (!byTime.has(row.fix.positionedAt)) byTime.set(row.fix.positionedAt, row)
  return [...byTime.values()].sort((left, right) => left.fix.positionedAt - right.fix.positionedAt)
}
