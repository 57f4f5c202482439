import { WorkNotice } from '@roadbook/contracts'
import { inTransaction, type Notices } from '@roadbook/platform'
import type { PartitionClaim, TrackStore, WaypointRow, WriteResult } from '@roadbook/track-store'
import type pg from 'pg'
import { type AlertMark, marksOfVerdicts, writeBatch, writeMarks } from './alerts/alert-marks.js'
import type { FreshReadings } from './alerts/fresh-readings.js'
import type { RuleBook } from './alerts/rule-book.js'
import { keepPackets, type KeptPacket } from './kept-packets.js'
import type { ConsumerMetrics } from './metrics.js'
import { saveDevices } from './save-devices.js'
import { Together } from './together.js'
import type { TrackedDevice } from './tracked-device.js'

/**
 * Maximum number of calls of `work` at the same time. Two calls reach nine tenths of the maximum throughput. A third is
 * allowed, so that a batch that is ready need not wait until one of the two ends.
 */
const WRITERS = 3
/** Maximum number of rows per transaction, unless a single batch has more. */
const MOST_ROWS = 2_000
/**
 * A fix that was at most this old on arrival, in milliseconds, is written together with the fixes of other lanes. An older fix
 * may belong to a week that housekeeping is rewriting at this moment (`TrackStore.closeWeek`). Writers of that week have to
 * wait. Older fixes are therefore written separately, so that other lanes do not wait with them.
 */
const FRESH_MS = 3_600_000
/** Maximum number of devices whose states are saved in one transaction, unless a single lane has more. */
const MOST_DEVICES = 500

/** Waypoints of a batch, with everything recorded in the same transaction. */
export interface WaypointWrite {
  claim: PartitionClaim
  rows: readonly WaypointRow[]
  kept: readonly KeptPacket[]
  /** Returns the marks (requests to evaluate alerts). Called after the rows were written, because repeats get no marks. */
  marks: (isRepeat: WriteResult['isRepeat']) => readonly AlertMark[]
}

/**
 * Writes that several lanes share. A lane processes one partition and keeps the state of that partition in memory. Requests
 * that wait at the same time are performed together, in one transaction; see `Together`.
 */
export interface WrittenTogether {
  waypoints: Together<WaypointWrite, WriteResult>
  /** @returns the devices whose trips were added, removed, opened or closed, among all that were saved together */
  devices: Together<readonly TrackedDevice[], ReadonlySet<TrackedDevice>>
  progress: Together<PartitionClaim, void>
}

interface Parts {
  pool: pg.Pool
  store: TrackStore
  metrics: ConsumerMetrics
  book: Pick<RuleBook, 'isEmpty' | 'isWatched'>
  fresh: FreshReadings
  notices: Pick<Notices, 'notify'>
}

export const writtenTogether = ({ pool, store, metrics, book, fresh, notices }: Parts): WrittenTogether => ({
  waypoints: new Together({
    work: async (writes) => {
      const { result, marks } = await inTransaction(pool, async (client) => {
        await store.noteProgress(
          writes.map(({ claim }) => claim),
          client,
        )
        await keepPackets(client, flat(writes.map(({ kept }) => kept)))
        const result = await store.writeWaypoints(flat(writes.map(({ rows }) => rows)), client)
        const marks = flat(writes.map((write) => write.marks(result.isRepeat)))
        const batchId = await writeBatch(client, marks, fresh.keeper)
        // The readings are put into memory before the commit, because an evaluation may look for them as soon as the batch is
        // visible. If the transaction fails, the readings are forgotten after a minute.
        if (batchId !== undefined) fresh.keep(batchId, marks)
        return { result, marks }
      })
      if (marks.length > 0) notices.notify(WorkNotice.alerts)
      metrics.waypoints.inc({ result: 'inserted' }, result.inserted)
      metrics.waypoints.inc({ result: 'duplicate' }, result.duplicates)
      metrics.waypoints.inc({ result: 'aside' }, result.aside)
      return result
    },
    isApart: ({ rows }) =>
      rows.length > MOST_ROWS / 4 || rows.some(({ fix, receivedAt }) => fix.positionedAt < receivedAt - FRESH_MS),
    size: ({ rows }) => rows.length,
    most: MOST_ROWS,
    atOnce: WRITERS,
  }),
  devices: new Together<readonly TrackedDevice[], ReadonlySet<TrackedDevice>>({
    work: async (lanes) => {
      const devices = flat(lanes)
      const marks = marksOfVerdicts(devices, book)
      const saved = await saveDevices(devices, { pool, store }, (client) => writeMarks(client, marks))
      if (marks.length > 0) notices.notify(WorkNotice.alerts)
      return new Set(saved)
    },
    // Verdicts change the validity of stored waypoints. If housekeeping is rewriting the week of these waypoints at this moment
    // (`closeWeek`), the write has to wait. It is done separately, so that other lanes do not wait with it.
    isApart: (devices) => devices.some(({ verdicts }) => verdicts.size > 0),
    size: (devices) => devices.length,
    most: MOST_DEVICES,
    atOnce: WRITERS,
  }),
  progress: new Together({ work: (claims) => store.noteProgress(claims), size: () => 1, most: Infinity, atOnce: WRITERS }),
})

/** Joins the lists. Copies them only if there are several. */
const flat = <T>(lists: readonly (readonly T[])[]): readonly T[] => (lists.length === 1 ? lists[0]! : lists.flat())
