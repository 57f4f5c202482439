import { apiForTests } from '../../support/api/api-for-tests.js'

const READER = 'reader@x.example'
const { api, tenants } = apiForTests({ REPORT_MAX_ENTITIES: '3' })
let fleet: number
let bike: number
let moped: number
let customers: number
let tracker: number
let group: number

const DAYS = 'from=2025-10-25&till=2025-10-27&tz=Europe/Amsterdam'
const report = (path: string, language = 'en') => api.get(path, READER, { 'accept-language': language })
const trips = (values: { data: Record<string, unknown>[] }) => values.data.map((row) => [row.entity_name, row.trip_started_at])

beforeAll(async () => {
  fleet = await tenants.business('Fleet')
  const other = await tenants.business('Somebody else')
  await tenants.user(READER, 'reporter', fleet, { time_zone: 'Europe/Amsterdam' })
  bike = await tenants.entity(fleet, 'Bike', { frame_number: '0123456789012', license_plate: 'AB-12' })
  moped = await tenants.entity(fleet, 'Moped', { vehicle_type: 'eMoped' })
  customers = await tenants.entity(fleet, 'Rented', { consumer_id: await tenants.consumer(fleet) })
  const strange = await tenants.entity(other, 'Not ours')
  tracker = (await tenants.install(fleet, bike, '356307042441013')).deviceId
  const second = await tenants.install(fleet, moped)
  const hidden = await tenants.install(fleet, customers)
  const foreign = await tenants.install(other, strange)
  // The night of 26 October has an additional hour: the hour from 02:00 occurs twice.
  await tenants.trip(tracker, '2025-10-25T21:50:00Z', '2025-10-25T22:20:00Z', { distanceM: 10_004 })
  await tenants.trip(tracker, '2025-10-26T00:30:00Z', '2025-10-26T01:15:00Z', { distanceM: 6_000 })
  await tenants.trip(tracker, '2025-10-26T01:30:00Z', '2025-10-26T02:00:00Z', { distanceM: 4_000 })
  await tenants.trip(second.deviceId, '2025-10-27T08:00:00Z', '2025-10-27T09:00:00Z', { distanceM: 20_000 })
  await tenants.trip(second.deviceId, '2025-12-01T08:00:00Z', '2025-12-01T09:00:00Z')
  await tenants.trip(hidden.deviceId, '2025-10-26T10:00:00Z', '2025-10-26T11:00:00Z', { distanceM: 7_000 })
  await tenants.trip(foreign.deviceId, '2025-10-26T10:00:00Z', '2025-10-26T11:00:00Z')
  group = await tenants.tag('Couriers', 'group', fleet)
  for (const one of [bike, moped]) await tenants.carry(one, group)
})

describe('a report on screen', () => {
  it('R-136 R-137 G-60 tells every trip of the days, vehicle by vehicle, the oldest first, with what a customer hides left out', async () => {
    const { status, body } = await report(`/reports/all?${DAYS}`)
    expect(status).toBe(200)
    expect(trips(body)).toEqual([
      ['Bike', '2025-10-25T21:50:00.000Z'],
      ['Bike', '2025-10-26T00:30:00.000Z'],
      ['Bike', '2025-10-26T01:30:00.000Z'],
      ['Moped', '2025-10-27T08:00:00.000Z'],
    ])
    expect(body.data[0]).toEqual({
      entity_id: bike,
      trip_id: expect.any(Number),
      entity_name: 'Bike',
      frame_number: '0123456789012',
      license_plate: 'AB-12',
      trip_started_at: '2025-10-25T21:50:00.000Z',
      start_address: expect.stringContaining('Heidelberg'),
      trip_ended_at: '2025-10-25T22:20:00.000Z',
      trip_arrived_at: null,
      stop_address: expect.stringContaining('Heidelberg'),
      distance: 10,
      duration: 0.5,
      average_speed: 17.3,
      time_on_location: 2.17,
    })
    expect(body.meta).toMatchObject({ total: 4, entities: 3, hidden_entities: 1, time_zone: 'Europe/Amsterdam' })
    expect(body.meta.columns[0]).toEqual({ key: 'entity_name', label: 'Vehicle', kind: 'text' })
    expect(body.meta.totals).toMatchObject({ trips: 4, distance: 40, duration: 2.75 })
    expect(body.meta.notes).toEqual([
      'Distances of vehicles without an odometer are straight lines between fixes, so they are somewhat shorter than the route driven.',
      '1 vehicle is left out: its customer has not consented.',
    ])
  })

  it('R-134 G-59 sums up a row a vehicle, and says of a hidden one that it is, rather than nothing', async () => {
    const { body } = await report(`/reports/summary?${DAYS}`, 'fr')
    expect(body.data).toEqual([
      {
        entity_id: bike,
        entity_name: 'Bike',
        vehicle_type: 'Vélo électrique',
        frame_number: '0123456789012',
        license_plate: 'AB-12',
        imei: '356307042441013',
        trips: 3,
        days: 2,
        distance: 20,
        duration: 1.75,
        idle: 0,
        average_speed: 11.4,
        note: null,
      },
      expect.objectContaining({ entity_name: 'Moped', vehicle_type: 'Scooter électrique', trips: 1, distance: 20 }),
      expect.objectContaining({
        entity_name: 'Rented',
        trips: null,
        days: null,
        distance: null,
        duration: null,
        idle: null,
        average_speed: null,
        note: 'Masqué : le client n’a pas donné son accord',
      }),
    ])
    expect(body.meta.columns[0].label).toBe('Véhicule')
    expect(body.meta.totals).toMatchObject({ trips: 4, distance: 40 })
  })

  it('R-134 takes as many vehicles as may be chosen, however long their ids are together', async () => {
    const { status, body } = await report(`/reports/summary?${DAYS}&entity_ids=${Array(300).fill(bike).join()}`)
    expect([status, body.data?.length]).toEqual([200, 1])
  })

  it('tells where vehicles stood, from the end of a trip to the next one, when it was long enough', async () => {
    const { body } = await report(`/reports/stops?${DAYS}&entity_ids=${bike}&min_minutes=20`)
    expect(body.data.map((row: Record<string, unknown>) => [row.stopped_at, row.left_at, row.stopped_for])).toEqual([
      ['2025-10-25T22:20:00.000Z', '2025-10-26T00:30:00.000Z', 2.17],
      ['2025-10-26T02:00:00.000Z', null, null],
    ])
    expect(body.data[0].address).toContain('Heidelberg')
    expect((await report(`/reports/stops?${DAYS}&entity_ids=${bike}`)).body.meta.total).toBe(3)
  })

  it('R-136 tells how vehicles were used, of a day of 25 hours in 25 hours, and of no day without a tracker', async () => {
    const { body } = await report(`/reports/utilisation?${DAYS}&entity_ids=${bike}`)
    const told = body.data.map(({ day, moving, idle, parked, parked_share }: Record<string, unknown>) => [
      day,
      moving,
      idle,
      parked,
      parked_share,
    ])
    expect(told).toEqual([
      ['2025-10-25', 0.5, 0, 23.5, 97.9],
      ['2025-10-26', 1.25, 0, 23.75, 95],
      ['2025-10-27', 0, 0, 24, 100],
    ])
    expect(body.meta.notes[0]).toMatch(/A trip belongs to the day on which it starts/)
    const before = await report(`/reports/utilisation?from=2023-12-31&till=2024-01-01&entity_ids=${bike}&tz=UTC`)
    expect(before.body.data.map(({ day }: { day: string }) => day)).toEqual(['2024-01-01'])
  })

  it('tells who drove too fast, when, where and for how long', async () => {
    await api.database.pool.query("SELECT make_waypoint_partition('2025-10-26')")
    const fixes: [string, number, number][] = [
      ['2025-10-26T00:31:00Z', 49.4, 250],
      ['2025-10-26T00:31:30Z', 49.41, 310],
      ['2025-10-26T00:32:00Z', 49.42, 300],
      ['2025-10-26T00:50:00Z', 49.43, 305],
    ]
    for (const [at, latitude, tenths] of fixes) {
      await api.database.pool.query(
        `INSERT INTO waypoints (device_id, positioned_at, received_at, latitude, longitude, speed_tenths_kph, validity) VALUES ($1, $2, $2, $3, 87000000, $4, 0)`,
        [tracker, at, Math.round(latitude * 1e7), tenths],
      )
    }
    const { body } = await report(`/reports/speeding?${DAYS}&entity_ids=${bike}&limit_kph=26`)
    // The duration is 30 s at 31 km/h, and two minutes of the silence after 30 km/h. The last fix has no successor, so its
    // duration is unknown.
    expect(body.data.find((row: { fastest_at: string | null }) => row.fastest_at)).toMatchObject({
      trip_started_at: '2025-10-26T00:30:00.000Z',
      max_speed: 31,
      fastest_at: '2025-10-26T00:31:30.000Z',
      minutes_over: 2.5,
      fastest_address: expect.stringContaining('Heidelberg'),
    })
    expect((await report(`/reports/speeding?${DAYS}&entity_ids=${bike}&limit_kph=32`)).body.data).toEqual([])
  })

  it('tells at which hours of which weekdays the fleet sets out, by the clock of the zone', async () => {
    const { body } = await report(`/reports/activity?${DAYS}`)
    expect(body.data).toHaveLength(24)
    expect(body.data[2]).toMatchObject({ hour: '02:00', sunday: 2, monday: 0, all_days: 2 })
    expect(body.data[9]).toMatchObject({ hour: '09:00', monday: 1, all_days: 1 })
    expect(body.meta.totals).toMatchObject({ saturday: 1, sunday: 2, monday: 1, all_days: 4 })
  })

  it('R-135 is of a target group, in pages, in the reader’s own zone where none is named', async () => {
    const { body } = await report(`/reports/all?from=2025-10-25&till=2025-10-27&target_group_id=${group}&limit=3&page=2`)
    expect(trips(body)).toEqual([['Moped', '2025-10-27T08:00:00.000Z']])
    expect(body.meta).toMatchObject({ current_page: 2, last_page: 2, total: 4, entities: 2, time_zone: 'Europe/Amsterdam' })
  })

  it.each([
    ['from=2025-10-25', 'till'],
    ['from=2025-10-25&till=2025-02-30', 'till'],
    ['from=2025-10-25&till=2025-10-24', 'till'],
    ['from=2024-10-25&till=2025-10-26', 'till'],
    ['tz=Nowhere', 'tz'],
    ['entity_ids=1,x', 'entity_ids'],
    ['entity_ids=2000000000', 'entity_ids'],
    ['target_group_id=2000000000', 'target_group_id'],
    ['limit_kph=0', 'limit_kph'],
    ['limit=201', 'limit'],
    ['colour=red', 'query'],
  ])('refuses %s with what is allowed', async (query, field) => {
    const { status, body } = await report(`/reports/all?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect((await report('/reports/nonsense')).status).toBe(404)
  })

  it('R-138 G-58 refuses too many vehicles, and too many days of them, in the words of the specification', async () => {
    const extra = await tenants.entity(fleet, 'Spare')
    const all = [bike, moped, customers, extra]
    const large = await tenants.tag('Everybody', 'group', fleet)
    await api.database.pool.query('DELETE FROM entity_tags')
    for (const one of all) await tenants.carry(one, large)
    const tooLarge = await report(`/reports/all?${DAYS}&target_group_id=${large}`)
    expect([tooLarge.status, tooLarge.body.errors]).toEqual([
      422,
      { target_group_id: ['This target group has too many entities. Please select one with less.'] },
    ])
    const many = await report(`/reports/all?${DAYS}&entity_ids=${all.join(',')}`)
    expect(many.body.errors).toEqual({
      entity_ids: ['A report can cover at most 3 vehicles: choose some of them, or a target group'],
    })
    const long = await report(`/reports/all?from=2025-01-01&till=2025-02-28&entity_ids=${bike},${moped}`)
    expect(long.body.errors).toEqual({ till: ['For this many vehicles, a report can cover at most 46 days'] })
    await api.database.pool.query('UPDATE entities SET deleted_at = now() WHERE id = $1', [extra])
  })
})

describe('one vehicle’s report', () => {
  it('R-133 R-282 has the trips, the sums of each day and of all, and who it is about', async () => {
    const { body } = await report(`/report?${DAYS}&entity_id=${bike}`)
    expect(body.data).toMatchObject({
      entity: { id: bike, name: 'Bike', license_plate: 'AB-12', imei: '356307042441013' },
      from: '2025-10-25',
      till: '2025-10-27',
      time_zone: 'Europe/Amsterdam',
      nearest: null,
      totals: { trips: 3, distance_m: 20_004, duration_s: 6_300, idle_s: 0, average_speed_kph: 11.4, max_speed_kph: 31 },
      days: [
        { day: '2025-10-25', trips: 1, distance_m: 10_004, duration_s: 1_800, idle_s: 0 },
        { day: '2025-10-26', trips: 2, distance_m: 10_000, duration_s: 4_500, idle_s: 0 },
      ],
    })
    expect(body.data.trips.map((one: { trip_started_at: string }) => one.trip_started_at)).toEqual([
      '2025-10-25T21:50:00.000Z',
      '2025-10-26T00:30:00.000Z',
      '2025-10-26T01:30:00.000Z',
    ])
  })

  it('R-282 names the nearest days with trips where the period has none', async () => {
    const { body } = await report(`/report?from=2025-11-10&till=2025-11-12&tz=UTC&entity_id=${moped}`)
    expect(body.data).toMatchObject({ trips: [], days: [], nearest: { before: '2025-10-27', after: '2025-12-01' } })
    expect((await report(`/report?${DAYS}`)).body.errors).toHaveProperty('entity_id')
    expect((await report(`/report?${DAYS}&entity_id=2000000000`)).body.errors).toHaveProperty('entity_id')
  })

  it('T-12 D1 tells nothing of a customer’s vehicle before there is a consent, and each look since is in the log', async () => {
    const looks = () =>
      api.rows<{ call: string }>(
        "SELECT after ->> 'call' AS call FROM audit_log WHERE action = 'consumer.position.view' ORDER BY id",
      )
    const hidden = await report(`/report?${DAYS}&entity_id=${customers}`)
    expect(hidden.body.data).toMatchObject({ trips: [], days: [], nearest: null, totals: { trips: 0, max_speed_kph: null } })
    for (const kind of ['all', 'stops', 'utilisation', 'speeding']) {
      expect((await report(`/reports/${kind}?${DAYS}&entity_ids=${customers}`)).body.data).toEqual([])
    }
    expect(await looks()).toEqual([])
    const consent = await tenants.consent(customers)
    expect((await report(`/report?${DAYS}&entity_id=${customers}`)).body.data.totals.distance_m).toBe(7_000)
    expect((await report(`/reports/utilisation?${DAYS}&entity_ids=${customers}`)).body.data).toHaveLength(3)
    expect(await looks()).toEqual([{ call: 'report' }, { call: 'reports.utilisation' }])
    await api.database.pool.query("UPDATE consents SET expires_at = now() - interval '1 second' WHERE id = $1", [consent])
  })
})
