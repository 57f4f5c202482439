import { FixValidity } from '@roadbook/contracts'
import type { WaypointRow } from '@roadbook/track-store'
import type { Context } from '../context.js'
import { isRising, saysWhere } from '../one-an-instant.js'
import type { TrackedDevice } from '../tracked-device.js'
import type { Track, Work } from '../work.js'
import { load } from './load-devices.js'

/** Adds fresh fixes to the device's trips. Records late fixes. The next checkpoint recalculates the trips around them. */
export async function segmentTrips(work: Work, context: Context): Promise<void> {
  const { lane } = work
  for (const track of work.tracks) {
    if (track.isSegmented) continue
    const { deviceId } = track.device
    if (!lane.devices.has(deviceId)) await load(lane, [track.device], context)
    const tracked = lane.devices.get(deviceId)!
    tracked.device = track.device
    const { fresh, further, late } = split(track, tracked, work)
    lane.addLate(deviceId, late)
    tracked.segment(fresh, context.now())
    Object.assign(track, { tracked, fresh, further, isSegmented: true })
  }
}

/**
 * Separates the rows of a track:
 * - Fresh rows are newer than everything in the device's state.
 * - Further rows are more readings of the newest instant.
 * - All others are late rows or repeats. Repeats stay among the late rows if a crashed process may have stored them without
 *   adding them to trips.
 *
 * If other readings of the same instant are stored, a late reading changes a trip in two cases only: if the late reading gives
 * the vehicle's place, or if one of the stored readings is marked as implausibly fast.
 */
function split(
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
