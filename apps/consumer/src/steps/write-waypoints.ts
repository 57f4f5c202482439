import { asideReason } from '@roadbook/track-store'
import type { Context } from '../context.js'
import type { Work } from '../work.js'

/** Stores every fix once. What may not enter the track for its date or its sender is kept aside and leaves the batch. */
export async function writeWaypoints(work: Work, { store, metrics }: Context): Promise<void> {
  const rows = work.tracks.flatMap((track) => track.rows)
  const { inserted, duplicates, aside } = await store.writeWaypoints(rows)
  metrics.waypoints.inc({ result: 'inserted' }, inserted)
  metrics.waypoints.inc({ result: 'duplicate' }, duplicates)
  metrics.waypoints.inc({ result: 'aside' }, aside)
  if (aside === 0) return
  for (const track of work.tracks) {
    track.rows = track.rows.filter(({ fix, receivedAt }) => asideReason(fix, receivedAt) === undefined)
  }
}
