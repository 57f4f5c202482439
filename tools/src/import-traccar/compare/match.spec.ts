import { groupsOf, joinCut } from './match.js'
import { atMostADay, daysIn } from './periods.js'
import type { ComparedTrip, RoadbookTrip } from './trips.js'

const MINUTE = 60_000
const BEGIN = Date.parse('2026-03-02T00:00:00Z')
const PLACE = { latitude: 47.14, longitude: 9.52 }
const trip = (from: number, till: number): ComparedTrip => ({
  startedAt: BEGIN + from * MINUTE,
  endedAt: BEGIN + till * MINUTE,
  distanceM: 1_000,
  start: PLACE,
  end: PLACE,
})
const ours = (from: number, till: number): RoadbookTrip => ({ id: from, isOpen: false, isJoined: false, ...trip(from, till) })
const shapes = (traccar: ComparedTrip[], roadbook: RoadbookTrip[]) =>
  groupsOf(traccar, roadbook).map((group) => [group.traccar.length, group.roadbook.length])

describe('trips that belong together', () => {
  it('are those that overlap, one to one, one to several, or alone', () => {
    expect(shapes([trip(0, 14)], [ours(0, 10)])).toEqual([[1, 1]])
    expect(shapes([trip(0, 60)], [ours(0, 20), ours(30, 60)])).toEqual([[1, 2]])
    expect(shapes([trip(0, 20), trip(30, 60)], [ours(0, 60)])).toEqual([[2, 1]])
    expect(shapes([trip(0, 20), trip(25, 60)], [ours(0, 30), ours(35, 60)])).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(shapes([trip(0, 10)], [ours(20, 30)])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('are not those of which one only ends a little into the next, because its stop was noticed late', () => {
    expect(shapes([trip(0, 24), trip(24, 60)], [ours(0, 20), ours(22, 60)])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })
})

describe('a trip over midnight', () => {
  const midnight = BEGIN + 1_440 * MINUTE

  it('is one trip again, with the way between its parts', () => {
    const before = { ...trip(1_420, 1_439), end: PLACE }
    const after = { ...trip(1_441, 1_460), start: { ...PLACE, latitude: 47.15 } }
    const [joined, ...others] = joinCut([before, after], [midnight])
    expect(others).toEqual([])
    expect(joined).toMatchObject({ startedAt: before.startedAt, endedAt: after.endedAt })
    expect(joined!.distanceM).toBeCloseTo(2_000 + 1_112, -1)
  })

  it('stays two trips with a stop between them, or on the same day', () => {
    expect(joinCut([trip(1_400, 1_425), trip(1_441, 1_460)], [midnight])).toHaveLength(2)
    expect(joinCut([trip(100, 110), trip(111, 120)], [midnight])).toHaveLength(2)
  })
})

it('days are those of the time zone, and no report is longer than 24 hours', () => {
  const days = daysIn('2026-10-24', '2026-10-26', 'Europe/Berlin')
  expect(days.map(({ day, from }) => [day, new Date(from).toISOString()])).toEqual([
    ['2026-10-24', '2026-10-23T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])
  const hours = atMostADay(days).map(({ from, till }) => (till - from) / 3_600_000)
  expect(hours).toEqual([24, 12.5, 12.5, 24])
})
