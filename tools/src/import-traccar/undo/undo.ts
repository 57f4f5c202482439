import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { Ledger } from '../ledger.js'
import { type Kind, KINDS } from '../item.js'
import { Refused, type RoadbookApi } from '../roadbook-api.js'
import { builtSince } from './built-since.js'
import { made, TABLES, used } from './tables.js'

/** Numbers of rows by kind. */
export type Removed = Partial<Record<Kind, number>>

/** Returns what undo would remove. */
export const removable = (ledger: Ledger): Removed =>
  withoutZeros(Object.fromEntries(KINDS.map((kind) => [kind, ledger.made(kind).length])))

/**
 * @param kept beginning of the error message, which says what has been removed so far
 * @throws Error that names everything that somebody has built on the import
 */
export async function assertNothingBuilt(
  database: pg.Pool | pg.ClientBase,
  ledger: Ledger,
  kept = 'nothing was removed',
): Promise<void> {
  const built = await builtSince(database, ledger)
  if (built.length > 0) throw new Error(`${kept}, because somebody has built on the import:\n  ${built.join('\n  ')}`)
}

/**
 * Removes every row that an import made, and the data that the product derived from these rows. One transaction makes the
 * check and removes everything except users and businesses, so a refusal changes nothing. After that, the API removes the
 * users with their accounts, and then the businesses are removed. If the command is interrupted after the transaction, it
 * continues when it is run again. Everything except users is removed directly in the database, because the API only marks
 * vehicles, trackers and geofences as deleted.
 * @throws Error when somebody has built on the import
 */
export async function undo(pool: pg.Pool, api: RoadbookApi, ledger: Ledger): Promise<Removed> {
  const removed: Removed = {}
  await inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await assertNothingBuilt(client, ledger)
    // This part takes longest. Consumer processes can still write meanwhile, because nothing that they need is locked yet.
    for (const { targetId } of ledger.made('device')) await client.query('DELETE FROM waypoints WHERE device_id = $1', [targetId])
    for (const statement of LOCKS) await client.query(statement, [ledger.name])
    await assertNothingBuilt(client, ledger)
    for (const statement of DERIVED) await client.query(statement, [ledger.name])
    for (const kind of [
      'installation',
      'vehicle',
      'device',
      'maintenance',
      'rule',
      'geofence',
      'selection',
      'tag',
      'brand',
    ] as const) {
      const { rowCount } = await client.query(`DELETE FROM ${TABLES[kind]} WHERE id IN ${made(kind)}`, [ledger.name])
      removed[kind] = rowCount ?? 0
    }
    for (const statement of FORGETTING) await client.query(statement, [ledger.name])
  })
  for (const { sourceId, targetId } of ledger.made('user')) {
    await removeUser(pool, api, targetId)
    await pool.query("DELETE FROM imported_rows WHERE import = $1 AND kind = 'user' AND source_id = $2", [ledger.name, sourceId])
    removed.user = (removed.user ?? 0) + 1
  }
  await inTransaction(pool, async (client) => {
    await assertNothingBuilt(client, ledger, 'everything was removed except the businesses')
    removed.business = await removeBusinesses(client, ledger)
    await client.query('DELETE FROM imports WHERE name = $1', [ledger.name])
  })
  return withoutZeros(removed)
}

const withoutZeros = (counts: Removed): Removed => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** Statements that lock the rows, so that nobody builds on them before they are removed. */
const LOCKS = [
  `SELECT FROM devices WHERE id IN ${used('device')} ORDER BY id FOR UPDATE`,
  `SELECT FROM entities WHERE id IN ${made('vehicle')} ORDER BY id FOR UPDATE`,
  `SELECT FROM geofences WHERE id IN ${made('geofence')} ORDER BY id FOR UPDATE`,
  `SELECT FROM alert_rules WHERE id IN ${made('rule')} ORDER BY id FOR UPDATE`,
  `SELECT FROM maintenance_plans WHERE id IN ${made('maintenance')} ORDER BY id FOR UPDATE`,
]

const ADOPTED = "(SELECT target_id FROM imported_rows WHERE import = $1 AND kind = 'device' AND adopted)"
const BACK_AT = '(SELECT into_business FROM imports WHERE name = $1)'
/**
 * Statements for dependent rows. Deleting a vehicle or a tracker does not delete these rows, so they are deleted here. They
 * include readings that arrived during the undo. A tracker that was in Roadbook before the import goes back to its earlier
 * business, with its positions.
 */
const DERIVED = [
  `DELETE FROM trips WHERE device_id IN ${made('device')} OR entity_id IN ${made('vehicle')}`,
  ...['waypoints', 'waypoints_aside', 'alert_marks'].map((table) => `DELETE FROM ${table} WHERE device_id IN ${made('device')}`),
  `UPDATE devices SET business_id = ${BACK_AT}, updated_at = clock_timestamp() WHERE id IN ${ADOPTED} AND business_id <> ${BACK_AT}`,
  `UPDATE device_states SET business_id = ${BACK_AT}, entity_id = NULL WHERE device_id IN ${ADOPTED}`,
]
/**
 * Statements that delete the entries of the ledger for the rows that were removed. The entries of users and businesses are
 * deleted later.
 */
const FORGETTING = [
  'DELETE FROM imported_tracks WHERE import = $1',
  "DELETE FROM imported_rows WHERE import = $1 AND kind NOT IN ('user', 'business')",
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
    // 404 is not an error: an earlier run may have removed the user and ended before it updated the ledger.
    if (!(error instanceof Refused && error.status === 404)) throw error
  }
}

/** Removes businesses. A business is removed after the businesses below it. */
async function removeBusinesses(client: pg.ClientBase, { name }: Ledger): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM businesses WHERE id IN ${made('business')} ORDER BY cardinality(path) DESC`,
    [name],
  )
  for (const { id } of rows) await client.query('DELETE FROM businesses WHERE id = $1', [id])
  return rows.length
}
