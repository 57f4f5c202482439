import { applyRecalculation, type Recalculation } from '@roadbook/consumer/recalculation'
import type { KnownDevice } from '@roadbook/consumer/device-directory'
import { StaleStateError, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'

/** Times that a consumer may get in between before we give up. */
const MOST_TRIES = 10

/** Cuts a device's trips of a period again and saves the difference, also while a consumer has the device in memory. */
export async function recalculatePeriod(
  { pool, store, now }: { pool: pg.Pool; store: TrackStore; now: () => number },
  device: KnownDevice,
  period: { from: number; till: number },
): Promise<Recalculation> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyRecalculation(pool, store, { device, ...period, now: now() })
    } catch (error) {
      if (!(error instanceof StaleStateError) || attempt >= MOST_TRIES) throw error
    }
  }
}
