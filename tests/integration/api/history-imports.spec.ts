import { gzipSync } from 'node:zlib'
import { until } from '@roadbook/testing/until'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const MANAGER = 'manager@x.example'
const DAY = 86_400_000
/** Begin of a ride of ten minutes, months before the vehicle gets its tracker. */
const RIDE = Math.floor(Date.now() / 1_000) * 1_000 - 100 * DAY

let bench: ConsumerBench
let api: ApiUnderTest
let vehicle: { entityId: number; deviceId: number }

const track = (from: number) => new TrackBuilder(new Date(from).toISOString()).stand(5).ride(10, 25).stand(10).fixes
const gpx = (...rides: readonly number[]) =>
  `<gpx version="1.1"><trk><trkseg>${rides
    .flatMap(track)
    .map(
      ({ positionedAt, latitude, longitude }) =>
        `<trkpt lat="${latitude}" lon="${longitude}"><time>${new Date(positionedAt).toISOString()}</time></trkpt>`,
    )
    .join('')}</trkseg></trk></gpx>`
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const send = (file: string | Buffer, more: object = {}, email = MANAGER) =>
  api.call('POST', '/api/v1/history-imports', {
    email,
    body: { entity_id: vehicle.entityId, file_name: 'track.gpx', content: base64(file), ...more },
  })
const one = async (id: number) => (await api.get(`/history-imports/${id}`, MANAGER)).body.data
const reaches = (id: number, state: string) =>
  until(`the import is ${state}`, () => one(id), { withinMs: 60_000, fits: (found: { state: string }) => found.state === state })
const undo = async (id: number) => {
  expect((await api.call('DELETE', `/api/v1/history-imports/${id}`, { email: MANAGER })).body.data.state).toBe('undoing')
  return reaches(id, 'undone')
}
const rows = async <Row>(text: string, values: unknown[] = []) => (await bench.database.pool.query(text, values)).rows as Row[]
const totals = () =>
  rows(
    `SELECT (SELECT json_agg(d ORDER BY d.*) FROM trip_days d WHERE entity_id = $1) AS days, (SELECT o.odometer_m FROM odometers o WHERE entity_id = $1),
       (SELECT count(*) FROM trips) AS trips, (SELECT count(*) FROM waypoints) AS waypoints, (SELECT count(*) FROM installations) AS stays,
       (SELECT count(*) FROM devices) AS devices`,
    [vehicle.entityId],
  )

beforeAll(async () => {
  bench = await ConsumerBench.open()
  const tenants = new Tenants(bench.database.pool)
  for (const [email, role] of [
    [MANAGER, 'manager'],
    ['reporter@x.example', 'reporter'],
    ['dealer@x.example', 'dealer'],
  ] as const)
    await tenants.user(email, role, bench.businessId)
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
  vehicle = await bench.installDevice()
  await rows('UPDATE installations SET installed_at = $1', [new Date(RIDE + 50 * DAY)])
  // A rule and a webhook that would notify somebody of every ride.
  await rows(
    `INSERT INTO alert_rules (business_id, name, kind, threshold, lasting_s, time_zone, effective_from) VALUES ($1, 'Fast', 'speeding', 10, 0, 'UTC', now() - interval '1 year')`,
    [bench.businessId],
  )
  await rows(
    `INSERT INTO webhooks (business_id, name, url, kinds, secret) VALUES ($1, 'System', 'https://x.example/', '{trip.ended,trip.removed}', 'x')`,
    [bench.businessId],
  )
  // Without a log of its own the API publishes to the real one, with its own rights.
  const given: object = { log: undefined }
  api = await ApiUnderTest.start({ API_WORK: 'all', EVENT_LOG: 'postgres', DATABASE_URL: bench.database.urlOf('web') }, given)
  await bench.startConsumer()
}, 120_000)
afterAll(async () => {
  await api.stop()
  await bench.close()
})

it('a file is shown before it is taken: positions, times, and what is left out and why', async () => {
  const { status, body } = await send(gpx(RIDE, RIDE + 60 * DAY, Date.now() - 2_000 * DAY), { dry_run: true })
  const points = track(RIDE)
  expect([status, body.data]).toEqual([
    200,
    {
      dry_run: true,
      format: 'gpx',
      points: points.length,
      needs_time_zone: false,
      sheet: null,
      is_known: false,
      import: null,
      first_at: new Date(points[0]!.positionedAt).toISOString(),
      last_at: new Date(points.at(-1)!.positionedAt).toISOString(),
      left_out: [
        { message: expect.stringContaining('Older than 24 months'), count: points.length, lines: [] },
        { message: expect.stringContaining('A tracker was on the vehicle'), count: points.length, lines: [] },
      ],
    },
  ])
  expect((await api.get('/history-imports', MANAGER)).body.data).toEqual([])
})

it('a file becomes trips of the vehicle without alerts, webhooks and a live position, is taken once, and is undone without a trace', async () => {
  const before = await totals()
  const live = await bench.count("event_log WHERE topic = 'live.positions'")
  const { status, body } = await send(gzipSync(gpx(RIDE, RIDE + DAY)))
  expect([status, body]).toEqual([200, expect.objectContaining({ data: expect.anything() })])
  const id = body.data.import.id as number
  const again = await send(gpx(RIDE, RIDE + DAY))
  expect([again.body.data.is_known, again.body.data.import.id]).toEqual([true, id])
  const points = 2 * track(RIDE).length
  expect(await reaches(id, 'done')).toMatchObject({ points, stored: points, trips: 2, entity_id: vehicle.entityId })
  const trips = await rows('SELECT entity_id, business_id, is_open FROM trips')
  expect(trips).toEqual(Array(2).fill({ entity_id: vehicle.entityId, business_id: bench.businessId, is_open: false }))
  expect((await api.get('/history-imports?search=track', MANAGER)).body.meta.total).toBe(1)
  expect((await api.get('/devices?searchFields=state:=deleted', MANAGER)).body.data).toEqual([])
  expect((await api.get(`/trips?searchFields=entity_id:=${vehicle.entityId}`, MANAGER)).body.meta.total).toBe(2)
  await bench.quiet()
  expect(await bench.count("event_log WHERE topic = 'live.positions'")).toBe(live)
  // Another file of the same time adds nothing.
  const overlap = await send(gpx(RIDE).replace('lat="', 'lat="0'), { dry_run: true })
  expect(overlap.body.data).toMatchObject({ points: 0, left_out: [{ message: expect.stringContaining('earlier import') }] })
  await undo(id)
  expect(await totals()).toEqual(before)
  expect([await bench.count('alerts'), await bench.count('alert_marks'), await bench.count('webhook_events')]).toEqual([0, 0, 0])
}, 120_000)

it('a CSV is taken by the columns and the zone that the user chooses, and again after it was undone', async () => {
  // Clocks of this zone are never set back, so each local time is one moment on every day of the year.
  const local = (at: number) =>
    new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' }).format(at)
  const csv = [
    'a;b;when',
    ...track(RIDE).map(({ positionedAt, latitude, longitude }) => `${latitude};${longitude};${local(positionedAt)}`),
  ].join('\n')
  expect((await send(csv)).body.errors.content[0]).toContain('Choose the columns')
  const columns = { latitude: 'a', longitude: 'b', time: 'when' }
  const wish = { columns, time_zone: 'Asia/Tokyo', file_name: 'track.csv' }
  const { body } = await send(csv, wish)
  expect(body.data).toMatchObject({ needs_time_zone: true, first_at: new Date(track(RIDE)[0]!.positionedAt).toISOString() })
  await reaches(body.data.import.id, 'done')
  const [trip] = await rows<{ id: string }>('SELECT id FROM trips')
  await rows("INSERT INTO trip_purposes (trip_id, purpose) VALUES ($1, 'business')", [trip!.id])
  const refused = await api.call('DELETE', `/api/v1/history-imports/${body.data.import.id}`, { email: MANAGER })
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('purpose')])
  await rows('DELETE FROM trip_purposes')
  await undo(body.data.import.id)
  const second = (await send(csv, wish)).body.data.import.id as number
  expect(second).not.toBe(body.data.import.id)
  await reaches(second, 'done')
}, 120_000)

it('is for managers of the vehicle’s business, and wrong files get a sentence', async () => {
  for (const email of ['reporter@x.example', 'dealer@x.example']) {
    expect((await send('x', {}, email)).status).toBe(403)
    expect((await api.get('/history-imports', email)).status).toBe(403)
  }
  const other = await send(gpx(RIDE), { dry_run: true }, 'manager@other.example')
  expect([other.status, other.body.errors.entity_id]).toEqual([422, [expect.stringContaining('no such entity')]])
  const errorOf = async (file: string | Buffer) => {
    const { status, body } = await send(file, { dry_run: true })
    return [status, body.errors.content[0]] as unknown
  }
  expect(await errorOf('<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx>&a;</gpx>')).toEqual([
    422,
    expect.stringContaining('own XML entities'),
  ])
  expect(await errorOf(gzipSync(Buffer.alloc(30_000_001)))).toEqual([422, expect.stringContaining('more than 30 MB')])
  expect(await errorOf(Buffer.alloc(3_000_003))).toEqual([422, expect.stringContaining('too large')])
  expect((await send(Buffer.alloc(5_000_000))).status).toBe(413)
})
