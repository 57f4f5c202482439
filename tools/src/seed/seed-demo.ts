import { createAccount } from '@roadbook/identity/accounts'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { demoBusinesses, type DemoBusiness } from './demo-businesses.js'
import { demoAccounts, type DemoAccount } from './demo-accounts.js'
import { addAlertRules } from './demo-alerts.js'
import { demoDays } from './demo-days.js'
import { seedHistory } from './demo-history.js'
import { addMaintenancePlans } from './demo-maintenance.js'
import { addCases } from './demo-missing.js'
import { demoVehicle, type DemoVehicle } from './demo-vehicles.js'

export { demoAccounts, type DemoAccount }

/**
 * Fills an empty database with the demo: businesses, one account a role, 250 vehicles with trackers, consumers, cases of
 * missing vehicles, two maintenance plans with their services, 90 days of trips, geofences and alert rules. Does nothing when it was
 * done before; refuses a database that holds anything else.
 */
export async function seedDemo(pool: pg.Pool, accounts: readonly DemoAccount[], say: (text: string) => void): Promise<void> {
  const { rows } = await pool.query<{ demo: boolean; businesses: number }>(
    'SELECT EXISTS (SELECT FROM businesses WHERE name = $1) AS demo, (SELECT count(*)::int FROM businesses) AS businesses',
    [demoBusinesses[0]?.name],
  )
  const state = rows[0]
  if (state?.demo) return seedPast(pool, say)
  if (state && state.businesses > 0) throw new Error('this database holds businesses of its own; the demo needs an empty one')
  say('Seeding the demo fleet')
  await inTransaction(pool, async (client) => {
    const ids = new Map<string, number>()
    const nextVehicle = vehicles()
    for (const business of demoBusinesses) await insertBusiness(client, business, null, ids, nextVehicle)
    await addConsumers(client)
    await addSubscriptions(client)
    await addOrders(client)
    await addNeedDays(client)
    await addInsurances(client)
    for (const account of accounts) await insertUser(client, account, ids)
    await linkCatalogue(client)
  })
  for (const { email, password, firstName, lastName } of accounts)
    if (password) await createAccount(pool, { email, password, mustChangePassword: false, name: `${firstName} ${lastName}` })
  await seedPast(pool, say)
}

/** Goes on where an earlier start was interrupted. */
async function seedPast(pool: pg.Pool, say: (text: string) => void): Promise<void> {
  const isNew = await seedHistory(pool, demoDays(), say)
  await inTransaction(pool, (client) => addMaintenancePlans(client, demoBusinesses[0]?.name ?? ''))
  await inTransaction(pool, (client) => addCases(client, demoBusinesses[0]?.name ?? ''))
  await inTransaction(pool, (client) => addAlertRules(client, demoBusinesses[0]?.name ?? ''))
  // Seventy thousand trips of the past would keep the road matcher busy for an hour: their odometers say how far they were.
  if (isNew) await pool.query('UPDATE road_matcher_state SET walked_until = now()')
  // The database counts new rows about once a minute. Until then it reads all trips for each report: a second and more instead of 20 ms.
  if (isNew) await pool.query('ANALYZE')
}

/** The demo's types, brands, models and colours as the tags of the catalogue. */
async function linkCatalogue(client: pg.PoolClient): Promise<void> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  await client.query('SELECT link_catalogue_tags(ARRAY(SELECT id FROM entities))')
}

function* vehicles(): Generator<DemoVehicle> {
  for (let index = 0; ; index++) yield demoVehicle(index)
}

async function insertBusiness(
  client: pg.PoolClient,
  business: DemoBusiness,
  parentId: number | null,
  ids: Map<string, number>,
  vehicle: Generator<DemoVehicle>,
): Promise<void> {
  const slug = business.name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '')
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO businesses (parent_id, kind, name, address, postcode, city, country, email, phone, has_customers, recovery_contract, show_statistics)
     VALUES ($1, $2, $3, $4, '9490', $5, 'LI', $6, '+423 000 00 00', $7, $8, true) RETURNING id`,
    [
      parentId,
      business.kind,
      business.name,
      'Landstrasse 1',
      business.city,
      `info@${slug}.example`,
      business.hasCustomers ?? false,
      business.recoveryContract ?? false,
    ],
  )
  const id = rows[0]?.id as number
  ids.set(business.name, id)
  for (let count = 0; count < business.entities; count++) await insertVehicle(client, vehicle.next().value as DemoVehicle, id)
  for (const below of business.below ?? []) await insertBusiness(client, below, id, ids, vehicle)
}

async function insertVehicle(client: pg.PoolClient, vehicle: DemoVehicle, businessId: number): Promise<void> {
  const {
    name,
    deviceTitle,
    frameNumber,
    licensePlate,
    vehicleType,
    brand,
    model,
    color,
    engineBrand,
    powerUnit,
    imei,
    iccid,
    deviceModel,
  } = vehicle
  await client.query(
    `WITH entity AS (
       INSERT INTO entities (business_id, name, frame_number, license_plate, vehicle_type, brand, model, color, engine_brand, power_unit, created_at)
       VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, now() - interval '100 days') RETURNING id
     ), device AS (
       INSERT INTO devices (imei, business_id, title, model, iccid, firmware_version)
       VALUES ($12, $1, $3, $13, $14, '03.28.07') RETURNING id
     )
     INSERT INTO installations (device_id, entity_id, business_id, installed_at)
     SELECT device.id, entity.id, $1, now() - interval '100 days' FROM device, entity`,
    [
      businessId,
      name,
      deviceTitle,
      frameNumber,
      licensePlate,
      vehicleType,
      brand,
      model,
      color,
      engineBrand,
      powerUnit,
      imei,
      deviceModel,
      iccid,
    ],
  )
}

/** Every ninth bike of a dealer belongs to a consumer and is hidden; of one of them consent is in force, one is missing. */
async function addConsumers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: number; business_id: number }>(
    `SELECT e.id, e.business_id FROM entities e JOIN businesses b ON b.id = e.business_id
     WHERE b.has_customers AND e.vehicle_type IN ('eBike', 'eCargoBike', 'speedPedelec') ORDER BY e.id`,
  )
  const consumerBikes = rows.filter((_, index) => index % 5 === 0)
  for (const [index, { id, business_id }] of consumerBikes.entries())
    await client.query(
      `WITH consumer AS (
         INSERT INTO consumers (business_id, first_name, last_name, email, locale)
         VALUES ($2, 'Kim', $3, $4, 'de') RETURNING id
       ) UPDATE entities SET consumer_id = consumer.id FROM consumer WHERE entities.id = $1`,
      [id, business_id, `Kunde ${index + 1}`, `kim${index + 1}@customer.example`],
    )
  // Two of three have the app; what they are told lies in the mailbox.
  await client.query(
    `INSERT INTO push_registrations (consumer_id, kind, address, address_hash)
     SELECT id, 'fcm', jsonb_build_object('token', 'demo-phone-' || id), sha256(convert_to('demo-phone-' || id, 'UTF8'))
     FROM consumers WHERE id % 3 > 0`,
  )
  const [, agreed, lost] = consumerBikes
  if (agreed)
    await client.query(
      "INSERT INTO consents (entity_id, granted_at, expires_at) VALUES ($1, now(), now() + interval '60 minutes')",
      [agreed.id],
    )
  if (lost)
    await client.query(
      `INSERT INTO missing_cases (entity_id, reason, note, opened_at)
       VALUES ($1, 'stolen', 'Lock cut through at the station, reported to the police', now() - interval '5 hours')`,
      [lost.id],
    )
}

/**
 * Each vendor offers two products to everybody below it. Two of three vehicles have one, some of them for a few days more; the
 * missing one is among them, because without it there would be no case. Few are over since three days, and in their days of grace.
 */
async function addSubscriptions(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO subscriptions (business_id, title, description, default_price_minor, discount_price_minor, period)
    SELECT b.id, o.title, o.description, o.price, o.discount, o.period FROM businesses b,
      (VALUES ('Track & Trace', 'Live map, trips and reports', 595, NULL, 'month'),
        ('Track & Recover', 'As Track & Trace, with the search for a missing vehicle', 6900, 5900, 'year')) o (title, description, price, discount, period)
    WHERE b.parent_id IS NULL`)
  await client.query(
    'INSERT INTO business_subscriptions (business_id, subscription_id) SELECT business_id, id FROM subscriptions',
  )
  await client.query(`INSERT INTO entity_subscriptions
      (entity_id, subscription_id, starts_at, ends_at, period, currency, price_minor, grace_days)
    SELECT e.id, s.id, now() - (4 + e.id % 300) * interval '1 day' - interval '1 hour',
      now() + CASE WHEN e.id % 40 = 1 THEN -3 ELSE 5 + e.id * 7 % 360 END * interval '1 day', s.period, s.currency, s.default_price_minor, 14
    FROM entities e JOIN businesses b ON b.id = e.business_id
    JOIN subscriptions s ON s.business_id = b.path[1] AND s.title = CASE WHEN e.id % 2 = 0 THEN 'Track & Trace' ELSE 'Track & Recover' END
    WHERE e.id % 3 > 0 OR EXISTS (SELECT FROM missing_cases m WHERE m.entity_id = e.id)`)
  await client.query("UPDATE subscriptions SET grace_days = 14, bills = period = 'year'")
}

/** What needed attention on the days before, so that Home tells whether it became more. */
async function addNeedDays(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO need_days (business_id, day, vehicles)
    SELECT b.id, (now() AT TIME ZONE 'UTC')::date - ago, jsonb_build_object('open_case', 0, 'unverified', b.id % 2, 'silent', (b.id + ago) % 3,
      'low_battery', (b.id + ago / 2) % 2, 'subscription_ending', (b.id + ago / 3) % 4, 'insurance_ending', (b.id + ago / 5) % 2,
      'service_due', (b.id + ago / 4) % 2)
    FROM businesses b, generate_series(1, 14) ago`)
}

/** What vehicles have was paid, but for one of five; the next period of what ends soon is still to be paid. */
async function addOrders(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO orders (business_id, seller_id, entity_id, subscription_id, entity_name, title, period, grace_days,
      currency, price_minor, created_at, status, method, paid_at, entity_subscription_id, starts_at, ends_at, follows_id, follows_at)
    SELECT e.business_id, s.business_id, e.id, s.id, e.name, s.title, x.period, x.grace_days, x.currency, x.price_minor, told.*
    FROM entity_subscriptions x JOIN entities e ON e.id = x.entity_id JOIN subscriptions s ON s.id = x.subscription_id,
      LATERAL (
        SELECT x.starts_at - interval '2 days', 'paid', 'book', x.starts_at, x.id, x.starts_at, x.ends_at, NULL::int, NULL::timestamptz
        WHERE x.id % 5 > 0 AND x.starts_at < x.ends_at
        UNION ALL
        SELECT now() - interval '1 day', 'open', NULL, NULL, NULL, NULL, NULL, x.id, x.ends_at
        WHERE x.ends_at < now() + interval '14 days'
      ) told`)
}

/** Every second vehicle is insured; of some that ends soon, or has ended. */
async function addInsurances(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO insurances
      (entity_id, insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency)
    SELECT e.id, (ARRAY['Noordzee Verzekeringen', 'Velosure', 'Alpen Versicherung'])[1 + e.id % 3], 'P-' || 240000 + e.id,
      (ARRAY['theft', 'comprehensive', 'liability', 'partial'])[1 + e.id / 2 % 4], now()::date - (e.id % 300 + 40),
      now()::date - 20 + e.id * 7 % 340, 90000 + e.id % 40 * 8000, 'EUR'
    FROM entities e WHERE e.id % 2 = 0 AND e.vehicle_type <> 'unregistered'`)
}

async function insertUser(client: pg.PoolClient, account: DemoAccount, ids: Map<string, number>): Promise<void> {
  const businessId = account.business === undefined ? null : ids.get(account.business)
  if (businessId === undefined) throw new Error(`no demo business ${account.business}`)
  await client.query(
    `INSERT INTO users (business_id, role_id, email, first_name, last_name, city, locale, time_zone)
     SELECT $1, id, $2, $3, $4, 'Vaduz', $5, 'Europe/Vaduz' FROM roles WHERE key = $6`,
    [businessId, account.email, account.firstName, account.lastName, account.locale, account.role],
  )
}
