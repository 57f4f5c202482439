import { recalculatePeriod } from '@roadbook/consumer/recalculate-stay'
import { storedTime, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import { periodsOf, type DeviceDifference } from './compare-device.js'
import type { ExpectedTrack } from './expected-track.js'

/**
 * Removes a device's stored waypoints and writes those that the frames give today, in one transaction. Then recalculates
 * the trips of the changed periods, each period in a transaction of its own. If the recalculation is interrupted, the next
 * run completes it, because every run also compares trips.
 */
export async function applyDifference(
  { pool, store, now }: { pool: pg.Pool; store: TrackStore; now: () => number },
  expected: ExpectedTrack,
  { added, missing, changed, aside }: DeviceDifference,
): Promise<void> {
  const { device } = expected
  await store.replaceWaypoints(device.deviceId, {
    remove: [...missing, ...changed.map(({ stored }) => stored)].map(storedTime),
    rows: [...added, ...changed.map(({ fresh }) => fresh), ...aside],
  })
  for (const period of periodsOf(expected.times)) await recalculatePeriod({ pool, store, now }, device, period)
}
