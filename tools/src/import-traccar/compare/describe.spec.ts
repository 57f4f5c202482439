import type { Comparison } from './compare.js'
import { dayOf, type ExplainedGroup } from './days.js'
import { comparisonAsJson, daysAsCsv, describeComparison, tripsAsCsv } from './describe.js'
import type { ComparedTrip } from './trips.js'

const PLACE = { latitude: 47.14, longitude: 9.52 }
const trip = (from: string, minutes: number, distanceM: number): ComparedTrip => {
  const startedAt = Date.parse(`2026-03-02T${from}:00Z`)
  return { startedAt, endedAt: startedAt + minutes * 60_000, distanceM, start: PLACE, end: PLACE }
}
const ours = (from: string, minutes: number, distanceM: number) => ({
  id: 7,
  isOpen: false,
  isJoined: false,
  ...trip(from, minutes, distanceM),
})
const groups: ExplainedGroup[] = [
  { day: '2026-03-02', traccar: [trip('08:00', 34, 25_000)], roadbook: [ours('08:00', 30, 25_000)], cause: 'end_noticed' },
  { day: '2026-03-02', traccar: [trip('12:00', 6, 300)], roadbook: [], cause: 'ghost', note: 'at most 20 m' },
]
const engine = { traccar: 3_600_000, roadbook: 3_000_000 }
const comparison = (isWhole: boolean): Comparison => ({
  first: '2026-03-02',
  last: '2026-03-03',
  zone: 'Europe/Vaduz',
  vehicles: [
    {
      sourceId: 1,
      vehicleId: 5,
      name: '=Van',
      groups,
      days: [
        dayOf('2026-03-02', groups, { engine, isWhole }),
        dayOf('2026-03-03', [], { engine: { traccar: null, roadbook: null }, isWhole }),
      ],
    },
  ],
  notComparable: [{ sourceId: 2, name: 'Gone', why: 'the device was deleted in Traccar' }],
})

it('is described with totals, causes, and the days that differ', () => {
  const text = describeComparison(comparison(false)).join('\n')
  expect(text).toMatch(/Trips +2 +1\nDistance +25.3 km +25 km\nDuration +0.7 h +0.5 h/)
  for (const line of [
    'Days with trips on which all agree: 0 of 1 (0 %)',
    'Trips that agree: 1 of 2 (50 %)',
    '2026-03-02  vehicle 5 "=Van": Traccar 2 trips 25.3 km, Roadbook 1 trips 25 km. 1 end_noticed, 1 ghost',
    'device 2 "Gone": the device was deleted in Traccar',
    'Unexplained: 0. Trips that Roadbook misses or has not computed: 0. Not comparable: 1.',
  ])
    expect(text).toContain(line)
})

it('counts different engine hours as unexplained if the day was wholly imported', () => {
  expect(describeComparison(comparison(true)).at(-1)).toContain('Unexplained: 1.')
  expect(comparisonAsJson(comparison(true))).toMatchObject({
    summary: { unexplained: 1, engine_hours: { days: 1, different_days: 1, traccar_s: 3_600, roadbook_s: 3_000 } },
  })
})

it('is a line for each trip or day in CSV, with local times, and no formula', () => {
  expect(tripsAsCsv(comparison(false)).split('\r\n').slice(1, 3)).toEqual([
    "2026-03-02,5,1,'=Van,end_noticed,,1,02-03-2026 09:00,02-03-2026 09:34,25,0.57,1,02-03-2026 09:00,02-03-2026 09:30,25,0.5",
    "2026-03-02,5,1,'=Van,ghost,at most 20 m,1,02-03-2026 13:00,02-03-2026 13:06,0.3,0.1,0,,,0,0",
  ])
  expect(daysAsCsv(comparison(false)).split('\r\n').slice(1, 3)).toEqual([
    `2026-03-02,5,1,'=Van,2,1,25.3,25,0.67,0.5,1,0.83,no,"1 end_noticed, 1 ghost"`,
    "2026-03-03,5,1,'=Van,0,0,0,0,0,0,,,yes,",
  ])
})
