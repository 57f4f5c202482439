import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { Ledger } from './ledger.js'
import type { Kind } from './plan.js'
import { Refused, type RoadbookApi } from './roadbook-api.js'

/** Table of each kind. */
const TABLES: Readonly<Record<Kind, string>> = {
  business: 'businesses',
  brand: 'tags',
  tag: 'tags',
  device: 'devices',
  vehicle: 'entities',
  installation: 'installations',
  user: 'users',
  geofence: 'geofences',
}

/**
 * Tables whose rows follow from an import without anybody's doing: what the product derives from positions, and its own notes.
 * They go with the rows that they belong to. A row in any other table means that somebody has built on the import.
 */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  ...['device_states', 'tracker_networks', 'trips', 'odometers', 'entity_tags', 'tag_group_tags', 'alerts', 'alert_states'],
  ...['packets_aside', 'doubted_senders', 'tracker_disputes', 'trip_recalculations', 'webhook_events', 'webhook_deliveries'],
  ...['audit_log', 'idempotency_keys', 'outgoing_mails', 'background_jobs', 'geocoded_cells', 'user_calls', 'invoice_parties'],
  ...['entity_subscription_states', 'maintenance_plan_entities', 'need_days'],
])

/** Kinds whose rows note when they were changed, and are changed by people only. */
const EDITED: readonly Kind[] = ['business', 'brand', 'tag', 'vehicle', 'geofence']

/** Returns what somebody has built on an import since, named. Empty when it can be undone. */
export async function builtSince(pool: pg.Pool, ledger: Ledger): Promise<string[]> {
  return [
    ...(await editedSince(pool, ledger)),
    ...(await movedSince(pool, ledger)),
    ...(await referring(pool, ledger)),
    ...(await livesOn(pool, ledger)),
  ]
}

async function editedSince(pool: pg.Pool, { name }: Ledger): Promise<string[]> {
  const found: string[] = []
  for (const kind of EDITED) {
    const { rows } = await pool.query<{ id: number; name: string }>(
      `SELECT x.id, x.name FROM imported_rows r JOIN ${TABLES[kind]} x ON x.id = r.target_id
       WHERE r.import = $1 AND r.kind = $2 AND x.updated_at > r.settled_at ORDER BY x.id`,
      [name, kind],
    )
    found.push(...rows.map((row) => `${kind} ${row.id} "${row.name}" was changed`))
  }
  return found
}

async function movedSince(pool: pg.Pool, { name }: Ledger): Promise<string[]> {
  const { rows } = await pool.query<{ imei: string }>(
    `SELECT d.imei FROM imported_rows r JOIN installations i ON i.id = r.target_id JOIN devices d ON d.id = i.device_id
     WHERE r.import = $1 AND r.kind = 'installation' AND i.removed_at IS NOT NULL ORDER BY d.imei`,
    [name],
  )
  return rows.map(({ imei }) => `tracker ${imei} was taken off its vehicle`)
}

/** Finds rows of other people that refer to rows of the import, by the foreign keys of the database. */
async function referring(pool: pg.Pool, { name }: Ledger): Promise<string[]> {
  const found: string[] = []
  for (const kind of Object.keys(TABLES) as Kind[]) {
    const { rows: keys } = await pool.query<{ table: string; column: string }>(FOREIGN_KEYS, [TABLES[kind]])
    for (const { table, column } of keys) {
      if (CONSEQUENCES.has(table)) continue
      const own = Object.entries(TABLES).flatMap(([kind, of]) => (of === table ? [kind] : []))
      const { rows } = await pool.query<{ id: number; count: number }>(
        `SELECT x.${column} AS id, count(*)::int AS count FROM ${table} x
         WHERE x.${column} IN (SELECT target_id FROM imported_rows WHERE import = $1 AND kind = $2)
           ${own.length > 0 ? 'AND x.id NOT IN (SELECT target_id FROM imported_rows WHERE import = $1 AND kind = ANY ($3::text[]))' : 'AND $3::text[] IS NOT NULL'}
         GROUP BY 1 ORDER BY 1`,
        [name, kind, own],
      )
      found.push(
        ...rows.map(({ id, count }) => `${kind} ${id} has ${count} ${count === 1 ? 'row' : 'rows'} in ${table} (${column})`),
      )
    }
  }
  return found
}

const FOREIGN_KEYS = `SELECT c.conrelid::regclass::text AS table, a.attname AS column
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' AND c.confrelid = $1::regclass AND cardinality(c.conkey) = 1 ORDER BY 1, 2`

/** Finds trackers with readings that this import did not bring. */
async function livesOn(pool: pg.Pool, { name }: Ledger): Promise<string[]> {
  const { rows } = await pool.query<{ imei: string }>(
    `SELECT d.imei FROM imported_rows r JOIN devices d ON d.id = r.target_id
     JOIN device_states s ON s.device_id = d.id
     LEFT JOIN imported_tracks t ON t.import = r.import AND t.source_id = r.source_id
     WHERE r.import = $1 AND r.kind = 'device' AND s.last_received_at > coalesce(t.newest_at, '-infinity') ORDER BY d.imei`,
    [name],
  )
  return rows.map(({ imei }) => `tracker ${imei} has sent since`)
}

/**
 * Removes every row that an import made, and what the product derived from it. It may be ended at any moment and run again.
 * Users are removed by the API, with their accounts. The other rows are removed in the database, because the API keeps deleted
 * vehicles, trackers and geofences.
 * @returns the number of removed rows by kind
 */
export async function undo(pool: pg.Pool, api: RoadbookApi, ledger: Ledger): Promise<Partial<Record<Kind, number>>> {
  const removed: Partial<Record<Kind, number>> = {}
  for (const { sourceId, targetId } of ledger.made('user')) {
    await removeUser(pool, api, targetId)
    await pool.query('DELETE FROM imported_rows WHERE import = $1 AND kind = $2 AND source_id = $3', [
      ledger.name,
      'user',
      sourceId,
    ])
    removed.user = (removed.user ?? 0) + 1
  }
  for (const { targetId } of ledger.made('device')) await pool.query('DELETE FROM waypoints WHERE device_id = $1', [targetId])
  await inTransaction(pool, async (client) => {
    for (const statement of DERIVED) await client.query(statement, [ledger.name])
    for (const kind of ['installation', 'vehicle', 'device', 'geofence', 'tag', 'brand'] as const)
      removed[kind] = await removeRows(client, ledger, kind)
    removed.business = await removeBusinesses(client, ledger)
    await client.query('DELETE FROM imports WHERE name = $1', [ledger.name])
  })
  return Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0))
}

const OF_DEVICES = "device_id IN (SELECT target_id FROM imported_rows WHERE import = $1 AND kind = 'device')"
/** Statements that delete rows which refer to trackers without going with them. Readings that came while the others were removed go here. */
const DERIVED = [
  `DELETE FROM trips WHERE ${OF_DEVICES}`,
  `DELETE FROM waypoints WHERE ${OF_DEVICES}`,
  `DELETE FROM waypoints_aside WHERE ${OF_DEVICES}`,
  `DELETE FROM alert_marks WHERE ${OF_DEVICES}`,
]

async function removeUser(pool: pg.Pool, api: RoadbookApi, id: number): Promise<void> {
  const { rows } = await pool.query<{ email: string; deleted_at: Date | null }>(
    'SELECT email, deleted_at FROM users WHERE id = $1',
    [id],
  )
  const user = rows[0]
  if (!user) return
  if (user.deleted_at === null) await api.write('DELETE', `/users/${id}`, undefined)
  try {
    await api.write('DELETE', `/users/${id}/force-destroy`, { email: user.email })
  } catch (error) {
    // An earlier run may have ended between the answer and its note in the ledger.
    if (!(error instanceof Refused && error.status === 404)) throw error
  }
}

async function removeRows(client: pg.ClientBase, { name }: Ledger, kind: Kind): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${TABLES[kind]} WHERE id IN (SELECT target_id FROM imported_rows WHERE import = $1 AND kind = $2)`,
    [name, kind],
  )
  return rowCount ?? 0
}

/** Removes businesses from the lowest upwards. */
async function removeBusinesses(client: pg.ClientBase, { name }: Ledger): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT b.id FROM imported_rows r JOIN businesses b ON b.id = r.target_id
     WHERE r.import = $1 AND r.kind = 'business' ORDER BY cardinality(b.path) DESC`,
    [name],
  )
  for (const { id } of rows) await client.query('DELETE FROM businesses WHERE id = $1', [id])
  return rows.length
}
