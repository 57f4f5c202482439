import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { migrations } from '@roadbook/migrations/list'
import { Tenants } from '../../support/api/api-tenants.js'
import { expectDaysToBeSums, sumsOfDays } from '../../support/database/sums-of-days.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (text: string) => new Date(text).getTime()
/** Returns a pseudo-random generator that gives the same numbers in each run. */
const dice = (seed: number) => (sides: number) => (seed = (seed * 16_807) % 2_147_483_647) % sides

let database: TestDatabase
let tenants: Tenants
let business: number

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = new Tenants(database.pool)
  business = await tenants.business('Fietsen BV')
})
afterAll(() => database.drop())

const ask = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows
const vehicle = async () => {
  const entityId = await tenants.entity(business, 'Bike')
  return { entityId, ...(await tenants.install(business, entityId)) }
}
const ride = (deviceId: number, from: number, distanceM = 1_000, minutes = 10) =>
  tenants.trip(deviceId, new Date(from).toISOString(), new Date(from + minutes * MINUTE).toISOString(), { distanceM })
const daysOf = (entityId: number, zone = 'Europe/Amsterdam') =>
  ask(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, trips, distance_m::int, duration_s::int FROM trip_days d
     JOIN summary_zones z ON z.id = d.zone_id AND z.name = $2 WHERE entity_id = $1 ORDER BY day`,
    [entityId, zone],
  )

describe('the sums of a vehicle’s days', () => {
  it('follow trips that are added, grow, are deleted, restored and taken away, and leave no empty day', async () => {
    const { entityId, deviceId } = await vehicle()
    const first = await ride(deviceId, at('2025-06-02T08:00Z'), 1_000)
    const second = await ride(deviceId, at('2025-06-02T10:00Z'), 2_000)
    const monday = (trips: number, distance_m: number, minutes: number) => ({
      day: '2025-06-02',
      trips,
      distance_m,
      duration_s: minutes * 60,
    })
    expect(await daysOf(entityId)).toEqual([monday(2, 3_000, 20)])
    await ask("UPDATE trips SET ended_at = ended_at + interval '5 minutes', distance_m = 2500 WHERE id = $1", [second])
    expect(await daysOf(entityId)).toEqual([monday(2, 3_500, 25)])
    await ask('UPDATE trips SET deleted_at = now() WHERE id = $1', [first])
    expect(await daysOf(entityId)).toEqual([monday(1, 2_500, 15)])
    await ask('UPDATE trips SET deleted_at = NULL WHERE id = $1', [first])
    expect(await daysOf(entityId)).toEqual([monday(2, 3_500, 25)])
    await ask("UPDATE trips SET started_at = started_at - interval '1 day' WHERE id = $1", [first])
    expect(await daysOf(entityId)).toMatchObject([{ day: '2025-06-01', trips: 1 }, monday(1, 2_500, 15)])
    await ask('DELETE FROM trips WHERE device_id = $1', [deviceId])
    expect(await daysOf(entityId)).toEqual([])
  })

  it('are of the vehicle that a trip is of, also when that turns out to be another, or none', async () => {
    const [one, other] = [await vehicle(), await vehicle()]
    const trip = await ride(one.deviceId, at('2025-06-02T08:00Z'))
    await ask('UPDATE trips SET entity_id = $2 WHERE id = $1', [trip, other.entityId])
    expect([await daysOf(one.entityId), await daysOf(other.entityId)]).toEqual([[], [expect.objectContaining({ trips: 1 })]])
    await ask('UPDATE trips SET entity_id = NULL WHERE id = $1', [trip])
    expect(await daysOf(other.entityId)).toEqual([])
  })

  it('hold the trips of both trackers of a day on which one replaced the other', async () => {
    const { entityId, deviceId } = await vehicle()
    await ride(deviceId, at('2025-06-03T06:00Z'), 1_000)
    await ask("UPDATE installations SET removed_at = '2025-06-03T09:00Z' WHERE device_id = $1", [deviceId])
    const next = await tenants.install(business, entityId)
    await ride(next.deviceId, at('2025-06-03T10:00Z'), 4_000)
    expect(await daysOf(entityId)).toMatchObject([{ distance_m: 1_000 }, { distance_m: 4_000 }])
    await expectDaysToBeSums(database.pool)
  })

  it('are not written again by a change that they do not tell', async () => {
    const { entityId, deviceId } = await vehicle()
    await ride(deviceId, at('2025-06-04T06:00Z'))
    const versions = () => ask('SELECT xmin, ctid FROM trip_days WHERE entity_id = $1', [entityId])
    const before = await versions()
    await ask('UPDATE trips SET updated_at = now(), max_speed_kph = max_speed_kph + 1 WHERE device_id = $1', [deviceId])
    expect(await versions()).toEqual(before)
  })

  it('stay right while several write trips of the same vehicles and days at once', async () => {
    const trackers = [await vehicle(), await vehicle(), await vehicle()]
    const writer = async (seed: number) => {
      const roll = dice(seed)
      const own = []
      for (let n = 0; n < 12; n++)
        own.push(await ride(trackers[n % 3]!.deviceId, at('2025-06-10T20:00Z') + seed * 13 * MINUTE + roll(4) * HOUR * 4 + n))
      for (let n = 0; n < 60; n++) {
        const some = own.filter(() => roll(3) === 0)
        const change = [
          `deleted_at = CASE WHEN deleted_at IS NULL THEN now() END`,
          `distance_m = ${roll(5_000)}`,
          `started_at = started_at + interval '5 hours', ended_at = ended_at + interval '5 hours'`,
          `started_at = started_at - interval '5 hours', ended_at = ended_at - interval '5 hours'`,
        ][roll(4)]
        await ask(`UPDATE trips SET ${change} WHERE id = ANY ($1::bigint[])`, [some])
      }
    }
    // Only the sums are tested here, so trips may overlap in this test.
    await ask('ALTER TABLE trips DROP CONSTRAINT trips_no_overlap')
    await Promise.all([1, 2, 3, 4, 5].map(writer))
    await expectDaysToBeSums(database.pool)
  })

  it('are of a deletion as well as of the checkpoint that it waits for', async () => {
    const { entityId, deviceId } = await vehicle()
    const [closed, open] = [
      await ride(deviceId, at('2025-06-05T06:00Z'), 1_000),
      await ride(deviceId, at('2025-06-05T08:00Z'), 2_000),
    ]
    const checkpoint = await database.pool.connect()
    await checkpoint.query('BEGIN')
    await checkpoint.query('UPDATE trips SET distance_m = 2700 WHERE id = $1', [open])
    const deletion = ask('UPDATE trips SET deleted_at = now() WHERE id = $1', [closed])
    await checkpoint.query('COMMIT')
    checkpoint.release()
    await deletion
    expect(await daysOf(entityId)).toMatchObject([{ trips: 1, distance_m: 2_700 }])
  })
})

describe('days of time zones', () => {
  const keep = (...names: string[]) => ask('SELECT keep_summary_zones($1)', [names])
  afterAll(() => keep('Europe/Amsterdam'))

  it('G-97 have 23 and 25 hours where the clock changes, and begin at the half hour where the zone does', async () => {
    await keep('Europe/Amsterdam', 'Asia/Kolkata')
    const { entityId, deviceId } = await vehicle()
    // The first and the last minute of two days: one of 23 hours, and one of 25 hours.
    for (const minute of ['2025-03-29T23:00Z', '2025-03-30T21:58Z', '2025-10-25T22:00Z', '2025-10-26T22:58Z'])
      await ride(deviceId, at(minute), 100, 1)
    await ride(deviceId, at('2025-03-30T22:00Z'), 100, 1)
    expect(await daysOf(entityId)).toMatchObject([
      ...[
        { day: '2025-03-30', trips: 2 },
        { day: '2025-03-31', trips: 1 },
        { day: '2025-10-26', trips: 2 },
      ],
    ])
    const night = await vehicle()
    for (const minute of ['2025-03-29T18:29Z', '2025-03-29T18:30Z']) await ride(night.deviceId, at(minute), 100, 1)
    expect(await daysOf(night.entityId, 'Asia/Kolkata')).toMatchObject([{ day: '2025-03-29' }, { day: '2025-03-30' }])
    await expectDaysToBeSums(database.pool)
  })

  it('are counted when a zone is added and gone when it is not kept any more', async () => {
    await keep('Europe/Amsterdam', 'America/St_Johns')
    expect(new Set((await sumsOfDays(database.pool)).kept.map((row) => row.split(',')[0]))).toEqual(
      new Set(['(Europe/Amsterdam', '(America/St_Johns']),
    )
    await expectDaysToBeSums(database.pool)
    await keep('Europe/Amsterdam')
    expect((await ask<{ zones: number }>('SELECT count(DISTINCT zone_id)::int AS zones FROM trip_days'))[0]).toEqual({ zones: 1 })
  })

  it('miss no trip that is being written while a zone is added', async () => {
    const { entityId, deviceId } = await vehicle()
    const consumer = await database.pool.connect()
    await consumer.query('BEGIN')
    await new Tenants({ database: { pool: consumer as unknown as pg.Pool } }).trip(
      deviceId,
      '2025-06-06T08:00Z',
      '2025-06-06T08:30Z',
    )
    const added = keep('Europe/Amsterdam', 'Asia/Tokyo')
    await consumer.query('COMMIT')
    consumer.release()
    await added
    expect(await daysOf(entityId, 'Asia/Tokyo')).toMatchObject([{ trips: 1 }])
  })

  it('are those of another zone only for days that begin when its days do', async () => {
    await ask("SELECT keep_summary_zones('{Europe/Amsterdam,Atlantic/Azores}')")
    const matches = async (zone: string, from: string, till: string) => {
      const [found] = await ask<{ name: string | null }>(
        'SELECT (SELECT name FROM summary_zones WHERE id = summary_zone_for($1, $2, $3)) AS name',
        [zone, from, till],
      )
      return found?.name
    }
    expect(await matches('Europe/Berlin', '2025-01-01', '2025-12-31')).toBe('Europe/Amsterdam')
    expect(await matches('Atlantic/Cape_Verde', '2025-10-27', '2025-10-30')).toBe('Atlantic/Azores')
    // In both zones, clocks show midnight at 01:00 UTC. In the Azores they also showed midnight an hour before.
    expect(await matches('Atlantic/Cape_Verde', '2025-10-26', '2025-10-30')).toBeNull()
    await ask("SELECT keep_summary_zones('{Europe/Amsterdam}')")
  })

  it('are refused for a name that is no zone’s, and those before stay', async () => {
    await expect(keep('Europe/Amsterdam', 'Mars/Olympus')).rejects.toThrow('Mars/Olympus')
    expect(await ask("SELECT name FROM summary_zones WHERE name LIKE 'Mars%'")).toEqual([])
    await expectDaysToBeSums(database.pool)
  })
})

describe('an installation that has trips already', () => {
  it('has the sums of all of them after the upgrade', async () => {
    const name = `t_${randomBytes(6).toString('hex')}`
    await ask(`CREATE DATABASE ${name}`)
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString()
    const upTo = async (last: number) => {
      const list = migrations.slice(0, last)
      const source = new DataSource({ type: 'postgres', url, migrations: list, migrationsTransactionMode: 'each', poolSize: 1 })
      await source.initialize()
      await source.runMigrations()
      await source.destroy()
    }
    const before = migrations.findIndex((migration) => migration.name.startsWith('TripDays'))
    await upTo(before)
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    const old = new Tenants(pool)
    const vendor = await old.business('Before')
    const { deviceId } = await old.install(vendor, await old.entity(vendor, 'Old bike'))
    for (let day = 1; day < 28; day++) {
      const date = `2025-10-${String(day).padStart(2, '0')}`
      await old.trip(deviceId, `${date}T21:50Z`, `${date}T22:20Z`, { distanceM: day })
      await old.trip(deviceId, `${date}T22:30Z`, `${date}T23:20Z`, { distanceM: day })
    }
    await upTo(migrations.length)
    await expectDaysToBeSums(pool)
    await pool.end()
    await ask(`DROP DATABASE ${name}`)
  })
})
