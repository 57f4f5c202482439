import { gzipSync } from 'node:zlib'
import { Topic } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
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
let otherBusiness: number

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

/** Returns the number by which consumers know the tracker of an import. */
const imeiOf = async (id: number) =>
  (
    await rows<{ imei: string }>('SELECT d.imei FROM devices d JOIN history_imports h ON h.device_id = d.id WHERE h.id = $1', [
      id,
    ])
  )[0]!.imei
/** Publishes a packet of a gateway that claims to be of a file. */
const forge = (imei: string) =>
  bench.log.publish(Topic.packets, [
    {
      key: imei,
      value: encodePacket({
        imei,
        protocol: 'history/gpx',
        receivedAt: RIDE,
        gateway: 'gateway-1',
        quarantined: false,
        fixes: track(RIDE + 300_000).slice(0, 1),
      }),
    },
  ])
const rejected = (imei: string) =>
  bench.count(`event_log WHERE topic = 'tracker.rejected' AND convert_from(key, 'UTF8') = '${imei}'`)

beforeAll(async () => {
  bench = await ConsumerBench.open()
  const tenants = new Tenants(bench.database.pool)
  for (const [email, role] of [
    [MANAGER, 'manager'],
    ['reporter@x.example', 'reporter'],
    ['dealer@x.example', 'dealer'],
  ] as const)
    await tenants.user(email, role, bench.businessId)
  otherBusiness = await tenants.business('Other')
  await tenants.user('manager@other.example', 'manager', otherBusiness)
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
  const timeline = (await api.get(`/entities/${vehicle.entityId}/timeline`, MANAGER)).body.data as { kind: string }[]
  expect(timeline.filter(({ kind }) => kind === 'install')).toHaveLength(1)
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

it('stays with the business that imported it when the vehicle moves, and what somebody writes while it is undone is kept', async () => {
  const id = (await send(gpx(RIDE + 3 * DAY))).body.data.import.id as number
  const { entity_name: name, stored } = await reaches(id, 'done')
  const imei = await imeiOf(id)
  await forge(imei)
  await bench.quiet()
  expect([
    await rejected(imei),
    (await rows('SELECT FROM waypoints WHERE device_id = (SELECT id FROM devices WHERE imei = $1)', [imei])).length,
  ]).toEqual([1, stored])
  // The undoing waits for this lock, as for a consumer that writes, while a user notes a purpose.
  const writer = await bench.database.pool.connect()
  await writer.query('BEGIN')
  await writer.query('SELECT FROM devices WHERE imei = $1 FOR UPDATE', [imei])
  expect((await api.call('DELETE', `/api/v1/history-imports/${id}`, { email: MANAGER })).body.data.state).toBe('undoing')
  await rows(
    "INSERT INTO trip_purposes (trip_id, purpose) SELECT t.id, 'business' FROM trips t JOIN devices d ON d.id = t.device_id WHERE d.imei = $1",
    [imei],
  )
  await writer.query('COMMIT')
  writer.release()
  expect(await reaches(id, 'done')).toMatchObject({ stored, trips: 1 })
  const jobs = await api.get('/jobs', MANAGER)
  expect(JSON.stringify(jobs.body.data)).toContain('Somebody has noted the purpose')
  await rows('DELETE FROM trip_purposes')
  await rows('UPDATE entities SET business_id = $2, name = $3 WHERE id = $1', [vehicle.entityId, otherBusiness, 'New name'])
  expect(await one(id)).toMatchObject({ entity_name: name, trips: 1 })
  expect((await api.get(`/history-imports?searchFields=id:=${id}`, MANAGER)).body.data).toHaveLength(1)
  expect((await api.get('/history-imports', 'manager@other.example')).body.data).toEqual([])
  await undo(id)
  await rows('UPDATE entities SET business_id = $2, name = $3 WHERE id = $1', [vehicle.entityId, bench.businessId, name])
  const closed = await new Tenants(bench.database.pool).business('Closed')
  await rows('UPDATE history_imports SET business_id = $2 WHERE id = $1', [id, closed])
  expect(await rows('DELETE FROM businesses WHERE id = $1 RETURNING id', [closed])).toEqual([{ id: closed }])
}, 120_000)

it('while consumers are away, three imports of a business wait, an undone one leaves nothing, and the others then end', async () => {
  await bench.stopConsumers()
  const ids: number[] = []
  for (const day of [10, 12, 14]) ids.push((await send(gpx(RIDE + day * DAY))).body.data.import.id as number)
  const [first, second, third] = ids as [number, number, number]
  const fourth = await send(gpx(RIDE + 16 * DAY))
  expect([fourth.status, fourth.body.detail]).toEqual([409, expect.stringContaining('already has 3 imports')])
  // As if consumers refused the last position.
  await rows("UPDATE history_imports SET last_at = last_at + interval '1 hour' WHERE id = $1", [second])
  await reaches(first, 'computing')
  const imei = await imeiOf(first)
  expect((await api.call('DELETE', `/api/v1/history-imports/${first}`, { email: MANAGER })).body.data.state).toBe('undoing')
  await until('consumers take no more of it', () => rows('SELECT FROM devices WHERE is_history_over'), {
    fits: (found) => found.length === 1,
  })
  expect((await api.get('/devices?searchFields=state:=deleted', MANAGER)).body.data).toEqual([])
  await reaches(first, 'undone')
  await bench.startConsumer()
  const points = track(RIDE).length
  expect(await reaches(third, 'done')).toMatchObject({ points, stored: points, trips: 1 })
  expect(await reaches(second, 'done')).toMatchObject({ points, stored: points, trips: 1 })
  expect(await rejected(imei)).toBe(0)
  await forge(imei)
  await bench.quiet()
  expect(await rejected(imei)).toBe(1)
}, 180_000)

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
