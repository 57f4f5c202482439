import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration } from '@roadbook/platform'
import type pg from 'pg'
import { caughtUp } from '../compare/caught-up.js'
import type { Item } from '../item.js'
import type { Ledger } from '../ledger.js'
import type { Mapping } from '../mapping.js'

interface Target {
  pool: pg.Pool
  databaseUrl: string
  ledger: Ledger
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
  const { pool, ledger } = target
  if (ledger.made('vehicle').length === 0) throw new Error(`nothing was imported as ${name}: run apply first`)
  const isNew = ({ kind, sourceId }: Item) => kind === 'maintenance' && ledger.idOf(kind, sourceId) === undefined
  if (!items.some(isNew)) return
  if (history_from !== null) {
    const { rowCount } = await pool.query('SELECT FROM imported_tracks WHERE import = $1 LIMIT 1', [name])
    if (rowCount === 0)
      throw new Error(
        'run positions first: otherwise the kilometres of the history count for the next service. If you want no history, set "history_from" to null',
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
