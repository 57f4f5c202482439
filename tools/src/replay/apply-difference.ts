import { recalculatePeriod } from '@roadbook/consumer/recalculate-stay'
import { storedTime, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import { periodsOf, type DeviceDifference } from './compare-device.js'
import type { ExpectedTrack } from './expected-track.js'

/**
 * Makes a device's stored waypoints what its frames say today, in one transaction, and then cuts the trips of the touched
 * periods again, each in one. What was interrupted in between is found by the next run: it compares trips, too.
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
