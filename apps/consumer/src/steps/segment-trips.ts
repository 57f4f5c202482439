import { FixValidity } from '@roadbook/contracts'
import type { WaypointRow } from '@roadbook/track-store'
import type { Context } from '../context.js'
import { isRising, saysWhere } from '../one-an-instant.js'
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
    const { fresh, further, late } = tell(track, tracked, work)
    lane.addLate(deviceId, late)
    tracked.segment(fresh, context.now())
    Object.assign(track, { tracked, fresh, further, isSegmented: true })
  }
}

/**
 * Newer than anything that the device's state knows: fresh. The others are late, or only come again; which is not told apart
 * where a process that died may have stored them and not cut them in. What is stored beside others of its instant is in no trip,
 * unless it is what says where the vehicle was, or a verdict on them holds for it, too.
 */
function tell(
  track: Track,
  { state }: TrackedDevice,
  { isRepeat, besides, isSuspect }: Work,
): Pick<Track, 'fresh' | 'further'> & { late: number[] } {
  const rows = isRising(track.rows) ? track.rows : [...track.rows].sort(byTime)
  const seen = state.lastPositionedAt
  const first = rows.findIndex(({ fix }) => fix.positionedAt > seen)
  const fresh = first === 0 ? rows : first < 0 ? [] : rows.slice(first)
  const older = fresh === rows ? [] : rows.slice(0, rows.length - fresh.length)
  const news = isSuspect || !isRepeat ? older : older.filter((row) => !isRepeat(row))
  const late = isSuspect ? news : news.filter((row) => changesTrips(row, besides?.(row) ?? []))
  return {
    fresh,
    further: news.filter(({ fix }) => fix.positionedAt === seen),
    late: late.map(({ fix }) => fix.positionedAt),
  }
}

const changesTrips = (row: WaypointRow, beside: readonly WaypointRow[]): boolean =>
  beside.length === 0 || saysWhere(row, beside) || beside.some(({ fix }) => fix.validity === FixValidity.implausibleSpeed)

const byTime = (left: WaypointRow, right: WaypointRow): number =>
  left.fix.positionedAt - right.fix.positionedAt || left.receivedAt - right.receivedAt
