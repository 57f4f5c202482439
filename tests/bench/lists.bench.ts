// T-05: measures the list of 100 000 entities for a manager of a thousand businesses: in every order (both directions, page 1
// and page 1000), by every criterion, and by text. The 95th percentile is compared with the work that every list needs:
// counting the rows, and reading fifty of them by key as JSON. Only CPU time of the database's backend counts, so other work
// does not matter.
// The views of the screen (D.13) are requested as the screen does. Their wall time is reported separately, and its 95th
// percentile must stay below 300 ms. A request that tags 500 vehicles must stay below 3 s.
import pg from 'pg'
import { AuditLog } from '@roadbook/api/audit/audit-log'
import { AuditLogRepository } from '@roadbook/api/audit/audit-log.repository'
import { BulkChangesRepository } from '@roadbook/api/bulk/bulk-changes.repository'
import { IdempotencyKeysRepository } from '@roadbook/api/database/idempotency-keys.repository'
import { OnceOnly } from '@roadbook/api/database/once-only'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import { EntitiesRepository } from '@roadbook/api/features/entities/entities.repository'
import { ENTITY_LIST } from '@roadbook/api/features/entities/entity-list'
import { judgedNow, toEntityResponse } from '@roadbook/api/features/entities/entity-response'
import { BulkTagsService } from '@roadbook/api/features/tags/tagging/bulk-tags.service'
import { EntityTagsRepository } from '@roadbook/api/features/tags/tagging/entity-tags.repository'
import { OPERATORS_OF } from '@roadbook/api/lists/list-fields'
import { parseListCriteria } from '@roadbook/api/lists/list-criteria'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { cpuMs } from './support/cpu-time.ts'
import { measureRatio, percentile, report } from './support/ratio.ts'

const ENTITIES = 100_000
const LIMIT_REPEATS = 20
const VALUES = { id: '77', text: 'a', number: '1000', time: '2025-06-01', day: '2025-06-01', fact: 'true' }

/** All queries that the list supports. */
const questions = [
  ...Object.keys(ENTITY_LIST.fields.orderBy).flatMap((orderBy) =>
    ['asc', 'desc'].flatMap((sortedBy) => ['1', '1000'].map((page) => ({ orderBy, sortedBy, page }))),
  ),
  ...Object.entries(ENTITY_LIST.fields.search).flatMap(([field, { type }]) =>
    OPERATORS_OF[type]
      .filter((operator) => operator !== 'in')
      .map((operator) => ({ searchFields: `${field}:${operator}${VALUES[type]}` })),
  ),
  ...['a', 'Gazelle', 'nothing like it', '35000000001'].map((search) => ({ search })),
].map((query) => parseListCriteria(query, ENTITY_LIST.fields))

/** Requests of the screen's tabs: the entities seen last come first, fifty per page, with tags. */
const views = [
  undefined,
  'is_live:=true',
  'is_silent:=true',
  'lifecycle:=unregistered',
  'has_customer:=true',
  'has_subscription:=false',
  'lifecycle:=missing',
].map((searchFields) =>
  parseListCriteria(
    { limit: '50', orderBy: 'last_seen', with: 'tags', ...(searchFields && { searchFields }) },
    ENTITY_LIST.fields,
  ),
)
const VIEW_REPEATS = 5

const server = await startPostgres()
const pool = createPool({ url: `${server.url}?options=-c%20max_parallel_workers_per_gather%3D0`, name: 'lists', max: 1 })
try {
  await migrate(server.url)
  const scope = await fill(server.url)
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]!.pid
  const database = new RequestDatabase(pool)
  const entities = new EntitiesRepository()
  const caller = { permissions: new Set(['index:entity']) } as unknown as Parameters<EntitiesRepository['findOne']>[1]
  const times: number[] = []

  const bare = async () => {
    const before = cpuMs(pid)
    for (let at = 0; at < LIMIT_REPEATS; at++) {
      await pool.query('SELECT count(*) FROM entities WHERE deleted_at IS NULL')
      JSON.stringify((await pool.query('SELECT * FROM entities WHERE id BETWEEN $1 AND $2', [at * 500, at * 500 + 49])).rows)
    }
    return (cpuMs(pid) - before) / LIMIT_REPEATS
  }
  const listed = async () => {
    const used: number[] = []
    for (const criteria of questions) {
      const [before, began] = [cpuMs(pid), performance.now()]
      const page = await database.read(scope, (transaction) => ENTITY_LIST.findPage(transaction, caller, criteria))
      const judgement = judgedNow('UTC')
      JSON.stringify(page.rows.map((row) => toEntityResponse(row, null, judgement)))
      used.push(cpuMs(pid) - before)
      times.push(performance.now() - began)
    }
    return percentile(used, 0.95)
  }
  const ratio = await measureRatio(bare, listed)
  const viewTimes: number[] = []
  for (let at = 0; at < VIEW_REPEATS; at++) {
    for (const criteria of views) {
      const began = performance.now()
      await database.read(scope, async (transaction) => {
        const { rows } = await ENTITY_LIST.findPage(transaction, caller, criteria)
        await entities.findTags(
          transaction,
          rows.map(({ id }) => id),
        )
        await entities.findRecovering(
          transaction,
          rows.map(({ business_id }) => business_id),
        )
      })
      viewTimes.push(performance.now() - began)
    }
  }
  const tagged = new BulkTagsService(
    new EntityTagsRepository(),
    new BulkChangesRepository(),
    new OnceOnly(database, new IdempotencyKeysRepository()),
    new AuditLog(new AuditLogRepository()),
  )
  const { rows: tags } = await pool.query<{ id: number }>("SELECT id FROM tags WHERE name = 'Lease' AND business_id = 1")
  const lease = tags[0]!.id
  const tagger = { ...caller, userId: 1, businessId: 1, scope, permissions: new Set(['update:entity']) }
  const wish = { entities: Array.from({ length: 500 }, (_, at) => 1_000 + at), attach: [lease], detach: [] }
  const taggingBegan = performance.now()
  const origin = { remoteAddress: '127.0.0.1', requestId: 'bench' }
  await tagged.change({ caller: tagger, origin, once: null }, wish)
  const tag500Ms = Math.round(performance.now() - taggingBegan)
  const viewsP95 = Math.round(percentile(viewTimes, 0.95))
  const wall = { wallP50: Math.round(percentile(times, 0.5)), wallP95: Math.round(percentile(times, 0.95)) }
  report('lists', ratio, 'ms of CPU p95', { ...wall, viewsP95, tag500Ms, questions: questions.length })
} finally {
  await pool.end()
  await server.stop()
}

/**
 * Fills the database.
 * @returns the manager's businesses
 */
async function fill(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'Root')")
  for (const [above, each] of [
    ['Root', 10],
    ['Area', 100],
  ] as const) {
    const name = above === 'Root' ? 'Area' : 'Shop'
    await client.query(
      `INSERT INTO businesses (kind, name, parent_id) SELECT 'vendor', '${name} ' || b.id || '-' || n, b.id
       FROM businesses b, generate_series(1, ${each}) n WHERE b.name LIKE '${above}%'`,
    )
  }
  await client.query(`INSERT INTO entities (business_id, name, short_name, frame_number, license_plate, vehicle_type, brand, model, color,
      created_at, updated_at)
    SELECT 1 + n % 1011, 'Bike ' || md5(n::text), CASE WHEN n % 3 = 0 THEN 'B' || n END, 'FR' || n * 7919 % 1000000,
      CASE WHEN n % 2 = 0 THEN 'AB-' || n END, (ARRAY['eBike', 'eCargoBike', 'moped'])[1 + n % 3],
      (ARRAY['Gazelle', 'Batavus', 'Sparta', 'Koga'])[1 + n % 4], 'Model ' || n % 97, (ARRAY['red', 'blue', 'black'])[1 + n % 3],
      now() - n * interval '7 minutes', now() - n * interval '5 minutes'
    FROM generate_series(1, ${ENTITIES}) n`)
  await client.query(`INSERT INTO devices (imei, business_id, model)
    SELECT (350000000000000 + id)::text, business_id, (ARRAY['FMC130', 'GT06', 'JT808'])[1 + id % 3] FROM entities`)
  await client.query(`INSERT INTO installations (device_id, entity_id, business_id)
    SELECT d.id, e.id, e.business_id FROM entities e JOIN devices d ON d.imei = (350000000000000 + e.id)::text WHERE e.id % 20 <> 0`)
  // The database server does this by itself after that many new rows. The following statements need it now.
  await client.query('ANALYZE')
  await client.query(`INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
      valid_positioned_at, latitude, longitude, speed_kph, heading, moving, odometer_m)
    SELECT i.device_id, d.imei, 1, i.entity_id, i.business_id, now() - i.id * 37 % 200000 * interval '1 second', now(), now(),
      520000000, 50000000, 10, 90, i.id % 7 = 0, i.id * 1000
    FROM installations i JOIN devices d ON d.id = i.device_id`)
  await client.query(
    `INSERT INTO subscriptions (business_id, title, default_price_minor, period) VALUES (1, 'Recovery', 5900, 'year')`,
  )
  await client.query(`INSERT INTO entity_subscriptions (entity_id, subscription_id, starts_at, ends_at)
    SELECT id, 1, now() - id % 500 * interval '1 day', now() + (id % 400 - 30) * interval '1 day' FROM entities WHERE id % 5 <> 0
      AND id % 400 - 30 > -(id % 500)`)
  await client.query(`INSERT INTO consumers (business_id, first_name, last_name) SELECT id, 'Con', 'Sumer' FROM businesses`)
  await client.query(
    `UPDATE entities e SET consumer_id = c.id FROM consumers c WHERE c.business_id = e.business_id AND e.id % 10 = 0`,
  )
  await client.query(`INSERT INTO missing_cases (entity_id) SELECT id FROM entities WHERE id % 1000 = 7`)
  await client.query(`INSERT INTO users (role_id, business_id, email, first_name, last_name)
    SELECT id, 1, 'tagger@x.example', 'Ada', 'Byron' FROM roles WHERE key = 'manager'`)
  await client.query(`INSERT INTO tags (name, type, business_id) VALUES ('Lease', 'general', 1)`)
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<{ id: number }>('SELECT id FROM businesses')
  await client.end()
  return rows.map(({ id }) => id)
}
