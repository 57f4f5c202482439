import { randomBytes } from 'node:crypto'
import { migrations } from '@roadbook/migrations/list'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the odometers of an installation that has vehicles already', () => {
  const name = `t_${randomBytes(6).toString('hex')}`
  let pool: pg.Pool
  let tenants: Tenants
  let vendor: number

  const upTo = async (last: number) => {
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString()
    const list = migrations.slice(0, last)
    const source = new DataSource({ type: 'postgres', url, migrations: list, migrationsTransactionMode: 'each', poolSize: 1 })
    await source.initialize()
    await source.runMigrations()
    await source.destroy()
    pool ??= new pg.Pool({ connectionString: url, max: 2 })
  }
  const ask = async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows
  const vehicles: Record<string, { id: number; deviceId?: number }> = {}
  const tracked = async (title: string, counted: number | null) => {
    const id = await tenants.entity(vendor, title)
    const { deviceId } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    await ask('UPDATE device_states SET odometer_m = $2 WHERE device_id = $1', [deviceId, counted])
    vehicles[title] = { id, deviceId }
    return { id, deviceId }
  }
  const rode = async (deviceId: number, day: string, kilometres: number, counter?: readonly [number, number]) => {
    const [from, till] = [`${day}T10:00Z`, `${day}T11:00Z`]
    await tenants.trip(deviceId, from, till, { distanceM: kilometres * 1_000 })
    if (!counter) return
    for (const [nth, at] of [from, till].entries()) {
      await tenants.waypoint(deviceId, at, 49.4, 8.7)
      await ask('UPDATE waypoints SET odometer_m = $3 WHERE device_id = $1 AND positioned_at = $2', [deviceId, at, counter[nth]])
    }
  }
  const serviced = async (entityId: number, kilometres: number, since: string, countedFromM: number) => {
    const [plan] = await ask<{ id: number }>(
      `INSERT INTO maintenance_plans (business_id, title, description, active, activated_at) VALUES ($1, 'Plan', 'Of old', true, $2) RETURNING id`,
      [vendor, since],
    )
    const [trigger] = await ask<{ id: number }>(
      `INSERT INTO maintenance_triggers (plan_id, name, value, metric) VALUES ($1, 'Check', $2, 'kilometers') RETURNING id`,
      [plan!.id, kilometres],
    )
    await ask(
      'INSERT INTO maintenance_plan_entities (plan_id, entity_id, since, counted_from, counted_from_m) VALUES ($1, $2, $3, $3, $4)',
      [plan!.id, entityId, since, countedFromM],
    )
    return { plan_id: plan!.id, trigger_id: trigger!.id }
  }
  const odometer = async (title: string) =>
    Number((await ask<{ m: string }>('SELECT vehicle_odometer_m($1) AS m', [vehicles[title]!.id]))[0]!.m)
  const countedFrom = async (title: string) =>
    (
      await ask<{ m: string }>('SELECT counted_from_m AS m FROM maintenance_plan_entities WHERE entity_id = $1', [
        vehicles[title]!.id,
      ])
    ).map(({ m }) => Number(m))

  beforeAll(async () => {
    await database.pool.query(`CREATE DATABASE ${name}`)
    await upTo(migrations.findIndex((migration) => migration.name.startsWith('Odometers')))
    tenants = new Tenants(pool)
    vendor = await tenants.business('Before')

    const again = await tracked('Started again', 5_800)
    await rode(again.deviceId, '2025-10-01', 5.8, [12_000_000, 12_005_800])
    await serviced(again.id, 10, '2025-10-02', 12_005_800)
    await rode(again.deviceId, '2025-10-03', 5.8, [0, 5_800])

    const none = await tracked('No counter', null)
    for (const [nth, km] of [5.8, 5.8, 9.7, 9.5].entries()) {
      await rode(none.deviceId, `2025-10-0${nth + 1}`, km)
      if (nth === 1) {
        const of = await serviced(none.id, 5, '2025-10-02T20:00Z', 0)
        await ask(
          `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_m, status) VALUES ($1, $2, $3, 5000, 'open')`,
          [none.id, of.plan_id, of.trigger_id],
        )
      }
    }

    const fine = await tracked('Counts well', 1_012_000)
    await rode(fine.deviceId, '2025-10-01', 10, [1_000_000, 1_010_000])
    await serviced(fine.id, 10, '2025-10-02', 1_010_500)

    const still = await tracked('Stands still', 12_345)
    await rode(still.deviceId, '2025-10-01', 30, [12_345, 12_345])

    const byHand = await tracked('Read by hand', null)
    await rode(byHand.deviceId, '2025-10-01', 30)
    await ask('UPDATE entities SET odometer_floor_m = 84000000 WHERE id = $1', [byHand.id])
    await ask(
      `INSERT INTO audit_log (at, action, object_type, object_id, before, after)
       VALUES ('2025-10-02', 'entity.update', 'entity', $1, '{"odometer_m": 0}', '{"odometer_m": 84000000}')`,
      [String(byHand.id)],
    )
    await rode(byHand.deviceId, '2025-10-03', 20)

    const id = await tenants.entity(vendor, 'No tracker')
    await ask('UPDATE entities SET odometer_floor_m = 27000000 WHERE id = $1', [id])
    vehicles['No tracker'] = { id }
    const of = await serviced(id, 15_000, '2025-10-20', 27_000_000)
    await ask(
      `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, status, completed_at, restarted_at, odometer_m, created_at)
       VALUES ($1, $2, $3, 'done', '2025-08-20', '2025-08-20', 20000000, '2025-10-21')`,
      [id, of.plan_id, of.trigger_id],
    )
    await ask(
      `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_m, status) VALUES ($1, $2, $3, 42000000, 'open')`,
      [id, of.plan_id, of.trigger_id],
    )
    await upTo(migrations.length)
  })
  afterAll(async () => {
    await pool.end()
    await database.pool.query(`DROP DATABASE ${name}`)
  })

  it.each([
    ['Started again', 12_011_600],
    ['No counter', 30_800],
    ['Counts well', 1_012_000],
    ['Stands still', 42_345],
    ['Read by hand', 84_020_000],
    ['No tracker', 27_000_000],
  ])('are computed anew: %s shows %d m', async (title, metres) => {
    expect(await odometer(title)).toBe(metres)
  })

  it.each([
    ['Started again', 12_005_800],
    ['No counter', 11_600],
    ['Counts well', 1_010_500],
  ])('count services from what they were then: %s from %d m', async (title, metres) => {
    expect(await countedFrom(title)).toEqual([metres])
  })

  it('have services due by what their intervals are counted from', async () => {
    const due = (title: string) =>
      ask("SELECT due_m::int FROM maintenance_notifications WHERE entity_id = $1 AND status = 'open'", [vehicles[title]!.id])
    expect(await due('No counter')).toEqual([{ due_m: 16_600 }])
    expect(await due('No tracker')).toEqual([{ due_m: 35_000_000 }])
  })

  it('go on from there', async () => {
    const { deviceId } = vehicles['Started again']!
    await ask('UPDATE device_states SET odometer_m = odometer_m + 400 WHERE device_id = $1', [deviceId])
    expect(await odometer('Started again')).toBe(12_012_000)
    await tenants.trip(vehicles['No counter']!.deviceId!, '2025-10-09T10:00Z', '2025-10-09T11:00Z', { distanceM: 1_200 })
    expect(await odometer('No counter')).toBe(32_000)
    await ask('UPDATE trips SET distance_m = 1000 WHERE distance_m = 1200')
    expect(await odometer('No counter')).toBe(31_800)
  })
})

describe('a tracker that came off a customer’s vehicle', () => {
  const odometer = async (id: number) =>
    Number((await database.pool.query<{ m: string }>('SELECT vehicle_odometer_m($1) AS m', [id])).rows[0]!.m)
  let tenants: Tenants
  beforeAll(() => {
    tenants = new Tenants(database.pool)
  })
  const onPaper = async () => {
    const business = await tenants.business('Fietsen BV')
    const [theirs, ours] = [await tenants.entity(business, 'Theirs'), await tenants.entity(business, 'Ours')]
    await database.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [theirs, await tenants.consumer(business)])
    const { deviceId } = await tenants.install(business, theirs)
    await tenants.state(deviceId, new Date())
    await database.pool.query("UPDATE installations SET removed_at = '2025-06-01Z' WHERE device_id = $1", [deviceId])
    await database.pool.query(
      "INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, '2025-06-02Z')",
      [deviceId, ours, business],
    )
    await database.pool.query('UPDATE device_states SET entity_id = $2, odometer_m = odometer_m + 7000 WHERE device_id = $1', [
      ...[deviceId, ours],
    ])
    await tenants.trip(deviceId, '2025-06-03T10:00Z', '2025-06-03T11:00Z', { distanceM: 9_000 })
    return { deviceId, ours }
  }

  it('G-107 gives the new vehicle nothing of what it counted before it was shown to be there', async () => {
    const { deviceId, ours } = await onPaper()
    await database.pool.query("UPDATE installations SET moved_at = '2025-06-04Z' WHERE device_id = $1 AND removed_at IS NULL", [
      deviceId,
    ])
    expect(await odometer(ours)).toBe(0)
    await tenants.trip(deviceId, '2025-06-05T10:00Z', '2025-06-05T11:00Z', { distanceM: 4_000 })
    expect(await odometer(ours)).toBe(4_000)
    await database.pool.query('UPDATE device_states SET odometer_m = odometer_m + 5000 WHERE device_id = $1', [deviceId])
    expect(await odometer(ours)).toBe(5_000)
  })

  it('G-107 leaves nothing behind where it never was', async () => {
    const { deviceId, ours } = await onPaper()
    await database.pool.query("UPDATE installations SET removed_at = '2025-06-04Z' WHERE device_id = $1 AND removed_at IS NULL", [
      deviceId,
    ])
    expect(await odometer(ours)).toBe(0)
  })
})
