import type { Caller } from '@roadbook/api/auth/caller'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import type { TenantScope } from '@roadbook/api/database/tenant-scope'
import { type DaySum, daySums } from '@roadbook/api/day-sums/index'
import { createPool } from '@roadbook/platform'
import { sized } from '@roadbook/testing/proof'
import type pg from 'pg'
import { Tenants } from '../../support/api/api-tenants.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

/**
 * Time zones. The totals of days are stored for the first one. The second has the same days. For the others, totals are
 * computed from the trips.
 */
const KEPT = 'Europe/Amsterdam'
const ZONES = [KEPT, 'Europe/Berlin', 'America/St_Johns', 'UTC']
const YEAR = { from: '2025-01-01', till: '2025-12-31' }

let database: TestDatabase
let tenants: Tenants
let requests: RequestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = new Tenants(database.pool)
  pool = createPool({ url: database.url, name: 'sums' })
  requests = new RequestDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const caller = (permissions: string[] = []) => ({ permissions: new Set(permissions) }) as unknown as Caller
const inOrder = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Returns the sums that reports, analytics and Home read. */
const told = (
  scope: TenantScope,
  zone: string,
  more: { permissions?: string[]; entities?: number[]; from?: string; till?: string } = {},
) =>
  requests.read(scope, (transaction) =>
    transaction.rows<DaySum>(
      sql`SELECT entity_id, day, trips, distance_m, duration_s, idle_s FROM
        (${daySums(transaction, caller(more.permissions), { ...YEAR, ...more, zone })}) d ORDER BY entity_id, day`,
    ),
  )

/** Returns the same sums from the trips that the list shows to the caller, by a separate statement. */
const counted = (scope: TenantScope, zone: string) =>
  requests.read(scope, (transaction) =>
    transaction.rows<DaySum>(sql`SELECT t.entity_id, to_char(t.started_at AT TIME ZONE ${zone}, 'YYYY-MM-DD') AS day, count(*) AS trips,
        sum(t.distance_m)::bigint AS distance_m, sum(extract(epoch FROM t.ended_at - t.started_at)::numeric(12, 0))::bigint AS duration_s,
        sum(t.idle_s)::bigint AS idle_s
      FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id
      WHERE t.deleted_at IS NULL AND NOT p.hidden_from_business GROUP BY 1, 2 ORDER BY 1, 2`),
  )

describe('sums of days', () => {
  it('are the trips of every vehicle and day of a fleet, whatever the zone and whoever asks', async () => {
    const [ours, theirs] = [await tenants.business('Ours'), await tenants.business('Theirs')]
    for (const business of [ours, theirs])
      for (let vehicle = 0; vehicle < sized('walks', 4, 12); vehicle++) {
        const entity = await tenants.entity(business, `Bike ${vehicle}`)
        const { deviceId } = await tenants.install(business, entity)
        await database.pool.query(
          `INSERT INTO trips (device_id, entity_id, business_id, started_at, ended_at, is_open, start_latitude, start_longitude,
             stop_latitude, stop_longitude, distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count, deleted_at)
           SELECT $1, $2, $3, began, began + make_interval(secs => 300 + n % 1700), n = 400, 0, 0, 0, 0, n * 37 % 9000, 17.3, 30, n % 60, 3,
             CASE WHEN n % 11 = 0 THEN now() END
           FROM generate_series(0, 400) n, LATERAL (SELECT '2025-01-01T00:00Z'::timestamptz + n * interval '21 hours 13 minutes' AS began) x`,
          [deviceId, entity, business],
        )
      }
    await expectDaysToBeSums(database.pool)
    for (const scope of [[ours], [theirs], [ours, theirs], 'all'] as const)
      for (const zone of ZONES) {
        const sums = await told(scope, zone)
        expect(sums.length).toBeGreaterThan(1_000)
        expect([zone, inOrder(sums)]).toEqual([zone, inOrder(await counted(scope, zone))])
      }
    const [first] = await told([ours], KEPT)
    expect(await told([theirs], KEPT, { entities: [first!.entity_id] })).toEqual([])
    expect(await told([], KEPT)).toEqual([])
    const one = { entities: [first!.entity_id], from: '2025-03-30', till: '2025-04-02' }
    expect(await told([ours], KEPT, one)).toEqual(
      (await told([ours], KEPT)).filter(
        ({ entity_id, day }) => entity_id === first!.entity_id && day >= one.from && day <= one.till,
      ),
    )
  })

  it('are one row for a day on which a vehicle had two trackers', async () => {
    const business = await tenants.business('Swapped')
    const entity = await tenants.entity(business, 'Bike')
    const { deviceId } = await tenants.install(business, entity)
    await tenants.trip(deviceId, '2025-05-05T06:00Z', '2025-05-05T06:10Z', { distanceM: 700 })
    await database.pool.query("UPDATE installations SET removed_at = '2025-05-05T08:00Z' WHERE device_id = $1", [deviceId])
    const next = await tenants.install(business, entity)
    await tenants.trip(next.deviceId, '2025-05-05T10:00Z', '2025-05-05T10:20Z', { distanceM: 1_300 })
    const day = { entity_id: entity, day: '2025-05-05', trips: 2, distance_m: 2_000, duration_s: 1_800, idle_s: 0 }
    for (const zone of ZONES) expect(await told([business], zone)).toEqual([day])
  })

  it('G-106 hide what a customer’s vehicle did, but from who looks for it, and while consent is in force', async () => {
    const business = await tenants.business('With customers')
    const entity = await tenants.entity(business, 'Bike', { consumer_id: await tenants.consumer(business) })
    const { deviceId } = await tenants.install(business, entity)
    await tenants.trip(deviceId, '2025-05-05T06:00Z', '2025-05-05T06:10Z')
    const seen = async (permissions: string[] = []) => {
      const rows = await Promise.all(ZONES.map((zone) => told([business], zone, { permissions })))
      return rows.map(({ length }) => length)
    }
    expect(await seen(['manage:missing-entities'])).toEqual([0, 0, 0, 0])
    await tenants.openCase(entity)
    expect(await seen()).toEqual([0, 0, 0, 0])
    expect(await seen(['manage:missing-entities'])).toEqual([1, 1, 1, 1])
    await tenants.consent(entity)
    expect(await seen()).toEqual([1, 1, 1, 1])
  })

  it('G-107 have no trip from while a tracker was on a vehicle on paper alone, and those from when it was shown to have moved', async () => {
    const business = await tenants.business('On paper')
    const customers = await tenants.entity(business, 'Customer’s', { consumer_id: await tenants.consumer(business) })
    const { deviceId } = await tenants.install(business, customers)
    await database.pool.query("UPDATE installations SET removed_at = '2025-05-01T10:00Z' WHERE device_id = $1", [deviceId])
    const van = await tenants.entity(business, 'Van')
    await database.pool.query(
      "INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, '2025-05-01T10:00Z')",
      [deviceId, van, business],
    )
    for (const [day, hour] of [
      [2, '08'],
      [3, '08'],
      [3, '14'],
      [4, '08'],
    ] as const)
      await tenants.trip(deviceId, `2025-05-0${day}T${hour}:00Z`, `2025-05-0${day}T${hour}:30Z`, { distanceM: 1_000 })
    const days = async (zone: string) => (await told([business], zone)).map(({ day, trips }) => [day, trips])
    for (const zone of ZONES) expect([zone, await days(zone)]).toEqual([zone, []])
    await database.pool.query(
      "UPDATE installations SET moved_at = '2025-05-03T12:00Z' WHERE device_id = $1 AND removed_at IS NULL",
      [deviceId],
    )
    const shown = [
      ['2025-05-03', 1],
      ['2025-05-04', 1],
    ]
    for (const zone of ZONES) {
      expect([zone, await days(zone)]).toEqual([zone, shown])
      expect(inOrder(await told([business], zone))).toEqual(inOrder(await counted([business], zone)))
    }
    // The protection also works below the API. Even a statement that reads the sums directly gets no sum of a day that may
    // include hidden trips.
    const rows = await requests.read([business], (one) =>
      one.rows<{ day: string }>(sql`SELECT day::text FROM trip_days WHERE entity_id = ${van} ORDER BY day`),
    )
    expect(rows).toEqual([{ day: '2025-05-04' }])
  })
})
