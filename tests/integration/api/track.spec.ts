import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const DAYS = 'from=2025-03-01T00:00:00Z&till=2025-03-03T00:00:00Z'
let business: number
let entity: number

const track = (id: number, query: string, accept?: string, email = MANAGER) =>
  api.call('GET', `/api/v1/entities/${id}/track?${query}`, { email, headers: accept ? { accept } : {} })
const minute = (at: number) => new Date(Date.parse('2025-03-01T08:00:00Z') + at * 60_000).toISOString()

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user(MANAGER, 'manager', business)
  entity = await tenants.entity(business, 'Bike <3>')
  const { deviceId } = await tenants.install(business, entity)
  // Adds a trip with a bend, a rest, and a reading of the next day. One of the readings has no position.
  for (let at = 0; at < 10; at++) await tenants.waypoint(deviceId, minute(at), 49.4 + Math.min(at, 5) * 0.001, 8.7 + at * 0.001)
  await tenants.waypoint(deviceId, minute(10), 0, 0, 1)
  await tenants.waypoint(deviceId, '2025-03-02T23:59:59.000Z', 49.41, 8.71)
  await tenants.waypoint(deviceId, '2025-03-03T00:00:00.000Z', 49.42, 8.72)
  await tenants.waypoint(deviceId, '2025-03-03T00:00:01.000Z', 49.43, 8.73)
})

describe('the track of a vehicle', () => {
  it('has every reading of its time, on trips or not, oldest first, and says what it leaves out', async () => {
    const { status, headers, body } = await track(entity, DAYS)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body.data).toHaveLength(12)
    expect(body.data[0]).toEqual({
      positioned_at: '2025-03-01T08:00:00.000Z',
      latitude: 49.4,
      longitude: 8.7,
      altitude_m: null,
      speed_kph: null,
      heading: null,
    })
    expect(body.data.at(-1).positioned_at).toBe('2025-03-03T00:00:00.000Z')
    expect(body.meta).toEqual({
      entity_id: entity,
      from: '2025-03-01T00:00:00.000Z',
      till: '2025-03-03T00:00:00.000Z',
      points: 12,
      skipped: 1,
    })
  })

  it('is the last day’s where no time was named', async () => {
    const bike = await tenants.entity(business, 'Now')
    const { deviceId } = await tenants.install(business, bike)
    for (const hours of [1, 25])
      await tenants.waypoint(deviceId, new Date(Date.now() - hours * 3_600_000).toISOString(), 49.4, 8.7)
    const { body } = await track(bike, '')
    expect(body.meta.points).toBe(1)
    expect(Date.parse(body.meta.till) - Date.parse(body.meta.from)).toBe(86_400_000)
  })

  it('is empty where nothing was sent', async () => {
    const { body } = await track(entity, 'from=2025-05-01&till=2025-05-02')
    expect([body.data, body.meta.points]).toEqual([[], 0])
  })

  it('is thinned, and stays as close to the whole line as was asked', async () => {
    const { body } = await track(entity, `${DAYS}&simplify=5`)
    expect(body.data.map((point: { longitude: number }) => point.longitude)).toEqual([8.7, 8.705, 8.709, 8.71, 8.72])
  })

  it.each([
    ['Europe/Amsterdam', '2025-02-28T23:00:00Z', 'Bike-3-2025-03-01.gpx'],
    ['America/New_York', '2025-03-01T00:00:00Z', 'Bike-3-2025-02-28.gpx'],
  ])('is a file named after the day on which it begins for its reader, in %s at %s: %s', async (time_zone, from, file) => {
    const email = `${time_zone}@x.example`
    await tenants.user(email, 'manager', business, { time_zone })
    const { headers } = await track(entity, `from=${from}&till=2025-03-03T00:00:00Z&format=gpx`, undefined, email)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
  })

  it('comes as GPX, GeoJSON and CSV, by format or by Accept', async () => {
    const gpx = await track(entity, `${DAYS}&format=gpx`)
    expect(gpx.headers.get('content-disposition')).toBe('attachment; filename="Bike-3-2025-03-01.gpx"')
    expect(gpx.text.match(/<trkpt /g)).toHaveLength(12)
    expect(gpx.text).toContain('<name>Bike &lt;3&gt;</name>')
    expect(gpx.text.endsWith('</trkseg></trk>\n</gpx>\n')).toBe(true)
    const { features } = JSON.parse((await track(entity, DAYS, 'application/geo+json, */*;q=0.1')).text) as { features: object[] }
    expect(features).toHaveLength(12)
    expect(features[0]).toMatchObject({ geometry: { type: 'Point', coordinates: [8.7, 49.4] } })
    const csv = await track(entity, DAYS, 'text/csv')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(13)
  })

  it('says what is wrong with what was asked', async () => {
    const asked = async (query: string) => {
      const { status, body } = await track(entity, query)
      return [status, Object.keys(body.errors ?? {})]
    }
    expect(await asked('from=2999-01-01')).toEqual([422, ['till']])
    expect(await asked('from=2025-03-02&till=yesterday')).toEqual([422, ['till']])
    expect(await asked('from=2025-03-02&till=2025-03-01')).toEqual([422, ['till']])
    expect(await asked(`${DAYS}&format=kmz`)).toEqual([422, ['format']])
    expect(await asked(`${DAYS}&simplify=far`)).toEqual([422, ['simplify']])
  })

  it('has of a tracker only what it sent while it was on the vehicle', async () => {
    const [first, second] = [await tenants.entity(business, 'First'), await tenants.entity(business, 'Second')]
    const { deviceId } = await tenants.install(business, first)
    for (const at of [0, 1, 2, 3]) await tenants.waypoint(deviceId, minute(at), 49.4, 8.7)
    await api.database.pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, minute(2)])
    await api.database.pool.query(
      'INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)',
      [...[deviceId, second, business], minute(2)],
    )
    const times = async (id: number) =>
      (await track(id, DAYS)).body.data.map(({ positioned_at }: { positioned_at: string }) => positioned_at)
    expect(await times(first)).toEqual([minute(0), minute(1)])
    expect(await times(second)).toEqual([minute(2), minute(3)])
  })

  it('G-38 G-106 is nobody else’s: not of another tenant, and not of a customer who has not agreed', async () => {
    const other = await tenants.business('Others')
    await tenants.user('other@x.example', 'manager', other)
    expect((await track(entity, DAYS, undefined, 'other@x.example')).status).toBe(404)
    const bike = await tenants.entity(business, 'Customer’s', { consumer_id: await tenants.consumer(business) })
    const { deviceId } = await tenants.install(business, bike)
    await tenants.waypoint(deviceId, minute(0), 49.4, 8.7)
    expect((await track(bike, DAYS)).status).toBe(404)
  })
})
