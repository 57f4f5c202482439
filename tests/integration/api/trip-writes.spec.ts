import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const DEALER = 'dealer@x.example'
let business: number
let bike: number
let deviceId: number

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user(MANAGER, 'manager', business)
  await tenants.user(DEALER, 'dealer', business)
  bike = await tenants.entity(business, 'Van <1> & "co"', { license_plate: 'AB-12', frame_number: 'F-7' })
  ;({ deviceId } = await tenants.install(business, bike))
})

const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const list = async (query = '') => (await api.get(`/trips?orderBy=trip_started_at&${query}`, MANAGER)).body
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
const audited = async (id: number) =>
  (
    await api.database.pool.query(
      "SELECT action, before, after FROM audit_log WHERE object_type = 'trip' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
  ).rows
let day = 0
/** Adds a trip of an hour. Each call uses another day. */
const aTrip = (more: { distanceM?: number; isOpen?: boolean } = {}, device = deviceId) => {
  const date = new Date(Date.UTC(2025, 0, ++day)).toISOString().slice(0, 10)
  return tenants.trip(device, `${date}T08:00:00Z`, `${date}T08:30:00Z`, more)
}

describe('the trips of a fleet', () => {
  it('tell what their vehicle is called, and are found by it, by tag, distance, duration and whose they are', async () => {
    const other = await tenants.business('Branch', 'department', business)
    const car = await tenants.entity(other, 'Golf', { license_plate: 'XY-9' })
    const { deviceId: carDevice } = await tenants.install(other, car)
    await tenants.carry(car, await tenants.tag('Pool', 'general', business))
    const [short, long] = [await aTrip({ distanceM: 900 }), await aTrip({ distanceM: 42_000 }, carDevice)]
    const { rows } = await api.database.pool.query<{ id: number }>("SELECT id FROM tags WHERE name = 'Pool'")
    expect((await list()).data[0]).toMatchObject({
      id: long,
      entity_name: 'Golf',
      license_plate: 'XY-9',
      business_name: 'Branch',
      purpose: null,
      note: null,
      driver: null,
      is_logged: false,
      is_joined: false,
    })
    for (const query of [
      'search=golf',
      'search=XY-9',
      `search=${rows[0]?.id}&searchFields=tag_id:=`,
      'searchFields=distance_m:>=1000',
      `searchFields=business_id:=${other}`,
      'searchFields=business_name:=Branch',
      'searchFields=duration_s:>=1800;distance_m:>=1000&searchJoin=and',
    ]) {
      expect([query, idsOf(await list(query))]).toEqual([query, [long]])
    }
    expect(idsOf((await api.get('/trips?orderBy=distance_m&sortedBy=asc', MANAGER)).body)).toEqual([short, long])
  })
})

describe('a trip as a file', () => {
  let trip: number
  beforeAll(async () => {
    trip = await tenants.trip(deviceId, '2025-07-01T08:00:00Z', '2025-07-01T08:02:00Z')
    await tenants.waypoint(deviceId, '2025-07-01T08:00:00Z', 49.4, 8.7)
    await tenants.waypoint(deviceId, '2025-07-01T08:01:00Z', 49.405, 8.7)
    await tenants.waypoint(deviceId, '2025-07-01T08:01:30Z', 0, 0, 2)
    await tenants.waypoint(deviceId, '2025-07-01T08:02:00Z', 49.41, 8.71)
    await api.database.pool.query(
      "UPDATE waypoints SET speed_tenths_kph = 180, heading = 90, altitude_m = 114 WHERE device_id = $1 AND positioned_at = '2025-07-01T08:01:00Z'",
      [deviceId],
    )
  })
  const file = async (format: string) => {
    const { status, text, headers } = await api.call('GET', `/api/v1/trips/${trip}/export?format=${format}&tz=Europe/Berlin`, {
      email: MANAGER,
    })
    return { status, text, type: headers.get('content-type'), name: headers.get('content-disposition') }
  }

  it('is GPX 1.1 with time, elevation where it is known, and speed in metres a second', async () => {
    const { text, type, name } = await file('gpx')
    expect(type).toBe('application/gpx+xml')
    expect(name).toBe('attachment; filename="Van-1-co-2025-07-01-10-00.gpx"')
    expect(text.split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gpx version="1.1" creator="Roadbook" xmlns="http://www.topografix.com/GPX/1/1" xmlns:m="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
      '<metadata><name>Van &lt;1&gt; &amp; &quot;co&quot; 2025-07-01 10:00</name><time>2025-07-01T08:00:00.000Z</time></metadata>',
      '<trk><name>Van &lt;1&gt; &amp; &quot;co&quot; 2025-07-01 10:00</name><trkseg>',
      '<trkpt lat="49.4" lon="8.7"><time>2025-07-01T08:00:00.000Z</time></trkpt>',
      '<trkpt lat="49.405" lon="8.7"><ele>114</ele><time>2025-07-01T08:01:00.000Z</time><extensions><m:TrackPointExtension><m:speed>5.00</m:speed><m:course>90</m:course></m:TrackPointExtension></extensions></trkpt>',
      '<trkpt lat="49.41" lon="8.71"><time>2025-07-01T08:02:00.000Z</time></trkpt>',
      '</trkseg></trk>',
      '</gpx>',
      '',
    ])
  })

  it('is KML 2.2 with a time for each place, longitude first', async () => {
    const { text, type } = await file('kml')
    expect(type).toBe('application/vnd.google-earth.kml+xml')
    expect(text).toContain('<when>2025-07-01T08:01:00.000Z</when>')
    expect(text.match(/<gx:coord>.*?<\/gx:coord>/g)).toEqual([
      '<gx:coord>8.7 49.4 0</gx:coord>',
      '<gx:coord>8.7 49.405 114</gx:coord>',
      '<gx:coord>8.71 49.41 0</gx:coord>',
    ])
    expect(text.match(/<when>/g)).toHaveLength(3)
    expect(text).toContain('<gx:value></gx:value><gx:value>18</gx:value><gx:value></gx:value>')
  })

  it('is GeoJSON of RFC 7946 with what is known of each position in their order', async () => {
    const { text, type } = await file('geojson')
    expect(type).toBe('application/geo+json')
    expect(JSON.parse(text)).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: [
              [8.7, 49.4],
              [8.7, 49.405, 114],
              [8.71, 49.41],
            ],
          },
          properties: {
            name: 'Van <1> & "co" 2025-07-01 10:00',
            trip_id: trip,
            distance_m: 1000,
            trip_started_at: '2025-07-01T08:00:00.000Z',
            trip_ended_at: '2025-07-01T08:02:00.000Z',
            trip_arrived_at: null,
            times: ['2025-07-01T08:00:00.000Z', '2025-07-01T08:01:00.000Z', '2025-07-01T08:02:00.000Z'],
            speeds_kph: [null, 18, null],
            headings: [null, 90, null],
          },
        },
      ],
    })
  })

  it('is CSV with a line for each usable fix', async () => {
    const { text, type } = await file('csv')
    expect(type).toBe('text/csv; charset=utf-8')
    expect(text.split('\r\n')).toEqual([
      'Time (UTC),Latitude,Longitude,"Altitude, m","Speed, km/h","Heading, °"',
      '2025-07-01T08:00:00.000Z,49.4,8.7,,,',
      '2025-07-01T08:01:00.000Z,49.405,8.7,114,18,90',
      '2025-07-01T08:02:00.000Z,49.41,8.71,,,',
      '',
    ])
  })

  it('refuses other formats, and a customer’s is a look at the vehicle', async () => {
    expect((await file('shp')).status).toBe(422)
    const theirs = await tenants.entity(business, 'Customer’s', { consumer_id: await tenants.consumer(business) })
    const { deviceId: device } = await tenants.install(business, theirs)
    const id = await tenants.trip(device, '2025-07-01T08:00:00Z', '2025-07-01T08:02:00Z')
    expect((await call('GET', `/trips/${id}/export`)).status).toBe(404)
    await tenants.consent(theirs)
    expect((await call('GET', `/trips/${id}/export`)).status).toBe(200)
    const { rows } = await api.database.pool.query(
      "SELECT after FROM audit_log WHERE action = 'consumer.position.view' AND object_id = $1 AND after ->> 'call' = 'trips.export'",
      [String(theirs)],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a deleted trip', () => {
  it('is in no list and no total until it is restored, and the log tells who did it', async () => {
    const id = await aTrip({ distanceM: 5_000 })
    const query = `searchFields=entity_id:=${bike}`
    const before = await list(query)
    expect((await call('DELETE', `/trips/${id}`)).status).toBe(204)
    const without = await list(query)
    expect(idsOf(without)).toEqual(idsOf(before).filter((one) => one !== id))
    expect(without.meta.days).toHaveLength(before.meta.days.length - 1)
    expect((await call('GET', `/trips/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/trips/${id}`)).status).toBe(404)
    expect((await list('searchFields=is_deleted:=true')).data).toEqual([
      expect.objectContaining({ id, deleted_at: expect.any(String) }),
    ])
    expect((await call('PUT', `/trips/${id}/restore`)).body.data).toMatchObject({ id, deleted_at: null })
    expect(idsOf(await list(query))).toEqual(idsOf(before))
    expect(await audited(id)).toEqual([
      { action: 'trip.delete', before: { deleted: false }, after: { deleted: true } },
      { action: 'trip.restore', before: { deleted: true }, after: { deleted: false } },
    ])
  })

  it('must be over, and in no closed logbook', async () => {
    const [open, logged] = [await aTrip({ isOpen: true }), await aTrip()]
    await tenants.logTrip(logged)
    for (const [id, code] of [
      [open, 'trips.open'],
      [logged, 'trips.logged'],
    ] as const) {
      const { status, body } = await call('DELETE', `/trips/${id}`)
      expect([status, body.code]).toEqual([409, code])
    }
    await api.database.pool.query('UPDATE trips SET is_open = false WHERE id = $1', [open])
  })

  it('is deleted with others and taken back with them', async () => {
    const ids = [await aTrip(), await aTrip()]
    const { body } = await call('POST', '/trips/bulk', { action: 'delete', ids })
    expect(body.data).toMatchObject({ changed: 2, failed: 0 })
    expect(idsOf(await list('searchFields=is_deleted:=true')).sort()).toEqual(ids)
    expect((await call('POST', `/trips/bulk/${body.data.undo_id}/undo`)).body.data).toMatchObject({ changed: 2 })
    expect((await list('searchFields=is_deleted:=true')).data).toEqual([])
  })

  it('takes the right to delete', async () => {
    expect((await call('DELETE', `/trips/${await aTrip()}`, undefined, DEALER)).status).toBe(403)
  })
})

describe('what a trip was for', () => {
  it('is said with driver and customer, found by, and in the log as it was and is', async () => {
    const id = await aTrip()
    const said = { purpose: 'business', driver: 'Ada', note: 'Customer 12' }
    expect((await call('PUT', `/trips/${id}/purpose`, said, DEALER)).body.data).toMatchObject({ id, ...said })
    expect((await call('PUT', `/trips/${id}/purpose`, { purpose: 'private', note: null })).body.data).toMatchObject({
      purpose: 'private',
      driver: 'Ada',
      note: null,
    })
    expect(idsOf(await list('searchFields=purpose:=private'))).toEqual([id])
    expect(idsOf(await list('search=Ada'))).toEqual([id])
    expect(idsOf(await list('searchFields=purpose:=unsaid'))).not.toContain(id)
    expect((await audited(id))[1]).toEqual({
      action: 'trip.purpose',
      before: { purpose: 'business', note: 'Customer 12' },
      after: { purpose: 'private', note: null },
    })
  })

  it('is said of many at once, except where a logbook is closed, and taken back where nobody has said else since', async () => {
    const [first, second, logged] = [await aTrip(), await aTrip(), await aTrip()]
    await tenants.logTrip(logged)
    await call('PUT', `/trips/${first}/purpose`, { purpose: 'private', driver: 'Ada' })
    const { body } = await call('POST', '/trips/bulk-purpose', { ids: [first, second, logged], purpose: 'commute' })
    expect(body.data).toMatchObject({ changed: 2, failed: 1 })
    expect(body.data.results[2]).toMatchObject({ id: logged, message: 'This trip is in a logbook month that is closed' })
    expect((await call('GET', `/trips/${first}`)).body.data).toMatchObject({ purpose: 'commute', driver: 'Ada' })
    await call('PUT', `/trips/${second}/purpose`, { purpose: 'business' })
    const undone = await call('POST', `/trips/bulk-purpose/${body.data.undo_id}/undo`)
    expect(undone.body.data).toMatchObject({ changed: 1, failed: 1 })
    expect((await call('GET', `/trips/${first}`)).body.data.purpose).toBe('private')
    expect((await call('GET', `/trips/${second}`)).body.data.purpose).toBe('business')
  })

  it.each([{ purpose: 'fun' }, {}, { purpose: 'business', note: 'x'.repeat(251) }])('is not %j', async (body) => {
    expect((await call('PUT', `/trips/${await aTrip()}/purpose`, body)).status).toBe(422)
  })
})
