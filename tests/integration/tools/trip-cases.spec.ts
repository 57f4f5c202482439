import { tripCases, type TripCase } from '@roadbook/tools/trips/trip-cases'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('what people corrected of trips', () => {
  let database: TestDatabase
  let tenants: Tenants
  let business: number
  let device: number
  beforeAll(async () => {
    database = await createTestDatabase()
    tenants = new Tenants(database.pool)
    business = await tenants.business('Secret Fleet GmbH')
    const entity = await tenants.entity(business, 'Golf of the boss', { vehicle_type: 'automobile', license_plate: 'B-XY 12' })
    device = (await tenants.install(business, entity)).deviceId
    for (const [minute, north] of [0, 0, 0.009, 0.018, 0.018].entries())
      await tenants.waypoint(device, `2026-03-05T08:0${minute}:00Z`, 47.1234 + north, 9.5)
  })
  afterAll(() => database.drop())

  const casesSince = async (since: string) => {
    const cases: TripCase[] = []
    for await (const one of tripCases(database.pool, Date.parse(since))) cases.push(one)
    return cases
  }

  it('is a case each, with readings as metres and seconds, and nothing that says where, when or whose', async () => {
    const gone = await tenants.trip(device, '2026-03-05T08:01:00Z', '2026-03-05T08:03:00Z')
    await tenants.trip(device, '2026-03-05T10:00:00Z', '2026-03-05T10:20:00Z')
    expect(await casesSince('2026-03-01')).toEqual([])
    await database.pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [gone])
    const [one, ...others] = await casesSince('2026-03-01')
    expect(others).toEqual([])
    expect(one).toMatchObject({ said: 'no-trip', vehicle_type: 'automobile', rest_minutes: null, from_s: 60, till_s: 180 })
    expect(one!.readings.map(({ at_s, step_m, away_m }) => [at_s, step_m, away_m])).toEqual([
      [0, null, 0],
      [60, 0, 0],
      [120, 1_000, 1_000],
      [180, 1_000, 2_000],
      [240, 0, 2_000],
    ])
    expect(Object.keys(one!).sort()).toEqual(['from_s', 'readings', 'rest_minutes', 'said', 'till_s', 'vehicle_type'])
    const facts = ['at_s', 'away_m', 'counted_m', 'ignition', 'movement', 'satellites', 'speed_kph', 'step_m', 'validity']
    for (const reading of one!.readings) expect(Object.keys(reading).sort()).toEqual(facts)
    expect(JSON.stringify(one)).not.toMatch(/47\.1|9\.5|2026|Golf|Fleet|B-XY/)
    expect(await casesSince('2999-01-01')).toEqual([])
  })

  it('is a case of one trip where people joined two, with the rest that the business chose', async () => {
    await tenants.tripJoin(device, '2026-03-05')
    await database.pool.query("INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) VALUES ($1, 'automobile', 7)", [
      business,
    ])
    expect(await casesSince('2026-03-01')).toContainEqual(expect.objectContaining({ said: 'one-trip', rest_minutes: 7 }))
  })

  it('is no case of a vehicle whose whereabouts its business may not see, and has no reading from before the tracker was on it', async () => {
    const moved = await tenants.entity(business, 'Polo')
    const at = '2026-03-05T08:02:30Z'
    await database.pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [device, at])
    await database.pool.query(
      'INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)',
      [device, moved, business, at],
    )
    const gone = await tenants.trip(device, '2026-03-05T08:03:00Z', '2026-03-05T08:04:00Z')
    await database.pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [gone])
    const ofMoved = async () => (await casesSince('2026-03-01')).filter(({ from_s }) => from_s === 0)
    expect((await ofMoved()).map(({ readings }) => readings.length)).toEqual([2])
    await database.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [moved, await tenants.consumer(business)])
    expect(await ofMoved()).toEqual([])
  })
})
