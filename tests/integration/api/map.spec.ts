import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { sized } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'

/** Number of vehicles on one map. Each vehicle takes at most 40 bytes of the answer. */
const VEHICLES = sized('walks', 1_000, 10_000)
const { api, tenants } = apiForTests()
const markers = (email: string, headers: Record<string, string> = {}) => api.get('/map/markers', email, headers)

describe('markers', () => {
  it('R-085 carry imei, entity id, position, last activity, label, slug and name', async () => {
    const vendor = await tenants.business('Fietsen BV')
    const company = await tenants.business('Courier', 'company', vendor)
    await tenants.user('manager@x.example', 'manager', company)
    const entity = await tenants.entity(company, 'Jörg’s Bike', { short_name: 'JB', brand: 'Gazelle', model: 'Ultimate' })
    const { deviceId } = await tenants.install(company, entity, '356307042441013')
    const at = new Date('2025-11-02T10:00:00.000Z')
    await tenants.state(deviceId, at, 49.41234567, 8.7)
    const waiting = await tenants.entity(company, 'Waiting')
    await tenants.install(company, waiting, '356307042441021')
    await tenants.entity(company, 'Without a tracker')
    const { body } = await markers('manager@x.example')
    expect(body.data).toEqual({
      generated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      count: 2,
      columns: {
        entity_id: [entity, waiting],
        imei: ['356307042441013', '356307042441021'],
        name: ['Jörg’s Bike', 'Waiting'],
        label: ['JB', 'Waiting'],
        slug: ['jorg-s-bike-441013', 'waiting-441021'],
        short_name: ['JB', null],
        entity_name: ['Jörg’s Bike', 'Waiting'],
        sub_vendor_name: ['Fietsen BV', 'Fietsen BV'],
        business_name: ['Courier', 'Courier'],
        vehicle_type: ['eBike', 'eBike'],
        brand: ['Gazelle', null],
        model: ['Ultimate', null],
        latitude: [49.412346, null],
        longitude: [8.7, null],
        speed_kph: [18.5, null],
        heading: [270, null],
        moving: [true, false],
        positioned_at: [at.getTime(), null],
        received_at: [at.getTime(), null],
        last_activity: [at.getTime(), null],
        lifecycle: ['installed', 'installed'],
        location_hidden: [false, false],
      },
    })
  })

  it('answer 304 to who has them, until one of them moves', async () => {
    const first = await markers('manager@x.example')
    const etag = first.headers.get('etag') ?? ''
    const known = await markers('manager@x.example', { 'if-none-match': `"other", ${etag}` })
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag])
    await api.database.pool.query('UPDATE device_states SET latitude = latitude + 100')
    const moved = await markers('manager@x.example', { 'if-none-match': etag })
    expect(moved.status).toBe(200)
    expect(moved.headers.get('etag')).not.toBe(etag)
  })

  it('keep a vehicle where it was last seen when its tracker is replaced, and show nothing of the tracker’s former life', async () => {
    const business = await tenants.business('Workshop')
    await tenants.user('workshop@x.example', 'manager', business)
    const [oldBike, newBike] = [await tenants.entity(business, 'Old'), await tenants.entity(business, 'New')]
    const { deviceId } = await tenants.install(business, oldBike)
    await tenants.state(deviceId, new Date(), 50, 9)
    const pool = api.database.pool
    await pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await pool.query('INSERT INTO installations (device_id, entity_id, business_id) VALUES ($1, $2, $3)', [
      deviceId,
      newBike,
      business,
    ])
    const { columns } = (await markers('workshop@x.example')).body.data
    expect([columns.name, columns.latitude, columns.lifecycle]).toEqual([
      ['Old', 'New'],
      [50, null],
      ['unregistered', 'installed'],
    ])
  })

  it(`of ${VEHICLES} vehicles come in less than ${VEHICLES / 25} KB, compressed as browsers ask for it (L10)`, async () => {
    const business = await tenants.business('Large fleet')
    await tenants.user('large@x.example', 'manager', business)
    // Returns an expression for a pseudo-random number between 0 and 1. A vehicle has the same number in each run.
    const luck = (of: number) => `((hashint8(entity_id * 8 + ${of})::float8 + 2147483648) / 4294967296)`
    await api.database.pool.query(
      `WITH made AS (
        INSERT INTO entities (business_id, name, short_name, vehicle_type, brand, model)
        SELECT $1, 'Bike ' || n, 'B' || n, (ARRAY['eBike', 'moped', 'automobile'])[1 + n % 3],
          (ARRAY['Gazelle', 'Batavus', 'Sparta', 'Cortina'])[1 + n % 4], 'Model ' || n % 17
        FROM generate_series(1, ${VEHICLES}) n RETURNING id
      ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM made
      ), tracked AS (
        INSERT INTO devices (imei, business_id) SELECT lpad((860000000000000 + n * 7919 % 9999999)::text, 15, '0'), $1 FROM numbered
        RETURNING id, imei
      ), paired AS (
        SELECT e.id AS entity_id, d.id AS device_id, d.imei FROM numbered e
        JOIN (SELECT id, imei, row_number() OVER (ORDER BY id) AS n FROM tracked) d USING (n)
      ), installed AS (
        INSERT INTO installations (device_id, entity_id, business_id) SELECT device_id, entity_id, $1 FROM paired
      )
      INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
        valid_positioned_at, latitude, longitude, speed_kph, heading, moving)
      SELECT device_id, imei, 1, entity_id, $1, at, at - interval '1 second', at - interval '1 second',
        (491000000 + ${luck(1)} * 5000000)::int, (82000000 + ${luck(2)} * 9000000)::int, (${luck(3)} * 45)::real, (${luck(4)} * 359)::int,
        ${luck(5)} < 0.3
      FROM paired, LATERAL (SELECT now() - ${luck(6)} * interval '3 days' AS at) seen`,
      [business],
    )
    const token = await api.issuer.tokenOf('large@x.example')
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' }
    const answer = await new Promise<IncomingMessage>((resolve) =>
      request(`${api.url}/api/v1/map/markers`, { headers }, resolve).end(),
    )
    const packed = await buffer(answer)
    expect(answer.headers['content-encoding']).toBe('br')
    expect(packed.length).toBeLessThan((VEHICLES / 25) * 1024)
    expect(JSON.parse(brotliDecompressSync(packed).toString()).data.count).toBe(VEHICLES)
    expect((await markers('large@x.example', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  })
})

describe('consumer privacy', () => {
  it('R-084 G-38 hides position, trips and addresses in every answer, but not the row', async () => {
    const business = await tenants.business('Dealer')
    await tenants.user('dealer@x.example', 'manager', business)
    await tenants.user('reader@x.example', 'reporter', business)
    await tenants.user('root@x.example', 'super-admin', null)
    const consumer = await tenants.consumer(business)
    const entity = await tenants.entity(business, 'Private', { consumer_id: consumer })
    const { deviceId } = await tenants.install(business, entity)
    await tenants.state(deviceId, new Date(), 51.987654, 6.123456)
    const trip = await tenants.trip(deviceId, '2025-06-01T08:00:00Z', '2025-06-01T08:10:00Z')
    await tenants.waypoint(deviceId, '2025-06-01T08:05:00Z', 51.987654, 6.123456)

    const look = async (email: string) => {
      const [list, one, position, map, trips, detail] = await Promise.all([
        api.get(`/entities/index?search=id:${entity}`, email),
        api.get(`/entities/${entity}`, email),
        api.get(`/entities/${entity}/position`, email),
        markers(email),
        api.get(`/trips?search=${entity}&searchFields=entity_id:=`, email),
        api.get(`/trips/${trip}?with=waypoints`, email),
      ])
      const { columns } = map.body.data
      const at = columns.entity_id.indexOf(entity)
      return {
        texts: [list, one, position, map, trips, detail].map(({ text }) => text).join(),
        seen: {
          list: list.body.data?.[0]?.position?.latitude ?? null,
          one: one.body.data.position?.latitude ?? null,
          position: position.body.data.position?.latitude ?? null,
          map: [columns.latitude[at], columns.location_hidden[at]],
          trips: trips.body.data.length,
          detail: detail.status,
        },
      }
    }
    const hidden = { list: null, one: null, position: null, map: [null, true], trips: 0, detail: 404 }
    const shown = { list: 51.987654, one: 51.987654, position: 51.987654, map: [51.987654, false], trips: 1, detail: 200 }
    const withoutList = { ...shown, list: null }

    for (const email of ['dealer@x.example', 'reader@x.example', 'root@x.example']) {
      const { seen, texts } = await look(email)
      expect([email, seen]).toEqual([email, hidden])
      expect(texts).not.toContain('51.98')
    }
    const etag = (await markers('dealer@x.example')).headers.get('etag') ?? ''

    const openCase = await tenants.openCase(entity)
    expect((await look('dealer@x.example')).seen).toEqual(shown)
    expect((await look('reader@x.example')).seen).toEqual(hidden)
    expect((await api.get(`/entities/${entity}`, 'dealer@x.example')).body.data.lifecycle).toBe('missing')
    await api.database.pool.query("UPDATE missing_cases SET state = 'closed', ended_at = now() WHERE id = $1", [openCase])
    expect((await look('dealer@x.example')).seen).toEqual(hidden)

    const consent = await tenants.consent(entity)
    expect((await look('reader@x.example')).seen).toEqual(withoutList)
    await api.database.pool.query('UPDATE consents SET expires_at = now() WHERE id = $1', [consent])
    expect((await look('reader@x.example')).seen).toEqual(hidden)
    expect((await markers('dealer@x.example', { 'if-none-match': etag })).status).toBe(304)
  })

  it('tells a consumer’s name to those alone who may change the vehicle', async () => {
    const business = await tenants.business('Names')
    await tenants.user('may@x.example', 'technician', business)
    const id = await tenants.user('maynot@x.example', 'reporter', business)
    await tenants.grant(id, 'index:entity')
    const entity = await tenants.entity(business, 'Named', { consumer_id: await tenants.consumer(business) })
    const name = async (email: string) => (await api.get(`/entities/${entity}`, email)).body.data.consumer_name
    expect([await name('may@x.example'), await name('maynot@x.example')]).toEqual(['Con Sumer', null])
  })
})
