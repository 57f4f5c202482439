import { createAccount } from '@roadbook/identity/accounts'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { demoBusinesses, type DemoBusiness } from './demo-businesses.js'
import { demoAccounts, type DemoAccount } from './demo-accounts.js'
import { addAlerts } from './demo-alerts.js'
import { addConsumers } from './demo-customers.js'
import { demoDays } from './demo-days.js'
import { addDesks } from './demo-desks.js'
import { seedHistory } from './demo-history.js'
import { addMaintenancePlans } from './demo-maintenance.js'
import { addCases } from './demo-missing.js'
import { addSales } from './demo-selling.js'
import { addTags } from './demo-tags.js'
import { addFreeTrackers, DEMO_INSTALLED } from './demo-trackers.js'
import { demoVehicle, type DemoVehicle } from './demo-vehicles.js'

export { demoAccounts, type DemoAccount }

/**
 * Fills an empty database with the demo: businesses, one account per role, 250 vehicles with trackers and some trackers
 * that are not installed, customers, tags and target groups, presets, charts and schedules, subscriptions with orders and
 * invoices, insurances, 90 days of trips, two maintenance plans with their services, cases of missing vehicles, geofences,
 * alert rules and their alerts. Does nothing if the database already contains the demo. Refuses a database with any other
 * data.
 */
export async function seedDemo(pool: pg.Pool, accounts: readonly DemoAccount[], say: (text: string) => void): Promise<void> {
  const { rows } = await pool.query<{ demo: boolean; businesses: number }>(
    'SELECT EXISTS (SELECT FROM businesses WHERE name = $1) AS demo, (SELECT count(*)::int FROM businesses) AS businesses',
    [demoBusinesses[0]?.name],
  )
  const state = rows[0]
  if (state?.demo) return seedPast(pool, say)
  if (state && state.businesses > 0) throw new Error('this database holds businesses of its own; the demo needs an empty one')
  say('Making the businesses, vehicles and people of the demo')
  await inTransaction(pool, async (client) => {
    const ids = new Map<string, number>()
    const nextVehicle = vehicles()
    for (const business of demoBusinesses) await insertBusiness(client, business, null, ids, nextVehicle)
    await addFreeTrackers(client, ids)
    for (const account of accounts) await insertUser(client, account, ids)
    await addConsumers(client)
    await addSales(client)
    await addNeedDays(client)
    await linkCatalogue(client)
    await addTags(client)
    await addDesks(client)
  })
  for (const { email, password, firstName, lastName } of accounts)
    if (password) await createAccount(pool, { email, password, mustChangePassword: false, name: `${firstName} ${lastName}` })
  await seedPast(pool, say)
}

/** Adds the history of the demo. Continues where an earlier start was interrupted. */
async function seedPast(pool: pg.Pool, say: (text: string) => void): Promise<void> {
  const isNew = await seedHistory(pool, { imeis: DEMO_INSTALLED, days: demoDays(), say })
  const vendor = demoBusinesses[0]?.name ?? ''
  await inTransaction(pool, (client) => addMaintenancePlans(client, vendor))
  await inTransaction(pool, (client) => addCases(client, vendor))
  await addAlerts(pool, vendor)
  // The road matcher skips the seventy thousand past trips. They would keep it busy for an hour, and it is not needed
  // because the odometers give their distances.
  if (isNew) await pool.query('UPDATE road_matcher_state SET walked_until = now()')
  // Updates the database's statistics. The database itself does so only about once a minute. Until then it would read all
  // trips for each report, which takes more than a second instead of 20 ms.
  if (isNew) await pool.query('ANALYZE')
}

/** Links the demo's types, brands, models and colours, which are tags of the catalogue, with each other. */
async function linkCatalogue(client: pg.PoolClient): Promise<void> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  await client.query('SELECT link_catalogue_tags(ARRAY(SELECT id FROM entities))')
}

function* vehicles(): Generator<DemoVehicle> {
  for (let index = 0; ; index++) yield demoVehicle(index)
}

/** The towns of Liechtenstein. */
const POSTCODES: Readonly<Record<string, string>> = {
  Vaduz: '9490',
  Eschen: '9492',
  Mauren: '9493',
  Schaan: '9494',
  Triesen: '9495',
  Balzers: '9496',
  Triesenberg: '9497',
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
     VALUES ($1, $2, $3, $4, $5, $6, 'LI', $7, '+423 000 00 00', $8, $9, true) RETURNING id`,
    [
      parentId,
      business.kind,
      business.name,
      `Landstrasse ${7 + 12 * ids.size}`,
      POSTCODES[business.city],
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
    ageDays,
  } = vehicle
  await client.query(
    `WITH entity AS (
       INSERT INTO entities (business_id, name, frame_number, license_plate, vehicle_type, brand, model, color, engine_brand, power_unit, created_at)
       VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, now() - $15::float8 * interval '1 day') RETURNING id, created_at AS at
     ), device AS (
       INSERT INTO devices (imei, business_id, title, model, iccid, firmware_version, protocol, bound_protocol, created_at)
       VALUES ($12, $1, $3, $13, $14, '03.28.07', 'teltonika', 'teltonika', now() - ($15::float8 + 2) * interval '1 day') RETURNING id
     )
     INSERT INTO installations (device_id, entity_id, business_id, installed_at, connected_at, network_passed_at, gps_passed_at,
       external_battery_passed_at, position_passed_at, verified_at)
     SELECT device.id, entity.id, $1, entity.at, entity.at + interval '40 seconds', entity.at + interval '50 seconds', entity.at + interval '2 minutes',
       entity.at + interval '50 seconds', entity.at + interval '2 minutes', entity.at + interval '2 minutes' FROM device, entity`,
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
      ageDays,
    ],
  )
}

/** Adds the daily counts of vehicles that need attention for earlier days. With them, Home can show a trend. */
async function addNeedDays(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO need_days (business_id, day, vehicles)
    SELECT b.id, (now() AT TIME ZONE 'UTC')::date - ago, jsonb_build_object('open_case', 0, 'unverified', b.id % 2, 'silent', (b.id + ago) % 3,
      'low_battery', (b.id + ago / 2) % 2, 'subscription_ending', (b.id + ago / 3) % 4, 'insurance_ending', (b.id + ago / 5) % 2,
      'service_due', (b.id + ago / 4) % 2)
    FROM businesses b, generate_series(1, 14) ago`)
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
