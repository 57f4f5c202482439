import type { Tenants } from './api-tenants.js'

/** Tables that the proof over the catalogue treats as exceptions. */
export const READERS = {
  /** Tables whose rows belong to no business yet, so that only users who see every business can read them. */
  operatorsOnly: ['device_deliveries', 'unknown_devices'],
  /** SQL conditions for rows that every tenant sees, because they belong to the catalogue that comes with the product. */
  shared: {
    tags: 'business_id IS NULL',
    tag_groups: 'business_id IS NULL',
    tag_group_tags: 'group_id IN (SELECT id FROM tag_groups WHERE business_id IS NULL)',
  } as Record<string, string>,
}

/**
 * Adds one row of everything for a tenant. With two tenants, each table that requests may read then has rows of two
 * tenants.
 */
export async function populateForCatalogue(tenants: Tenants, name: string): Promise<number> {
  const { pool } = tenants
  const business = await tenants.business(name)
  const user = await tenants.user(`${name}@x.example`, 'manager', business)
  await tenants.grant(user, 'read:map')
  await pool.query('INSERT INTO api_tokens (user_id, name, secret_hash) VALUES ($1, $2, sha256($2::text::bytea))', [user, name])
  await pool.query("INSERT INTO idempotency_keys (user_id, key, fingerprint) VALUES ($1, 'a key', sha256('x'))", [user])
  const consumer = await tenants.consumer(business)
  const entity = await tenants.entity(business, name, { consumer_id: consumer })
  await tenants.told(await tenants.notification(business, name), consumer, name)
  const { deviceId } = await tenants.install(business, entity)
  await tenants.state(deviceId, new Date())
  const trip = await tenants.trip(deviceId, '2025-06-01T08:00Z', '2025-06-01T09:00Z')
  await tenants.logTrip(trip)
  await tenants.matchTrip(trip, 12_000)
  const missing = await tenants.openCase(entity)
  await tenants.caseRoom(missing, deviceId)
  await pool.query('INSERT INTO customer_disclosures (case_id, consumer_id) VALUES ($1, $2)', [missing, consumer])
  await tenants.vehicleShare(entity)
  await tenants.needDay(business, 7, { silent: 1 })
  const fence = await tenants.geofence(business, name)
  const rule = await tenants.alertRule(business, name, [fence])
  const alert = await tenants.alert(rule, entity, deviceId, new Date(), fence)
  await pool.query("INSERT INTO alert_news (alert_id, change) VALUES ($1, 'raised')", [alert])
  await pool.query("INSERT INTO alert_tellings (alert_id, user_id, change, bell_at) VALUES ($1, $2, 'raised', now())", [
    alert,
    user,
  ])
  await pool.query('INSERT INTO alert_rule_users (rule_id, user_id) VALUES ($1, $2)', [rule, user])
  await tenants.webhookDelivery(await tenants.webhook(business))
  const product = await tenants.subscription(business)
  await tenants.attach(business, product)
  const course = await tenants.subscribe(entity, product)
  await pool.query("INSERT INTO subscription_notices (entity_subscription_id, kind, ends_at) VALUES ($1, 'week', now())", [
    course,
  ])
  await tenants.insuranceDocument(await tenants.insure(entity))
  await tenants.providerPayment(await tenants.order(entity, product))
  await tenants.invoice(business, entity, product)
  await tenants.vehiclePhoto(entity)
  await tenants.consent(entity)
  await tenants.job(business, user)
  await pool.query(
    `INSERT INTO exported_files (id, user_id, name, business_ids, expires_at)
     SELECT gen_random_uuid(), u.id, 'list.csv', ARRAY[u.business_id], now() + interval '1 day' FROM users u WHERE u.id = $1`,
    [user],
  )
  await pool.query("INSERT INTO analytics_charts (user_id, charts) VALUES ($1, '[]')", [user])
  await pool.query("INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) VALUES ($1, 'moped', 2)", [business])
  await tenants.tripRecalculation(entity)
  await tenants.tripJoin(deviceId, '2025-06-01T00:00Z')
  await pool.query('INSERT INTO user_devices (user_id, device_id) VALUES ($1, $2)', [user, deviceId])
  await pool.query('INSERT INTO identity_changes (business_id, subject) VALUES ($1, $2)', [business, name])
  await pool.query(
    "INSERT INTO device_commands (device_id, business_id, kind, text, expires_at) VALUES ($1, $2, 'text', 'getver', now() + interval '1 day')",
    [deviceId, business],
  )
  await tenants.doubtedSender(deviceId)
  await pool.query(
    `WITH spoke AS (
       INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, '203.0.0.0/16', 'disputed', now(), now())
     )
     INSERT INTO tracker_disputes (device_id, business_id, network, protocol, began_at, noticed_at, was_believed)
     VALUES ($1, $2, '203.0.0.0/16', 'teltonika', now(), now(), FALSE)`,
    [deviceId, business],
  )
  await pool.query(
    `WITH tag AS (INSERT INTO tags (business_id, type, name) VALUES ($1, 'general', $2) RETURNING id),
       tag_group AS (INSERT INTO tag_groups (business_id, name) VALUES ($1, $2) RETURNING id),
       link AS (INSERT INTO tag_group_tags (group_id, tag_id) SELECT tag_group.id, tag.id FROM tag_group, tag),
       worn AS (INSERT INTO entity_tags (entity_id, tag_id) SELECT $3, id FROM tag),
       ruled AS (INSERT INTO alert_rule_tags (rule_id, tag_id) SELECT $5, id FROM tag)
     INSERT INTO bulk_changes (user_id, changes) VALUES ($4, '[]')`,
    [business, name, entity, user, rule],
  )
  await pool.query("INSERT INTO geocoded_cells (latitude, longitude, locale, business_id) VALUES (471391, 95209, 'de', $1)", [
    business,
  ])
  await tenants.sim(business, `893100000000000${String(business).padStart(4, '0')}`)
  await tenants.deviceUpdate(deviceId, '1.0')
  await tenants.deviceImport(business)
  await tenants.entityImport(business)
  await tenants.historyImport(business, entity)
  await tenants.possession(business)
  await tenants.installPreset(user, name)
  await tenants.returnPhoto(await tenants.deviceReturn(deviceId))
  const plan = await tenants.maintenancePlan(business, name)
  await tenants.maintain(plan, entity)
  await tenants.maintenancePhoto(await tenants.maintenanceNotification(plan, entity))
  await tenants.calendarLink(user)
  await tenants.reportSchedule(user, business, name)
  await tenants.reportRequest(user)
  await pool.query("INSERT INTO audit_log (business_id, action, object_type) VALUES ($1, 'account.update', 'user')", [business])
  await pool.query(
    "INSERT INTO unknown_devices (imei, protocol, remote_address) VALUES ($1, 'gt06', '10.0.0.1') ON CONFLICT DO NOTHING",
    ['352093081452259'],
  )
  return business
}
