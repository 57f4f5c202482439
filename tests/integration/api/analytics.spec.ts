import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const REPORTER = 'reporter@charts.example'
let business: number
let group: number
let foreignGroup: number

const PRESETS = [
  ...['activityDay', 'activityWeek', 'averageDistancePerTrip', 'averageDurationPerTrip', 'averageSpeedPerTrip'],
  ...['totalDistancePerTrip', 'totalDistancePerMonth', 'totalDurationPerDay', 'totalDurationPerMonth', 'newEntitiesPerDay'],
]
const ask = (preset: string, query: string, email = REPORTER) => api.get(`/analytics/${preset}?${query}`, email)
const chart = async (preset: string, query: string) => (await ask(preset, query)).body.data
const pointsOf = async (preset: string, query: string) => {
  const { points } = await chart(preset, query)
  return Object.fromEntries(points.map(({ key, value }: { key: string; value: number | null }) => [key, value]))
}
const MARCH = 'from=2025-03-28&till=2025-03-31'

beforeAll(async () => {
  business = await tenants.business('Charts')
  const theirs = await tenants.business('Other charts')
  await tenants.user(REPORTER, 'reporter', business, { time_zone: 'Europe/Amsterdam' })
  await tenants.user('technician@charts.example', 'technician', business)
  const [bike, van, foreign] = [
    await tenants.entity(business, 'Bike', { created_at: '2025-03-29T12:00Z' }),
    await tenants.entity(business, 'Van', { created_at: '2025-03-29T23:30Z' }),
    await tenants.entity(theirs, 'Foreign', { created_at: '2025-03-29T12:00Z' }),
  ]
  group = await tenants.tag('Couriers', 'group', business)
  foreignGroup = await tenants.tag('Foreign couriers', 'group', theirs)
  await tenants.carry(bike, group)
  await tenants.carry(foreign, foreignGroup)
  const trackers = [bike, van].map((entity) => tenants.install(business, entity))
  const [onBike, onVan] = (await Promise.all(trackers)).map(({ deviceId }) => deviceId) as [number, number]
  const onForeign = (await tenants.install(theirs, foreign)).deviceId
  const ride = async (deviceId: number, from: string, till: string, distanceM: number, kph: number) => {
    const id = await tenants.trip(deviceId, from, till, { distanceM })
    await tenants.pool.query('UPDATE trips SET average_speed_kph = $2 WHERE id = $1', [id, kph])
    return id
  }
  // A Friday, and the Sunday on which clocks go forward at two o'clock: 23:30Z is half past midnight, and 06:00Z is eight
  // o'clock.
  await ride(onBike, '2025-03-28T07:00Z', '2025-03-28T07:30Z', 4_000, 20)
  await ride(onVan, '2025-03-28T17:00Z', '2025-03-28T17:10Z', 1_000, 10)
  await ride(onBike, '2025-03-29T23:30Z', '2025-03-29T23:50Z', 2_000, 15)
  await ride(onBike, '2025-03-30T06:00Z', '2025-03-30T06:20Z', 3_000, 18)
  await ride(onBike, '2025-03-25T08:00Z', '2025-03-25T08:20Z', 6_000, 12)
  await ride(onForeign, '2025-03-28T07:00Z', '2025-03-28T08:30Z', 90_000, 60)
  const deleted = await ride(onVan, '2025-03-30T12:00Z', '2025-03-30T12:20Z', 50_000, 99)
  await tenants.pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [deleted])
})

describe('the ten charts (R-144)', () => {
  it('G-62 tell trips by hour and by weekday of the user’s clock, with none as zero', async () => {
    const hours = await pointsOf('activityDay', MARCH)
    expect(Object.keys(hours)).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour)))
    expect(Object.entries(hours).filter(([, value]) => value !== 0)).toEqual([
      ['0', 1],
      ['8', 2],
      ['18', 1],
    ])
    expect(await pointsOf('activityWeek', MARCH)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 2, 6: 0, 7: 2 })
  })

  it.each([
    ['averageDistancePerTrip', 'km', { '2025-03-28': 2.5, '2025-03-29': null, '2025-03-30': 2.5, '2025-03-31': null }, 2.5, 6],
    ['averageDurationPerTrip', 'min', { '2025-03-28': 20, '2025-03-29': null, '2025-03-30': 20, '2025-03-31': null }, 20, 20],
    ['averageSpeedPerTrip', 'km/h', { '2025-03-28': 15, '2025-03-29': null, '2025-03-30': 16.5, '2025-03-31': null }, 15.75, 12],
    ['totalDistancePerTrip', 'km', { '2025-03-28': 5, '2025-03-29': null, '2025-03-30': 5, '2025-03-31': null }, 10, 6],
    ['totalDurationPerDay', 'min', { '2025-03-28': 40, '2025-03-29': null, '2025-03-30': 40, '2025-03-31': null }, 80, 20],
    ['newEntitiesPerDay', 'entities', { '2025-03-28': 0, '2025-03-29': 1, '2025-03-30': 1, '2025-03-31': 0 }, 2, 0],
  ])(
    'G-62 %s: a day without data is a gap, with the whole period and the one before it',
    async (preset, unit, days, total, before) => {
      expect(await pointsOf(preset, MARCH)).toEqual(days)
      expect(await chart(preset, MARCH)).toMatchObject({
        preset,
        unit,
        from: '2025-03-28',
        till: '2025-03-31',
        time_zone: 'Europe/Amsterdam',
        target_group_id: null,
        total,
        previous_total: before,
      })
    },
  )

  it('G-62 sums by month, each month of the period once', async () => {
    const period = 'from=2025-02-10&till=2025-04-02'
    expect(await pointsOf('totalDistancePerMonth', period)).toEqual({ '2025-02': null, '2025-03': 16, '2025-04': null })
    expect(await pointsOf('totalDurationPerMonth', period)).toEqual({ '2025-02': null, '2025-03': 100, '2025-04': null })
  })

  it('G-62 are gaps where there is nothing at all, and days to come have no new vehicles', async () => {
    expect(await chart('activityWeek', 'from=2020-01-01&till=2020-01-07')).toMatchObject({ total: null, previous_total: null })
    expect(new Set(Object.values(await pointsOf('activityWeek', 'from=2020-01-01&till=2020-01-07')))).toEqual(new Set([null]))
    const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    expect(await pointsOf('newEntitiesPerDay', `from=${tomorrow}&till=${tomorrow}`)).toEqual({ [tomorrow]: null })
  })

  it('G-97 are of the zone that is asked for: the same trips, on its days', async () => {
    expect(await pointsOf('totalDistancePerTrip', `${MARCH}&tz=UTC`)).toMatchObject({ '2025-03-29': 2, '2025-03-30': 3 })
    expect((await chart('totalDistancePerTrip', `${MARCH}&tz=UTC`)).time_zone).toBe('UTC')
  })

  it('G-44 say of each day what the header of the list of trips says', async () => {
    const { body } = await api.get('/trips?tz=Europe/Amsterdam&limit=100', REPORTER)
    const period = 'from=2025-03-01&till=2025-03-31'
    const [metres, minutes] = [await pointsOf('totalDistancePerTrip', period), await pointsOf('totalDurationPerDay', period)]
    const withData = (points: object) => Object.values(points).filter((value) => value !== null).length
    expect([body.meta.days.length, withData(metres), withData(minutes)]).toEqual([3, 3, 3])
    for (const { date, distance_m, duration_s } of body.meta.days)
      expect([date, distance_m / 1_000, duration_s / 60]).toEqual([date, metres[date], minutes[date]])
  })

  it('R-142 are of one target group where one is asked for', async () => {
    expect(await chart('totalDistancePerTrip', `${MARCH}&target_group_id=${group}`)).toMatchObject({
      total: 9,
      target_group_id: group,
    })
    expect(await chart('activityDay', `${MARCH}&target_group_id=${group}`)).toMatchObject({ total: 3 })
    expect(await chart('newEntitiesPerDay', `${MARCH}&target_group_id=${group}`)).toMatchObject({ total: 1 })
  })

  it('R-142 refuse a preset, period or group that there is not, and say what is allowed', async () => {
    const refused = async (preset: string, query: string) => {
      const { status, body } = await ask(preset, query)
      return [status, body.errors]
    }
    const [status, errors] = await refused('mostFun', MARCH)
    expect(status).toBe(422)
    for (const preset of PRESETS) expect(errors.preset[0]).toContain(preset)
    const day = ['Must be a day, written as 2026-03-29']
    expect(await refused('activityDay', '')).toEqual([422, { from: day, till: day }])
    expect(await refused('activityDay', 'from=2025-02-30&till=2025-03-01')).toEqual([422, { from: day }])
    expect(await refused('activityDay', 'from=2025-03-02&till=2025-03-01')).toEqual([422, { till: ['Must not lie before from'] }])
    expect(await refused('activityDay', 'from=2024-01-01&till=2025-12-31')).toEqual([
      422,
      { till: ['At most 400 days are allowed'] },
    ])
    const noGroup = [422, { target_group_id: ['There is no such target group'] }]
    for (const id of [foreignGroup, 2_000_000_000, 'x', 99_999_999_999])
      expect([id, await refused('activityDay', `${MARCH}&target_group_id=${id}`)]).toEqual([id, noGroup])
  })

  it('R-236 are for who reads reports', async () => {
    expect((await ask('activityDay', MARCH, 'technician@charts.example')).status).toBe(403)
  })
})

describe('the charts on a user’s screen (G-63)', () => {
  const put = (charts: unknown, email = REPORTER) => api.call('PUT', '/api/v1/analytics/charts', { email, body: { charts } })
  const aChart = (id: string, more: object = {}) => ({ id, preset: 'activityDay', period: { kind: 'last30' }, ...more })

  it('G-63 R-143 are kept in their order for every machine of that user, and for nobody else', async () => {
    await tenants.user('other@charts.example', 'reporter', business)
    expect((await api.get('/analytics/charts', REPORTER)).body.data).toEqual({ charts: [] })
    const charts = [
      aChart('b', {
        title: 'Couriers in March',
        target_group_id: group,
        period: { kind: 'custom', from: '2025-03-01', till: '2025-03-31' },
      }),
      aChart('a', { preset: 'totalDistancePerMonth', period: { kind: 'last12Months' } }),
    ]
    expect((await put(charts)).status).toBe(200)
    expect((await api.get('/analytics/charts', REPORTER)).body.data).toEqual({ charts })
    expect((await api.get('/analytics/charts', 'other@charts.example')).body.data).toEqual({ charts: [] })
    expect((await put([])).body.data).toEqual({ charts: [] })
  })

  it('G-63 are refused where one could not be drawn, two are the same, or there are too many', async () => {
    const fieldsOf = async (charts: unknown) => {
      const { status, body } = await put(charts)
      return [status, Object.keys(body.errors)]
    }
    expect(await fieldsOf([aChart('a', { preset: 'mostFun' })])).toEqual([422, ['charts.0.preset']])
    expect(await fieldsOf([aChart('a', { period: { kind: 'custom', from: '2025-03-02', till: '2025-03-01' } })])).toEqual([
      ...[422, ['charts.0.period.till']],
    ])
    expect(await fieldsOf([aChart('a', { period: { kind: 'custom' } })])).toEqual([
      ...[422, ['charts.0.period.from', 'charts.0.period.till']],
    ])
    expect(await fieldsOf([aChart('a', { period: { kind: 'last7', from: '2025-03-02' } })])).toEqual([
      422,
      ['charts.0.period.from'],
    ])
    expect(await fieldsOf([aChart('a', { period: 'last7' })])).toEqual([422, ['charts.0.period']])
    expect(await fieldsOf([aChart('a'), aChart('a')])).toEqual([422, ['charts']])
    expect(await fieldsOf(Array.from({ length: 51 }, (_, n) => aChart(String(n))))).toEqual([422, ['charts']])
    expect(await fieldsOf('none')).toEqual([422, ['charts']])
  })
})
