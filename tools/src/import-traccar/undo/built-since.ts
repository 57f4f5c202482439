import type pg from 'pg'
import type { Ledger } from '../ledger.js'
import type { Kind } from '../item.js'
import { made, TABLES, used } from './tables.js'

type Database = pg.Pool | pg.ClientBase

/** SQL condition for tables in which no row is a person's work. */
const NOBODYS = 'false'
/**
 * Tables whose rows the product itself derives from an import, for example from positions. Such a row is removed with the
 * imported row to which it belongs, unless a person has written in it. The value is an SQL condition that is true if a
 * person has written in the row `x`. A row in any other table means that somebody has
 * built on the import.
 */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['device_states', 'tracker_networks', 'trips', 'odometers', 'alert_states', 'packets_aside', 'tracker_disputes'],
      ...['trip_recalculations', 'webhook_events', 'webhook_deliveries', 'audit_log', 'idempotency_keys', 'outgoing_mails'],
      ...['alert_tellings', 'background_jobs', 'geocoded_cells', 'user_calls', 'entity_subscription_states', 'need_days'],
    ].map((table) => [table, NOBODYS]),
  ),
  alerts: 'x.acknowledged_at IS NOT NULL OR x.snoozed_until IS NOT NULL OR x.note IS NOT NULL',
  doubted_senders: 'x.decided_at IS NOT NULL',
  // A trigger is a part of its plan. Services become due by themselves, and people plan, assign or complete them.
  maintenance_triggers: `x.updated_at > (SELECT r.settled_at FROM imported_rows r
    WHERE r.import = $1 AND r.kind = 'maintenance' AND r.target_id = x.plan_id)`,
  maintenance_notifications: `x.created_by IS NOT NULL OR x.planned_at IS NOT NULL OR x.assigned_user_id IS NOT NULL
    OR x.status <> 'open'`,
}
/**
 * Tables that link two other tables, with conditions as in `CONSEQUENCES`. A row belongs to the import only if the rows on both sides do. Links
 * between tags may also come from the catalogue.
 */
const BETWEEN: Readonly<Record<string, string>> = {
  entity_tags: `x.slot IS NULL AND NOT (x.entity_id IN ${made('vehicle')} AND x.tag_id IN ${made('tag', 'brand', 'selection')})`,
  // A rule of the import whose links were changed is found by the time of its last change.
  alert_rule_users: `x.rule_id NOT IN ${made('rule')}`,
  alert_rule_geofences: `x.rule_id NOT IN ${made('rule')}`,
  alert_rule_tags: `x.rule_id NOT IN ${made('rule')}`,
  maintenance_plan_entities: `NOT (x.entity_id IN ${made('vehicle')} AND x.plan_id IN ${made('maintenance')})`,
  tag_group_tags: 'NOT EXISTS (SELECT FROM tag_groups g WHERE g.id = x.group_id AND g.holds_type IS NOT NULL)',
}
/**
 * Derived tables whose rows people can write about in other tables. The value lists the tables that refer to such a row but
 * are filled by the product, so their rows are nobody's work.
 */
const WRITTEN_ABOUT: Readonly<Record<string, readonly string[]>> = {
  trips: ['trip_matches'],
  alerts: ['alert_news', 'alert_tellings'],
}

/**
 * Returns the names of everything that somebody has built on an import since it was made. Empty if the import can be
 * undone.
 */
export async function builtSince(database: Database, { name }: Ledger): Promise<string[]> {
  return [
    ...(await editedSince(database, name)),
    ...(await movedSince(database, name)),
    ...(await referring(database, name)),
    ...(await writtenAbout(database, name)),
    ...(await livesOn(database, name)),
  ]
}

const RULED = { selection: 'name', rule: 'name', maintenance: 'title' }
/** Tables whose rows contain the time of their last change, by kind, with the column that contains their name. */
const EDITED = {
  business: 'name',
  brand: 'name',
  tag: 'name',
  vehicle: 'name',
  geofence: 'name',
  user: 'email',
  device: 'imei',
  ...RULED,
}

/**
 * Further conditions by kind, which leave out changes that people did not make. The consumer process changes trackers, and undo
 * itself marks a user before it removes the user.
 */
const BY_PEOPLE: Readonly<Record<string, string>> = {
  device: `EXISTS (SELECT FROM audit_log l WHERE l.object_type = 'device' AND l.object_id = x.id::text AND l.at > r.settled_at)`,
  user: 'x.deleted_at IS NULL',
}

async function editedSince(database: Database, name: string): Promise<string[]> {
  const found: string[] = []
  for (const [kind, label] of Object.entries(EDITED)) {
    const { rows } = await database.query<{ id: number; name: string }>(
      `SELECT x.id, x.${label} AS name FROM imported_rows r JOIN ${TABLES[kind as Kind]} x ON x.id = r.target_id
       WHERE r.import = $1 AND r.kind = $2 AND NOT r.adopted AND x.updated_at > r.settled_at
         AND ${BY_PEOPLE[kind] ?? 'true'} ORDER BY x.id`,
      [name, kind],
    )
    found.push(...rows.map((row) => `${kind} ${row.id} "${row.name}" was changed`))
  }
  return found
}

async function movedSince(database: Database, name: string): Promise<string[]> {
  const { rows } = await database.query<{ imei: string }>(
    `SELECT d.imei FROM imported_rows r JOIN installations i ON i.id = r.target_id JOIN devices d ON d.id = i.device_id
     WHERE r.import = $1 AND r.kind = 'installation' AND i.removed_at IS NOT NULL ORDER BY d.imei`,
    [name],
  )
  return rows.map(({ imei }) => `tracker ${imei} was taken off its vehicle`)
}

interface ForeignKey {
  table: string
  column: string
  /** Columns of the table that name a vehicle or a tracker. */
  about: string[]
}

const foreignKeysTo = async (database: Database, table: string): Promise<ForeignKey[]> =>
  (
    await database.query<ForeignKey>(
      `SELECT c.conrelid::regclass::text AS table, a.attname::text AS column, ARRAY (SELECT o.attname::text FROM pg_attribute o
         WHERE o.attrelid = c.conrelid AND o.attname IN ('entity_id', 'device_id') AND NOT o.attisdropped) AS about
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.contype = 'f' AND c.confrelid = $1::regclass AND cardinality(c.conkey) = 1 ORDER BY 1, 2`,
      [table],
    )
  ).rows

/** Finds rows of other people that refer to rows of the import, by the foreign keys of the database. */
async function referring(database: Database, name: string): Promise<string[]> {
  const found: string[] = []
  for (const kind of Object.keys(TABLES) as Kind[]) {
    for (const key of await foreignKeysTo(database, TABLES[kind])) {
      const { rows } = await database.query<{ id: number; count: number }>(
        `SELECT x.${key.column} AS id, count(*)::int AS count FROM ${key.table} x
         WHERE x.${key.column} IN ${made(kind)} AND (${isSomebodys(key)}) GROUP BY 1 ORDER BY 1`,
        [name],
      )
      found.push(...rows.map(({ id, count }) => `${kind} ${id} has ${counted(count)} in ${key.table} (${key.column})`))
    }
  }
  return found
}

/** Returns the condition under which a row that refers to the import is somebody's work. */
function isSomebodys({ table, about }: ForeignKey): string {
  const kinds = (Object.keys(TABLES) as Kind[]).filter((kind) => TABLES[kind] === table)
  if (kinds.length > 0) return `x.id NOT IN ${used(...kinds)}`
  if (BETWEEN[table]) return BETWEEN[table]
  const written = CONSEQUENCES[table]
  if (written === undefined) return 'true'
  // A derived row about another vehicle or tracker, such as an alert at an imported geofence, belongs to that vehicle's or
  // tracker's business.
  const own = about.map((column) => `coalesce(x.${column} IN ${used(column === 'entity_id' ? 'vehicle' : 'device')}, false)`)
  return own.length > 0 ? `NOT (${own.join(' OR ')}) OR ${written}` : written
}

/** Finds what people wrote about trips and alerts of the import, such as the purpose of a trip. */
async function writtenAbout(database: Database, name: string): Promise<string[]> {
  const found: string[] = []
  for (const [parent, derived] of Object.entries(WRITTEN_ABOUT)) {
    for (const { table, column } of await foreignKeysTo(database, parent)) {
      if (derived.includes(table)) continue
      const { rows } = await database.query<{ id: number; count: number }>(
        `SELECT p.entity_id AS id, count(*)::int AS count FROM ${parent} p JOIN ${table} x ON x.${column} = p.id
         WHERE p.entity_id IN ${made('vehicle')} OR p.device_id IN ${made('device')} GROUP BY 1 ORDER BY 1`,
        [name],
      )
      found.push(...rows.map(({ id, count }) => `vehicle ${id} has ${counted(count)} in ${table}, about its ${parent}`))
    }
  }
  return found
}

const counted = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`

/** Finds trackers with readings that did not come from this import. */
async function livesOn(database: Database, name: string): Promise<string[]> {
  const { rows } = await database.query<{ imei: string }>(
    `SELECT d.imei FROM imported_rows r JOIN devices d ON d.id = r.target_id
     JOIN device_states s ON s.device_id = d.id
     LEFT JOIN imported_tracks t ON t.import = r.import AND t.source_id = r.source_id
     WHERE r.import = $1 AND r.kind = 'device' AND NOT r.adopted AND s.last_received_at > coalesce(t.newest_at, '-infinity')
     ORDER BY d.imei`,
    [name],
  )
  return rows.map(({ imei }) => `tracker ${imei} has sent since`)
}
