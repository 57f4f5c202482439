import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { MATCH_ROADS } from '@roadbook/api/road-matching/match-roads'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobBench } from '../../support/api/job-bench.js'
import { RoadMatcherDouble } from '../../support/api/road-matcher-double.js'
import { until } from '@roadbook/testing/until'

/**
 * Maximum number of requests per second. It is high enough for a fast test, and so low that two uncoordinated processes
 * exceed it.
 */
const RATE = 20
const READER = 'reader@fleet.example'

let api: ApiUnderTest
let tenants: Tenants
let matcher: RoadMatcherDouble
let bench: JobBench
let business: number

async function start(kind: 'valhalla' | 'osrm', mostPoints?: number): Promise<void> {
  matcher = await RoadMatcherDouble.start(kind, RATE, mostPoints)
  await startApi(matcher.environment)
}
async function startApi(environment: Record<string, string>): Promise<void> {
  api = await ApiUnderTest.start(environment)
  tenants = new Tenants(api)
  // The queue is created after the start.
  await until('the API has opened its queue', hasQueue)
  bench = await JobBench.start({ DATABASE_URL: api.database.urlOf('web') }, undefined, false)
  business = await tenants.business('Fleet')
  await tenants.user(READER, 'manager', business)
  // The trigger is switched off, because tests set the time at which a trip was closed themselves.
  await api.rows('ALTER TABLE trips DISABLE TRIGGER trips_note_closing')
}
const hasQueue = async () => {
  const [found] = await api.rows<{ there: boolean }>("SELECT to_regclass('jobs.schedule') IS NOT NULL AS there")
  return found?.there && (await api.rows('SELECT 1 FROM jobs.schedule WHERE name = $1', [MATCH_ROADS.kind])).length === 1
}
async function stopApi(): Promise<void> {
  await bench.stop()
  await api.stop()
}
async function stop(): Promise<void> {
  await stopApi()
  await matcher.stop()
}

/** Adds a trip to the north with ten fixes. They are one minute and a hundred metres apart. */
async function ride(name: string, { latitude = 47, day = 1, entity }: { latitude?: number; day?: number; entity?: number } = {}) {
  const { deviceId } = await tenants.install(business, entity ?? (await tenants.entity(business, name)))
  const at = (minute: number) => `2026-06-0${day}T08:${String(minute).padStart(2, '0')}:00Z`
  for (let minute = 0; minute < 10; minute++) await tenants.waypoint(deviceId, at(minute), latitude + minute * 0.0009, 9.5)
  // Adds an unusable fix, which must not be sent to the matcher.
  await tenants.waypoint(deviceId, `2026-06-0${day}T08:05:30Z`, latitude + 1, 9.5, 1)
  const id = await tenants.trip(deviceId, at(0), at(9), { distanceM: 900 })
  await api.rows("UPDATE trips SET closed_at = now() - interval '2 minutes' WHERE id = $1", [id])
  return { id, deviceId }
}
const tripOf = async (id: number) => (await api.get(`/trips/${id}`, READER)).body.data
const untilTrip = (id: number, matchedM: number) =>
  until(`trip ${id} is ${matchedM} m by road`, () => tripOf(id), { fits: (trip) => trip.matched_distance_m === matchedM })
const walkAgain = () => api.rows("UPDATE road_matcher_state SET walked_until = now() - interval '1 hour'")
const run = async () => {
  const job = (await bench.enqueue(MATCH_ROADS, {})) ?? ''
  expect((await bench.until(job, 'done', 'failed')).state).toBe('done')
}
const untilRow = (table: string, condition: string) =>
  until(`there is a row of ${table} where ${condition}`, () => api.rows<Row>(`SELECT *, (${condition}) AS fits FROM ${table}`), {
    fits: (rows) => rows.some(({ fits }) => fits),
  })
type Row = { fits: boolean | null }

describe.each(['valhalla', 'osrm'] as const)('trips by road, from %s', (kind) => {
  beforeAll(() => start(kind))
  afterAll(() => stop())

  it('have the distance by road beside the one that was measured, in the list and alone', async () => {
    const { id } = await ride('By road')
    expect(await tripOf(id)).toMatchObject({ distance_m: 900, matched_distance_m: null })
    await walkAgain()
    await run()
    expect(await tripOf(id)).toMatchObject({ distance_m: 900, matched_distance_m: expect.closeTo(1_201, -1) })
    const [listed] = (await api.get('/trips', READER)).body.data
    expect(listed.matched_distance_m).toBe((await tripOf(id)).matched_distance_m)
    expect(matcher.asked.map((points) => points.length)).toEqual([10])
  })

  it('lose it when they are cut anew, and are matched anew', async () => {
    const { id, deviceId } = await ride('Cut anew')
    await walkAgain()
    await run()
    const [before] = [await tripOf(id)]
    expect(before.matched_distance_m).not.toBeNull()
    await tenants.waypoint(deviceId, '2026-06-01T08:10:00Z', 47.0162, 9.5)
    await api.rows("UPDATE trips SET ended_at = '2026-06-01T08:10:00Z', distance_m = 1800, waypoint_count = 4 WHERE id = $1", [
      id,
    ])
    expect((await tripOf(id)).matched_distance_m).toBeNull()
    await api.rows("UPDATE trips SET closed_at = now() - interval '2 minutes' WHERE id = $1", [id])
    await walkAgain()
    await run()
    expect((await tripOf(id)).matched_distance_m).toBeGreaterThan(before.matched_distance_m)
  })

  it('are sent once, and have none where there is no road', async () => {
    const before = matcher.asked.length
    const { id } = await ride('At sea', { latitude: -10 })
    await walkAgain()
    await run()
    await untilRow('trip_matches', `trip_id = ${id} AND matched_at IS NOT NULL`)
    expect((await tripOf(id)).matched_distance_m).toBeNull()
    await walkAgain()
    await run()
    expect(matcher.asked).toHaveLength(before + 1)
  })

  it('are not sent where nobody of the business may see the vehicle, where they are deleted, or still going on', async () => {
    const before = matcher.asked.length
    await ride('Customer’s', {
      entity: await tenants.entity(business, 'Customer’s', { consumer_id: await tenants.consumer(business) }),
    })
    const deleted = await ride('Deleted')
    await api.rows('UPDATE trips SET deleted_at = now() WHERE id = $1', [deleted.id])
    // M2c: the tracker was on a vehicle only according to the records, and was removed again.
    const onPaper = await ride('Dummy')
    await api.rows('UPDATE installations SET followed_consumer_id = $2 WHERE device_id = $1', [
      onPaper.deviceId,
      await tenants.consumer(business),
    ])
    await api.rows('UPDATE installations SET removed_at = now() WHERE device_id = $1', [onPaper.deviceId])
    const open = await ride('On its way')
    await api.rows('UPDATE trips SET is_open = true, closed_at = NULL WHERE id = $1', [open.id])
    await walkAgain()
    await run()
    expect(matcher.asked).toHaveLength(before)
  })

  it('are asked for at the service’s pace by several processes together', async () => {
    const rides = []
    for (let nth = 0; nth < 6; nth++) rides.push(await ride(`Fleet ${nth}`))
    const second = await api.another()
    await walkAgain()
    await Promise.all([run(), run()])
    for (const { id } of rides) await untilRow('trip_matches', `trip_id = ${id} AND distance_m > 0`)
    await second.close()
    expect(matcher.refused).toBe(0)
  })
})

describe('trips by road while the service is away (F20)', () => {
  beforeAll(() => start('osrm', 6))
  afterAll(() => stop())

  it('F20 have none; after five failures it is left alone, tried once when its time is over, and asked again when it is back', async () => {
    matcher.isAway = true
    const rides = []
    for (let nth = 0; nth < 7; nth++) rides.push(await ride(`Away ${nth}`))
    await walkAgain()
    await run()
    await untilRow('road_matcher_state', 'open_until > now() AND failures = 5')
    expect((await api.rows('SELECT 1 FROM trip_matches WHERE failures = 1')).length).toBe(5)
    // Simulates that a minute has passed.
    await api.rows('UPDATE road_matcher_state SET open_until = now()')
    await run()
    await untilRow('road_matcher_state', 'open_until > now() AND failures = 6')

    matcher.isAway = false
    await api.rows('UPDATE road_matcher_state SET open_until = now()')
    await api.rows('UPDATE trip_matches SET due_at = now()')
    await run()
    // This matcher accepts six points per request.
    for (const { id } of rides) await untilTrip(id, 1_201)
    await untilRow('road_matcher_state', 'open_until IS NULL AND failures = 0')
  })
})

describe('trips by road, from the file of the region', () => {
  let folder: string
  const roads = () => path.join(folder, 'roads.geojson.gz')
  /** A street to the north. Between two fixes it has a detour of 300 m. */
  const street = [47, 47.0045, 47.0045, 47.0054, 47.0054, 47.009].map((latitude, at) => [
    9.5 + (at === 2 || at === 3 ? 0.002 : 0),
    latitude,
  ])
  const write = (content: string) => writeFile(roads(), gzipSync(content))
  const writeStreet = () =>
    write(
      JSON.stringify({
        features: [{ properties: { class: 'residential' }, geometry: { type: 'LineString', coordinates: street } }],
      }),
    )

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'roads-'))
    await writeStreet()
    await startApi({ API_WORK: 'all', ROADS_FILE: roads() })
  })
  beforeEach(walkAgain)
  afterAll(async () => {
    await stopApi()
    await rm(folder, { recursive: true })
  })

  it('wait while the file cannot be read', async () => {
    await write('no roads')
    const { id } = await ride('Waits')
    await run()
    await untilRow('trip_matches', `trip_id = ${id} AND failures = 1`)
    await writeStreet()
    await api.rows('UPDATE trip_matches SET due_at = now() WHERE trip_id = $1', [id])
    await run()
    expect((await tripOf(id)).matched_distance_m).toBeCloseTo(900 + 303, -1)
  })

  it('are longer than the straight lines, beside the distance that was measured', async () => {
    const { id } = await ride('By road', { day: 2 })
    await run()
    expect(await tripOf(id)).toMatchObject({ distance_m: 900, matched_distance_m: expect.closeTo(1_203, -1) })
  })

  it('have none where the region has no roads', async () => {
    const { id } = await ride('Elsewhere', { day: 3, latitude: 52 })
    await run()
    await untilRow('trip_matches', `trip_id = ${id} AND matched_at IS NOT NULL`)
    expect((await tripOf(id)).matched_distance_m).toBeNull()
  })
})
