import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration } from '@roadbook/platform'
import type pg from 'pg'
import { caughtUp } from '../compare/caught-up.js'
import type { Item } from '../item.js'
import type { Ledger } from '../ledger.js'
import type { Mapping } from '../mapping.js'
import type { TraccarModel } from '../source/model.js'
import { notRead, type ReadTracker } from './not-read.js'

interface Target {
  pool: pg.Pool
  databaseUrl: string
  ledger: Ledger
  model: TraccarModel
}

/**
 * Checks that rules and maintenance plans may be made now. The odometer of a vehicle includes the trips of its history. If these
 * trips came after a maintenance plan, its services by distance would be due too early.
 * @throws Error when nothing was imported, or when the history is missing or still being processed
 */
export async function assertReady(
  items: readonly Item[],
  { import: name, history_from }: Mapping,
  target: Target,
): Promise<void> {
  const { pool, ledger, model } = target
  if (ledger.made('vehicle').length === 0) throw new Error(`nothing was imported as ${name}: run apply first`)
  const isNew = ({ kind, sourceId }: Item) => kind === 'maintenance' && ledger.idOf(kind, sourceId) === undefined
  const joining = items.filter(isNew).flatMap((item) => item.joining ?? [])
  if (joining.length === 0) return
  if (history_from !== null) {
    const devices = new Set(joining.map(({ device }) => device))
    const trackers = (await readTrackers(pool, ledger)).filter(({ device }) => devices.has(device))
    const missing = notRead(trackers, model, { from: Date.parse(`${history_from}T00:00:00Z`), now: Date.now() })
    if (missing.length > 0)
      throw new Error(
        `the history of some trackers is not read to its end, ${missing.length} in all (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}): run positions first, because otherwise the kilometres of the history count for the next service. If you want no history, set "history_from" to null`,
      )
  }
  const configuration = readConfiguration(eventLogShape)
  const options = { ...logOptionsOf(configuration), clientId: 'roadbook-import', databaseUrl: target.databaseUrl }
  const log = await openEventLog(configuration.EVENT_LOG, options)
  try {
    if (await caughtUp(log)) return
  } finally {
    await log.close()
  }
  throw new Error('consumers are still processing positions, so the odometers are not right yet: run this again later')
}

/** Returns the imported trackers whose positions are read, and how far they were read. */
async function readTrackers(pool: pg.Pool, ledger: Ledger): Promise<ReadTracker[]> {
  const { rows } = await pool.query<{ source_id: string; last_fix_at: Date | null }>(
    `SELECT r.source_id, CASE WHEN t.positions > 0 THEN t.last_fix_at END AS last_fix_at FROM imported_rows r JOIN devices d ON d.id = r.target_id AND d.deleted_at IS NULL
     LEFT JOIN imported_tracks t ON t.import = r.import AND t.source_id = r.source_id
     WHERE r.import = $1 AND r.kind = 'device' ORDER BY r.source_id::int`,
    [ledger.name],
  )
  const identifiers = ledger.identifiers()
  return rows.map(({ source_id, last_fix_at }) => ({
    device: Number(source_id),
    uniqueId: identifiers.get(Number(source_id)),
    till: last_fix_at?.getTime(),
  }))
}
