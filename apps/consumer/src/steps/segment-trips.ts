import type { Context } from '../context.js'
import { recut } from '../recut.js'
import type { Work } from '../work.js'

/** Fresh fixes go on where the device's trips stand; late ones have their surroundings cut again. */
export async function segmentTrips(work: Work, { store, metrics, now }: Context): Promise<void> {
  for (const track of work.tracks) {
    if (track.isSegmented) continue
    const { windows, present } = await recut(store, track.tracked!, track.late, now())
    metrics.resegmented.inc(windows)
    // A window that reached the present has read the fresh fixes too.
    if (present.length > 0) track.fresh = present
    else track.tracked!.segment(track.fresh, now())
    track.isSegmented = true
  }
}
