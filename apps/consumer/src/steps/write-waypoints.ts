import { marksOf } from '../alerts/alert-marks.js'
import { asideReason } from '@roadbook/track-store'
import type { Context } from '../context.js'
import type { Lane } from '../lane.js'
import { Progress } from '../progress.js'
import type { Work } from '../work.js'

/**
 * Stores every fix once. Fixes that may not enter the track because of their date or sender are set aside and removed from
 * the batch.
 */
export async function writeWaypoints(work: Work, { store, together, book }: Context): Promise<void> {
  const { lane, messages, kept } = work
  const progress = (lane.progress ??= await claim(lane, store))
  if (progress.begin(messages[0]!.offset, messages.at(-1)!.offset)) work.isSuspect = true
  const rows = work.tracks.length === 1 ? work.tracks[0]!.rows : work.tracks.flatMap((track) => track.rows)
  const { isRepeat, besides, aside } = await together.waypoints.do({
    claim: progress.claim,
    rows,
    kept,
    marks: (isRepeat) => marksOf(work.tracks, book, isRepeat),
  })
  Object.assign(work, { isRepeat, besides })
  if (aside === 0) return
  for (const track of work.tracks) {
    track.rows = track.rows.filter(({ fix, receivedAt }) => asideReason(fix, receivedAt) === undefined)
  }
}

const claim = async ({ partition }: Lane, store: Context['store']): Promise<Progress> =>
  new Progress(await store.claimPartition(partition))
