import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const READER = 'reader@midnights.example'

/**
 * Nights with two midnights: clocks show midnight, go on to one o'clock, and are put back to midnight. The day has 25
 * hours, and its first hour occurs twice.
 */
const NIGHTS = [
  {
    zone: 'Atlantic/Azores',
    early: '2025-10-24',
    before: '2025-10-25',
    day: '2025-10-26',
    next: '2025-10-27',
    last: '2025-10-25T23:30:00.000Z',
    first: '2025-10-26T00:30:00.000Z',
    second: '2025-10-26T01:30:00.000Z',
  },
  {
    zone: 'America/Havana',
    early: '2025-10-31',
    before: '2025-11-01',
    day: '2025-11-02',
    next: '2025-11-03',
    last: '2025-11-02T03:30:00.000Z',
    first: '2025-11-02T04:30:00.000Z',
    second: '2025-11-02T05:30:00.000Z',
  },
]

describe.each(NIGHTS)('a day whose midnight comes twice, in $zone', ({ zone, early, before, day, next, ...at }) => {
  let bike: number
  const { last, first, second } = at
  const starts = [last, first, second]

  beforeAll(async () => {
    const business = await tenants.business(zone)
    await tenants.user(`${zone}${READER}`, 'reporter', business, { time_zone: zone })
    bike = await tenants.entity(business, 'Bike', { created_at: first })
    const { deviceId } = await tenants.install(business, bike)
    for (const at of starts) await tenants.trip(deviceId, at, new Date(Date.parse(at) + 600_000).toISOString())
  })

  const get = async (path: string) => (await api.get(path, `${zone}${READER}`)).body
  const begun = (rows: { trip_started_at: string }[]) => rows.map((row) => row.trip_started_at)
  const on = (from: string, till = from) => `from=${from}&till=${till}&tz=${zone}`

  it('has its first hour in a report, and the day before has not', async () => {
    expect(begun((await get(`/reports/all?${on(day)}`)).data)).toEqual([first, second])
    expect(begun((await get(`/reports/all?${on(before)}`)).data)).toEqual([last])
    expect((await get(`/reports/all?${on(day)}`)).meta.totals).toMatchObject({ trips: 2 })
    expect((await get(`/reports/all?${on(before)}`)).meta.totals).toMatchObject({ trips: 1 })
  })

  it('is named by an empty day that it is nearest to', async () => {
    const near = async (asked: string) => (await get(`/report?entity_id=${bike}&${on(asked)}`)).data.nearest
    expect(await near(next)).toEqual({ before: day, after: null })
    expect(await near(early)).toEqual({ before: null, after: before })
  })

  it('has 25 hours of use, and the days around it 24', async () => {
    const { data } = await get(`/reports/utilisation?${on(before, next)}`)
    const hours = data.map((row: Record<string, number>) => Math.round(row.moving! + row.idle! + row.parked!))
    expect(hours).toEqual([24, 25, 24])
  })

  it('has the same trips in the list, whole or in part', async () => {
    const days = async (query: string) => {
      const { meta } = await get(`/trips?tz=${zone}&${query}`)
      return meta.days.map(({ date, trips }: { date: string; trips: number }) => [date, trips])
    }
    const all = [
      [day, 2],
      [before, 1],
    ]
    expect(await days('')).toEqual(all)
    expect(await days('searchFields=distance_m:>=1')).toEqual(all)
    expect(await days(`from=${first}`)).toEqual([[day, 2]])
    expect(await days(`from=${second}`)).toEqual([[day, 1]])
  })

  it('has what happened in its first hour in charts', async () => {
    const points = async (preset: string) => (await get(`/analytics/${preset}?from=${day}&till=${day}`)).data.points
    expect(await points('newEntitiesPerDay')).toMatchObject([{ key: day, value: 1 }])
  })
})
