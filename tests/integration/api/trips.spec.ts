import { FixValidity } from '@roadbook/contracts'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let business: number
let entity: number
let deviceId: number
const trips = async (query: string) => (await api.get(`/trips?${query}`, 'manager@x.example')).body
const ofEntity = (id: number) => `search=${id}&searchFields=entity_id:=`
const starts = (body: { data: { trip_started_at: string }[] }) => body.data.map((trip) => trip.trip_started_at)

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user('manager@x.example', 'manager', business)
  entity = await tenants.entity(business, 'Bike')
  ;({ deviceId } = await tenants.install(business, entity))
})

describe('trips', () => {
  it('R-249 R-096 are listed by entity, newest first, ten a page', async () => {
    for (let day = 1; day <= 12; day++) {
      const date = `2025-03-${String(day).padStart(2, '0')}`
      await tenants.trip(deviceId, `${date}T08:00:00Z`, `${date}T08:30:00Z`, { distanceM: day * 100 })
    }
    const query = `${ofEntity(entity)}&limit=10&orderBy=trip_started_at&sortedBy=desc`
    const [first, second] = [await trips(`${query}&page=1`), await trips(`${query}&page=2`)]
    expect(starts(first)).toHaveLength(10)
    expect(starts(first)[0]).toBe('2025-03-12T08:00:00.000Z')
    expect(starts(second)).toEqual(['2025-03-02T08:00:00.000Z', '2025-03-01T08:00:00.000Z'])
    expect(first.meta).toMatchObject({ current_page: 1, last_page: 2, per_page: 10, total: 12 })
    expect(await trips(`searchFields=entity_id:=${entity}&limit=10&orderBy=trip_started_at`)).toEqual(first)
  })

  it('R-229 carry their fields, with addresses of both ends', async () => {
    const [trip] = (await trips(`${ofEntity(entity)}&limit=1&page=2&orderBy=trip_started_at`)).data
    expect(trip).toEqual({
      id: expect.any(Number),
      entity_id: entity,
      entity_name: 'Bike',
      license_plate: null,
      business_name: 'Fleet',
      device_id: deviceId,
      trip_started_at: '2025-03-11T08:00:00.000Z',
      trip_ended_at: '2025-03-11T08:30:00.000Z',
      trip_arrived_at: null,
      is_open: false,
      deleted_at: null,
      start: { latitude: 49.4, longitude: 8.7, address: expect.stringContaining('Heidelberg') },
      stop: { latitude: 49.41, longitude: 8.71, address: expect.stringContaining('Heidelberg') },
      distance_m: 1100,
      matched_distance_m: null,
      duration_s: 1800,
      average_speed_kph: 17.3,
      max_speed_kph: 31,
      idle_s: 0,
      time_on_location_s: 84_600,
      waypoint_count: 3,
      purpose: null,
      note: null,
      driver: null,
      is_logged: false,
      is_joined: false,
    })
  })

  it('say when the vehicle probably arrived, where its readings are far apart, and count to the reading', async () => {
    const bike = await tenants.entity(business, 'Every two minutes')
    const { deviceId: device } = await tenants.install(business, bike)
    const arrivedAt = '2025-06-01T08:18:20Z'
    const ended = await tenants.trip(device, '2025-06-01T08:00:00Z', '2025-06-01T08:20:00Z', { arrivedAt })
    await tenants.trip(device, '2025-06-01T09:00:00Z', '2025-06-01T09:10:00Z', {
      arrivedAt: '2025-06-01T09:09:00Z',
      isOpen: true,
    })
    const { data } = await trips(`${ofEntity(bike)}&orderBy=trip_started_at&sortedBy=asc`)
    expect(data).toEqual([
      expect.objectContaining({
        trip_arrived_at: '2025-06-01T08:18:20.000Z',
        trip_ended_at: '2025-06-01T08:20:00.000Z',
        duration_s: 1_200,
        time_on_location_s: 2_400,
      }),
      expect.objectContaining({ trip_arrived_at: null, trip_ended_at: null }),
    ])
    const file = await api.get(`/trips/${ended}/export?format=geojson`, 'manager@x.example')
    expect(file.text).toContain('"trip_arrived_at":"2025-06-01T08:18:20.000Z"')
  })

  it('R-081 G-44 come with the whole totals of each local day that a page touches', async () => {
    const bike = await tenants.entity(business, 'Two a day')
    const { deviceId: device } = await tenants.install(business, bike)
    await tenants.trip(device, '2025-06-01T21:30:00Z', '2025-06-01T21:50:00Z', { distanceM: 500 })
    await tenants.trip(device, '2025-06-01T22:30:00Z', '2025-06-01T23:00:00Z', { distanceM: 700 })
    await tenants.trip(device, '2025-06-02T07:00:00Z', '2025-06-02T07:10:00Z', { distanceM: 900 })
    const query = `${ofEntity(bike)}&limit=1&orderBy=trip_started_at`
    const berlin = await trips(`${query}&tz=Europe/Berlin`)
    expect(berlin.meta.days).toEqual([{ date: '2025-06-02', distance_m: 1600, duration_s: 2400, trips: 2 }])
    const utc = await trips(query)
    expect(utc.meta.days).toEqual([{ date: '2025-06-02', distance_m: 900, duration_s: 600, trips: 1 }])
  })

  it('R-081 tell of a day no more than what the list has of it', async () => {
    const bike = await tenants.entity(business, 'Three a day')
    const { deviceId: device } = await tenants.install(business, bike)
    for (const [hour, distanceM] of [
      ['07', 400],
      ['12', 500],
      ['18', 600],
    ] as const)
      await tenants.trip(device, `2025-06-04T${hour}:00:00Z`, `2025-06-04T${hour}:10:00Z`, { distanceM })
    const daysOf = async (more: string) => (await trips(`${more}&limit=1&tz=Europe/Amsterdam`)).meta.days
    const day = (distance_m: number, count: number) => [{ date: '2025-06-04', distance_m, duration_s: count * 600, trips: count }]
    const whole = '&from=2025-06-03T22:00:00Z&till=2025-06-04T21:59:59.999Z'
    for (const period of ['', whole]) expect(await daysOf(`${ofEntity(bike)}${period}`)).toEqual(day(1_500, 3))
    expect(await daysOf(`${ofEntity(bike)}&from=2025-06-04T10:00:00Z`)).toEqual(day(1_100, 2))
    expect(await daysOf(`${ofEntity(bike)}&till=2025-06-04T12:00:00Z`)).toEqual(day(900, 2))
    expect(await daysOf(`searchFields=entity_id:=${bike};distance_m:<=550`)).toEqual(day(900, 2))
  })

  it('count days of 23 and 25 hours as one where the clock changes', async () => {
    const bike = await tenants.entity(business, 'Clock')
    const { deviceId: device } = await tenants.install(business, bike)
    const instants = [
      '2025-03-29T22:59', // 29 March, 23:59
      '2025-03-29T23:00', // 30 March, 00:00
      '2025-03-30T21:59', // 30 March, 23:59 summer time
      '2025-03-30T22:00', // 31 March, 00:00
      '2025-10-25T22:00', // 26 October, 00:00 summer time
      '2025-10-26T22:59', // 26 October, 23:59 winter time
      '2025-10-26T23:00', // 27 October
    ]
    for (const instant of instants) {
      const start = new Date(`${instant}:00Z`)
      await tenants.trip(device, start.toISOString(), new Date(start.getTime() + 30_000).toISOString())
    }
    const { meta } = await trips(`${ofEntity(bike)}&limit=50&orderBy=trip_started_at&tz=Europe/Berlin`)
    expect(meta.days.map(({ date, trips: count }: { date: string; trips: number }) => [date, count])).toEqual([
      ['2025-10-27', 1],
      ['2025-10-26', 2],
      ['2025-03-31', 1],
      ['2025-03-30', 2],
      ['2025-03-29', 1],
    ])
  })

  it('R-083 are bounded by when they started', async () => {
    const body = await trips(
      `${ofEntity(entity)}&from=2025-03-03T00:00:00Z&till=2025-03-04T23:59:59%2B00:00&orderBy=trip_started_at`,
    )
    expect(starts(body)).toEqual(['2025-03-04T08:00:00.000Z', '2025-03-03T08:00:00.000Z'])
  })

  it.each(['from=yesterday', 'tz=Mars/Olympus', 'tz=CAT', 'tz=%2B02:00', 'from=2025-02-01&till=2025-01-01', "tz=UTC'--"])(
    'refuse a period of %s',
    async (query) => {
      expect((await api.get(`/trips?${query}`, 'manager@x.example')).status).toBe(422)
    },
  )

  it.each(['CET', 'Japan', 'GMT', 'Asia/Calcutta', 'Europe/Kyiv'])('take a zone by its other name, %s', async (tz) => {
    expect((await api.get(`/trips?tz=${tz}`, 'manager@x.example')).status).toBe(200)
  })

  it('that are still going on have no end yet, and deleted ones are not told', async () => {
    const bike = await tenants.entity(business, 'On the way')
    const { deviceId: device } = await tenants.install(business, bike)
    const gone = await tenants.trip(device, '2025-06-01T08:00Z', '2025-06-01T09:00Z')
    await tenants.trip(device, '2025-06-02T08:00Z', '2025-06-02T08:10Z', { isOpen: true })
    await api.database.pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [gone])
    const { data } = await trips(ofEntity(bike))
    expect(data).toEqual([
      expect.objectContaining({ is_open: true, trip_ended_at: null, duration_s: 600, time_on_location_s: null }),
    ])
    expect((await api.get(`/trips/${gone}`, 'manager@x.example')).status).toBe(404)
  })
})

describe('one trip', () => {
  let id: number
  beforeAll(async () => {
    const bike = await tenants.entity(business, 'With a line')
    const { deviceId: device } = await tenants.install(business, bike)
    id = await tenants.trip(device, '2025-07-01T08:00:00Z', '2025-07-01T08:04:00Z')
    await tenants.waypoint(device, '2025-07-01T07:59:59Z', 49.39, 8.7)
    await tenants.waypoint(device, '2025-07-01T08:00:00Z', 49.4, 8.7)
    await tenants.waypoint(device, '2025-07-01T08:01:00Z', 49.4051234, 8.7000123)
    await tenants.waypoint(device, '2025-07-01T08:02:00Z', 0.001, 8.7, 2)
    await tenants.waypoint(device, '2025-07-01T08:03:00Z', 49.41, 8.7)
    await tenants.waypoint(device, '2025-07-01T08:04:00Z', 49.41, 8.71)
    await tenants.waypoint(device, '2025-07-01T08:04:01Z', 49.41, 8.72)
  })

  it('R-250 R-229 comes with its waypoints when asked, the unusable ones counted (G-39)', async () => {
    const { body } = await api.get(`/trips/${id}?with=waypoints`, 'manager@x.example')
    expect(body.data.skipped_waypoints).toBe(1)
    expect(body.data.waypoints.map((one: { positioned_at: string }) => one.positioned_at.slice(11, 19))).toEqual([
      '08:00:00',
      '08:01:00',
      '08:03:00',
      '08:04:00',
    ])
    expect(body.data.waypoints[1]).toEqual({
      trip_id: id,
      latitude: 49.405123,
      longitude: 8.700012,
      positioned_at: '2025-07-01T08:01:00.000Z',
      speed_kph: null,
      heading: null,
    })
    expect((await api.get(`/trips/${id}`, 'manager@x.example')).body.data).not.toHaveProperty('waypoints')
  })

  it('T-11 says how far it can be relied on, how many points were left out, and that no odometer gave its distance', async () => {
    const quality = async () => (await api.get(`/trips/${id}?with=quality`, 'manager@x.example')).body.data
    const told = await quality()
    expect(told.quality).toEqual({ level: 'fair', median_gap_s: 60, longest_gap_s: 120, skipped: 1, is_by_odometer: false })
    expect(told).not.toHaveProperty('waypoints')
    await api.database.pool.query('UPDATE waypoints SET odometer_m = 1000 WHERE device_id = $1', [told.device_id])
    expect((await quality()).quality.is_by_odometer).toBe(true)
    expect((await api.get(`/trips/${id}`, 'manager@x.example')).body.data).not.toHaveProperty('quality')
  })

  it('says why it began and ended when asked, by the rest that its business chose', async () => {
    const why = async (trip: number) => (await api.get(`/trips/${trip}?with=reasons`, 'manager@x.example')).body.data.reasons
    const bike = await tenants.entity(business, 'With reasons')
    const { deviceId: device } = await tenants.install(business, bike)
    const ride = await tenants.trip(device, '2025-08-01T08:00:00Z', '2025-08-01T08:04:00Z')
    const at = (minute: number) => `2025-08-01T08:${String(minute).padStart(2, '0')}:00Z`
    for (const minute of [0, 1, 2, 3, 4]) await tenants.waypoint(device, at(minute), 49.4 + minute / 500, 8.7)
    expect(await why(ride)).toEqual({ begun_by: 'place', ended_by: 'silence', ended_after_s: null })
    await tenants.waypoint(device, '2025-08-01T07:59:00Z', 49.4, 8.7)
    for (const minute of [6, 8, 10, 12]) await tenants.waypoint(device, at(minute), 49.408, 8.7)
    expect(await why(ride)).toEqual({ begun_by: 'place', ended_by: 'rest', ended_after_s: 360 })
    await api.call('PUT', `/api/v1/businesses/${business}/trip-rests`, {
      email: 'manager@x.example',
      body: { rests: [{ vehicle_type: 'eBike', rest_minutes: 8 }] },
    })
    expect(await why(ride)).toMatchObject({ ended_by: 'rest', ended_after_s: 480 })
    const { data } = (await api.get(`/trips/${ride}`, 'manager@x.example')).body
    expect(data).not.toHaveProperty('reasons')
  })

  it('says nothing of why it began where its readings are not those that it was cut from', async () => {
    const bike = await tenants.entity(business, 'Without readings')
    const { deviceId: device } = await tenants.install(business, bike)
    const ride = await tenants.trip(device, '2025-08-02T08:00:00Z', '2025-08-02T08:04:00Z')
    const { status, body } = await api.get(`/trips/${ride}?with=reasons`, 'manager@x.example')
    expect([status, body.data.reasons]).toEqual([200, null])
  })

  it('comes with the places where it cannot have been', async () => {
    const bike = await tenants.entity(business, 'Doubted')
    const { deviceId: device } = await tenants.install(business, bike)
    const ride = await tenants.trip(device, '2025-08-03T08:00:00Z', '2025-08-03T08:04:00Z')
    await tenants.waypoint(device, '2025-08-03T08:00:00Z', 49.4, 8.7)
    await tenants.waypoint(device, '2025-08-03T08:01:00Z', 48.85, 2.35, FixValidity.implausibleSpeed)
    await tenants.waypoint(device, '2025-08-03T08:02:00Z', 48.86, 2.35, FixValidity.tooFewSatellites)
    await tenants.waypoint(device, '2025-08-03T08:04:00Z', 49.41, 8.7)
    const { data } = (await api.get(`/trips/${ride}?with=waypoints`, 'manager@x.example')).body
    expect(data).toMatchObject({ skipped_waypoints: 2, waypoints: [{}, {}] })
    expect(data.doubted_waypoints).toEqual([{ latitude: 48.85, longitude: 2.35, positioned_at: '2025-08-03T08:01:00.000Z' }])
  })

  it('R-250 is thinned to the metres asked for, ends and corners kept', async () => {
    const { body } = await api.get(`/trips/${id}?with=waypoints&simplify=10`, 'manager@x.example')
    expect(
      body.data.waypoints.map(({ latitude, longitude }: { latitude: number; longitude: number }) => [latitude, longitude]),
    ).toEqual([
      [49.4, 8.7],
      [49.41, 8.7],
      [49.41, 8.71],
    ])
  })
})

describe('addresses', () => {
  const ask = async (body: unknown) =>
    (await api.call('POST', '/api/v1/geocode-address', { email: 'manager@x.example', body })).body.data

  it('R-251 of one point are street and town in the demo area', async () => {
    expect(await ask({ latitude: 47.13929, longitude: 9.5228, locale: 'de' })).toEqual({
      address: expect.stringMatching(/^[^,]+, Vaduz$/),
      city: 'Vaduz',
      country: 'Liechtenstein',
    })
  })

  it('are found by a name near a point, without a geocoder; what cannot be read is refused', async () => {
    const search = (query: string) => api.call('GET', `/api/v1/places?query=${query}`, { email: 'manager@x.example' })
    expect((await search('aeulestrasse%205&near=47.14,9.52')).body).toEqual({
      data: expect.arrayContaining([expect.objectContaining({ kind: 'street', name: 'Äulestrasse', city: 'Vaduz' })]),
      meta: { addresses: 'none' },
    })
    expect((await search('v')).body.data).toEqual([])
    for (const wrong of ['Vaduz&near=47', 'Vaduz&near=95,9', 'Vaduz&addresses=yes', `${'x'.repeat(201)}`, 'Vaduz&limit=3'])
      expect((await search(wrong)).status).toBe(422)
  })

  it('R-251 of several points come in their order, each in its language, and say when they are only near', async () => {
    expect(
      await ask([
        { latitude: 52.0907, longitude: 5.1214, locale: 'nl' },
        { latitude: 48.8566, longitude: 2.3522, locale: 'fr' },
        { latitude: 51.98, longitude: 5.75, locale: 'en' },
        { latitude: 0, longitude: -30, locale: 'en' },
      ]),
    ).toEqual([
      { address: expect.any(String), city: 'Utrecht', country: 'Nederland' },
      { address: expect.any(String), city: expect.any(String), country: 'France' },
      { address: expect.stringMatching(/^(near )?\w+/), city: expect.any(String), country: 'Netherlands' },
      { address: null, city: null, country: null },
    ])
  })
})
