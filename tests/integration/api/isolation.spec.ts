import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import { createPool } from '@roadbook/platform'
import type pg from 'pg'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

/** All tables and views that requests may read and that belong to a tenant. */
const TABLES = [
  'businesses',
  'users',
  'entities',
  'devices',
  'installations',
  'consumers',
  'entity_privacy',
  'trips',
  'told_states',
  'told_newest',
  'missing_cases',
  'subscriptions',
  'entity_subscriptions',
  'entity_subscription_states',
  'business_subscriptions',
  'subscription_notices',
  'insurances',
  'insurance_states',
  'insurance_documents',
  'insurance_notices',
  'orders',
  'order_states',
  'provider_payments',
  'invoices',
  'invoice_parties',
  'entity_photos',
  'consents',
  'device_commands',
  'audit_log',
  'api_tokens',
  'idempotency_keys',
  'exported_files',
  // Rows that belong to everybody are left out.
  'tags WHERE business_id IS NOT NULL',
  'tag_groups WHERE business_id IS NOT NULL',
  'tag_group_tags WHERE tag_id IN (SELECT id FROM tags WHERE business_id IS NOT NULL)',
  'entity_tags',
  'bulk_changes',
  'sims',
  'device_updates',
  'device_imports',
  'entity_imports',
  'history_imports',
  'install_presets',
  'device_returns',
  'device_return_photos',
  'maintenance_plans',
  'maintenance_triggers',
  'maintenance_plan_entities',
  'maintenance_notifications',
  'maintenance_photos',
  'maintenance_calendar_links',
  'trip_recalculations',
  'trip_joins',
  'missing_case_events',
  'missing_case_shares',
  'entity_shares',
  'missing_case_reporting',
  'missing_case_movements',
  'missing_case_photos',
  'report_schedules',
  'report_requests',
  'report_recipients',
  'report_files',
  'app_notifications',
  'push_registrations',
  'app_notification_recipients',
  'need_days',
  'geofences',
  'alert_rules',
  'alert_rule_geofences',
  'alert_rule_tags',
  'alert_rule_users',
  'alerts',
  'webhooks',
  'webhook_events',
  'webhook_deliveries',
]

let database: TestDatabase
let pool: pg.Pool
let requests: RequestDatabase
let ours: number
let theirs: number

const populate = async (tenants: Tenants, name: string) => {
  const business = await tenants.business(name)
  const user = await tenants.user(`${name}@x.example`, 'manager', business)
  await tenants.pool.query('INSERT INTO api_tokens (user_id, name, secret_hash) VALUES ($1, $2, sha256($2::text::bytea))', [
    user,
    name,
  ])
  await tenants.pool.query("INSERT INTO idempotency_keys (user_id, key, fingerprint) VALUES ($1, 'a key', sha256('x'))", [user])
  await tenants.exportedFile(user, name)
  const consumer = await tenants.consumer(business)
  await tenants.told(await tenants.notification(business, name), consumer, name)
  const entity = await tenants.entity(business, name, { consumer_id: consumer })
  const { deviceId } = await tenants.install(business, entity)
  await tenants.state(deviceId, new Date())
  await tenants.trip(deviceId, '2025-06-01T08:00Z', '2025-06-01T09:00Z')
  await tenants.waypoint(deviceId, '2025-06-01T08:30Z', 49.4, 8.7)
  await tenants.caseRoom(await tenants.openCase(entity), deviceId)
  await tenants.vehicleShare(entity)
  await tenants.needDay(business, 0, {})
  const fence = await tenants.geofence(business, name)
  const rule = await tenants.alertRule(business, name, [fence])
  await tenants.alert(rule, entity, deviceId, new Date(), fence)
  await tenants.pool.query('INSERT INTO alert_rule_users (rule_id, user_id) VALUES ($1, $2)', [rule, user])
  await tenants.webhookDelivery(await tenants.webhook(business))
  const product = await tenants.subscription(business)
  await tenants.attach(business, product)
  const course = await tenants.subscribe(entity, product)
  await tenants.pool.query(
    "INSERT INTO subscription_notices (entity_subscription_id, kind, ends_at) VALUES ($1, 'week', now())",
    [course],
  )
  await tenants.insuranceDocument(await tenants.insure(entity))
  const order = await tenants.order(entity, product)
  await tenants.providerPayment(order)
  await tenants.invoice(business, entity, product, order)
  await tenants.vehiclePhoto(entity)
  await tenants.consent(entity)
  await tenants.pool.query(
    "INSERT INTO device_commands (device_id, business_id, kind, text, expires_at) VALUES ($1, $2, 'text', 'getver', now() + interval '1 day')",
    [deviceId, business],
  )
  await tenants.pool.query("INSERT INTO audit_log (business_id, action, object_type) VALUES ($1, 'account.update', 'user')", [
    business,
  ])
  const tag = await tenants.tag(name, 'general', business)
  await tenants.tagGroup(name, business, [tag])
  await tenants.carry(entity, tag)
  await tenants.pool.query('INSERT INTO alert_rule_tags (rule_id, tag_id) VALUES ($1, $2)', [rule, tag])
  await tenants.bulkChange(user)
  await tenants.sim(business, `893100000000000${String(business).padStart(4, '0')}`)
  await tenants.deviceUpdate(deviceId, '1.0')
  await tenants.deviceImport(business)
  await tenants.historyImport(business, entity)
  await tenants.entityImport(business)
  await tenants.possession(business)
  await tenants.installPreset(user, name)
  await tenants.returnPhoto(await tenants.deviceReturn(deviceId))
  const plan = await tenants.maintenancePlan(business, name)
  await tenants.maintain(plan, entity)
  await tenants.maintenancePhoto(await tenants.maintenanceNotification(plan, entity))
  await tenants.calendarLink(user)
  await tenants.tripRecalculation(entity)
  await tenants.tripJoin(deviceId, '2025-04-01T00:00Z')
  await tenants.reportSchedule(user, business, name)
  await tenants.reportRequest(user)
  return business
}

beforeAll(async () => {
  database = await createTestDatabase()
  const tenants = new Tenants(database.pool)
  ours = await populate(tenants, 'ours')
  theirs = await populate(tenants, 'theirs')
  // Only one connection. If one request left something in the session, the next request would find it.
  pool = createPool({ url: database.url, name: 'isolation', max: 1 })
  requests = new RequestDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const count = (scope: readonly number[] | 'all', from: string) =>
  requests.read(scope, async (transaction) => {
    const statement = Object.assign(sql``, { strings: [`SELECT count(*) AS count FROM ${from}`] })
    return (await transaction.row<{ count: number }>(statement))?.count
  })

describe('a query that forgot its tenant (S2)', () => {
  it.each(TABLES)('finds in %s what is the caller’s own, and nothing without a scope', async (table) => {
    expect([await count([ours], table), await count([theirs], table), await count([], table)]).toEqual([1, 1, 0])
    expect(await count('all', table)).toBeGreaterThanOrEqual(2)
  })

  it('G-106 reads no state of a vehicle but as it may be told', async () => {
    for (const scope of [[ours], 'all'] as const) await expect(count(scope, 'device_states')).rejects.toThrow(/permission denied/)
  })

  it('reads no waypoint but through the caller’s own devices', async () => {
    await expect(count([ours], 'waypoints')).rejects.toThrow(/permission denied/)
    const inScope = (scope: number[], business: number) =>
      count(scope, `devices d, waypoints_in_scope(d.id, '2025-01-01', '2026-01-01') WHERE d.business_id = ${business}`)
    expect([await inScope([ours], ours), await inScope([ours], theirs)]).toEqual([1, 0])
    const guessed = `generate_series(1, 100) id, waypoints_in_scope(id, '2025-01-01', '2026-01-01')`
    expect(await count([ours], guessed)).toBe(1)
  })

  it('tells names above a business in scope, and none around any other', async () => {
    expect(await count([ours], `business_path(${ours})`)).toBe(1)
    expect(await count([ours], `business_path(${theirs})`)).toBe(0)
    expect(await count([ours], 'sub_vendors_in_scope()')).toBe(1)
  })

  it('tells of a device’s installations with others nothing but when they were', async () => {
    const periods = (scope: number[]) =>
      requests.read(scope, (transaction) =>
        transaction.rows(sql`SELECT d.id, period.is_own, period.entity_id IS NULL AS is_nameless
          FROM generate_series(1, 100) d (id), device_periods_in_scope(d.id) period`),
      )
    await database.pool.query('UPDATE devices SET business_id = $1 WHERE business_id = $2', [ours, theirs])
    expect(await periods([ours])).toMatchObject([
      { is_own: true, is_nameless: false },
      { is_own: false, is_nameless: true },
    ])
    expect(await periods([theirs])).toEqual([])
    await database.pool.query(
      'UPDATE devices d SET business_id = i.business_id FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL',
    )
  })

  it('may ask for a command and take it back, and pretend nothing about one', async () => {
    const change = (statement: ReturnType<typeof sql>) => requests.write([ours], (transaction) => transaction.rows(statement))
    await expect(change(sql`UPDATE device_commands SET state = 'sent'`)).rejects.toThrow(/row-level security/)
    await expect(change(sql`UPDATE device_commands SET text = 'x'`)).rejects.toThrow(/permission denied/)
    await expect(change(sql`DELETE FROM device_commands`)).rejects.toThrow(/permission denied/)
    await expect(
      change(sql`INSERT INTO device_commands (device_id, business_id, kind, text, expires_at)
        SELECT 1, ${theirs}, 'text', 'x', now() + interval '1 day'`),
    ).rejects.toThrow(/row-level security/)
    expect(await change(sql`UPDATE device_commands SET state = 'cancelled', ended_at = now() RETURNING id`)).toHaveLength(1)
  })

  it('shows names that nobody registered only to who sees every business', async () => {
    await database.pool.query(
      "INSERT INTO unknown_devices (imei, protocol, remote_address) VALUES ('352093081452259', 'gt06', '10.0.0.1')",
    )
    expect([await count([ours], 'unknown_devices'), await count('all', 'unknown_devices')]).toEqual([0, 1])
  })

  it('keeps two tenants apart on one connection, however they take turns', async () => {
    const turns = Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? theirs : ours))
    const visible = (business: number) =>
      requests.read([business], async (transaction) =>
        (await transaction.rows<{ id: number }>(sql`SELECT id FROM businesses`)).map(({ id }) => id),
      )
    // Few requests at the same time. A request that waits too long for its share of the pool is refused, and a slow machine
    // would refuse many.
    for (let round = 0; round < 10; round++)
      expect(await Promise.all(turns.map(visible))).toEqual(turns.map((business) => [business]))
  })

  it('reads no hash of a token, and ends a token by a mark alone (S17)', async () => {
    await expect(count([ours], 'api_tokens WHERE length(secret_hash) = 32')).rejects.toThrow(/permission denied/)
    const change = (statement: ReturnType<typeof sql>) => requests.write([ours], (transaction) => transaction.rows(statement))
    await expect(change(sql`UPDATE api_tokens SET scope = 'write'`)).rejects.toThrow(/permission denied/)
    await expect(change(sql`DELETE FROM api_tokens`)).rejects.toThrow(/permission denied/)
    expect(await change(sql`UPDATE api_tokens SET revoked_at = now() RETURNING id`)).toHaveLength(1)
  })

  it('writes nothing into a contract that is not a super admin’s (R-153)', async () => {
    const change = (statement: ReturnType<typeof sql>) => requests.write([ours], (transaction) => transaction.rows(statement))
    await expect(change(sql`UPDATE businesses SET can_install_devices = false`)).rejects.toThrow(/only a super admin/)
    await expect(change(sql`SELECT * FROM move_business_contents(${theirs}, ${ours})`)).rejects.toThrow(/not in scope/)
  })

  it('changes no tag of a business above, nor everybody’s, and puts nobody’s tag on anything (S2)', async () => {
    const department = await new Tenants(database.pool).business('below ours', 'department', ours)
    const change = (statement: ReturnType<typeof sql>) => requests.write([department], (one) => one.rows(statement))
    expect(
      await requests.read([department], (one) => one.rows(sql`SELECT name FROM tags WHERE business_id IS NOT NULL`)),
    ).toEqual([{ name: 'ours' }])
    expect(await change(sql`UPDATE tags SET name = 'x' RETURNING id`)).toEqual([])
    expect(await change(sql`DELETE FROM tag_groups RETURNING id`)).toEqual([])
    await expect(change(sql`INSERT INTO tags (name, type) VALUES ('x', 'general')`)).rejects.toThrow(/row-level security/)
    await expect(change(sql`INSERT INTO tag_group_tags SELECT 1, id FROM tags WHERE type = 'color' LIMIT 1`)).rejects.toThrow(
      /row-level security/,
    )
    const { rows } = await database.pool.query("SELECT id FROM tags WHERE name = 'theirs'")
    const steal = sql`INSERT INTO entity_tags (entity_id, tag_id) SELECT id, ${rows[0].id}::int FROM entities`
    await expect(requests.write([ours], (one) => one.rows(steal))).rejects.toThrow()
  })

  it('leaves no role and no scope behind, also when it failed', async () => {
    await expect(requests.read([ours], (transaction) => transaction.rows(sql`SELECT 1 / 0`))).rejects.toThrow(/division/)
    const { rows } = await pool.query("SELECT current_user, current_setting('roadbook.scope', true) AS scope")
    expect([rows[0].current_user, rows[0].scope || null]).toEqual(['roadbook', null])
  })

  it('cannot write while it reads, nor write into another tenant at all', async () => {
    await expect(requests.read([ours], (one) => one.rows(sql`UPDATE entities SET name = 'x'`))).rejects.toThrow(/read-only/)
    await requests.write([ours], (one) => one.rows(sql`UPDATE entities SET name = 'changed'`))
    const { rows } = await database.pool.query('SELECT name FROM entities ORDER BY id')
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['changed', 'theirs'])
    await expect(requests.write([ours], (one) => one.rows(sql`UPDATE entities SET business_id = ${theirs}`))).rejects.toThrow(
      /row-level security/,
    )
    await expect(requests.write([ours], (one) => one.rows(sql`DELETE FROM audit_log`))).rejects.toThrow(/permission denied/)
  })
})
