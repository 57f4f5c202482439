import { boundsOf, destination } from '@roadbook/geo'
import { coreOf, type Geofence, type GeofenceShape, isInGeofence, type Path, pathOf, ringsOf } from './geofence.js'
import type { Reading } from './reading.js'
import type { Alert, AlertRule } from './rule.js'
import { alertsOf, newState, Observer, silentAt, watchOf } from './watch.js'

const YARD = { latitude: 47.141, longitude: 9.521 }
const T0 = Date.parse('2026-11-02T08:00Z')
const MINUTE = 60_000
const at = (minutes: number) => T0 + minutes * MINUTE

const yard: Geofence = {
  id: 1,
  revision: 1,
  effectiveFrom: T0,
  shape: { kind: 'circle', center: YARD, reachM: 500 },
  bounds: boundsOf([0, 90, 180, 270].map((bearing) => destination(YARD, bearing, 500)))!,
  limitKph: 30,
}
const rule = (kind: AlertRule['kind'], more: Partial<AlertRule> = {}): AlertRule => ({
  id: 7,
  revision: 1,
  kind,
  effectiveFrom: T0,
  lastingS: 0,
  ...more,
})
/** A reading `metres` north of the yard's centre. */
const away = (minutes: number, metres: number, more: Partial<Reading> = {}): Reading => ({
  at: at(minutes),
  place: destination(YARD, 0, metres),
  ...more,
})
const found = (rules: AlertRule[], readings: Reading[], now = at(100_000), fences = [yard]) =>
  alertsOf(watchOf(rules, fences), readings, now)
const short = (alerts: Alert[]) =>
  alerts.map(({ beganAt, endedAt, value }) => [
    (beganAt - T0) / MINUTE,
    endedAt === undefined ? 'open' : (endedAt - T0) / MINUTE,
    ...(value === undefined ? [] : [value]),
  ])

describe('coming and going', () => {
  it('tells of each crossing of the edge, with its place', () => {
    const ride = [away(0, 0), away(1, 300), away(2, 700), away(3, 900), away(4, 100)]
    expect(short(found([rule('exit')], ride))).toEqual([[2, 2]])
    expect(short(found([rule('entry')], ride))).toEqual([[4, 4]])
    expect(found([rule('exit')], ride)[0]).toMatchObject({ geofenceId: 1, latitude: destination(YARD, 0, 700).latitude })
  })

  it('knows of none where nobody saw the other side of the edge since the rule or the fence is there', () => {
    expect(found([rule('entry')], [away(0, 0), away(1, 10)])).toEqual([])
    expect(found([rule('exit', { effectiveFrom: at(2) })], [away(0, 0), away(2, 700), away(3, 800)])).toEqual([])
    expect(found([rule('entry')], [away(0, 900), away(2, 0)], at(9), [{ ...yard, effectiveFrom: at(1) }])).toEqual([])
  })

  it('is quiet through a night beside the edge, where the receiver wanders over it', () => {
    const night = Array.from({ length: 500 }, (_, nth) => away(nth, 500 + 28 * Math.sin(nth * 1.7)))
    expect(found([rule('entry'), rule('exit', { id: 8 })], night).length).toBeLessThanOrEqual(1)
  })

  it('waits as long as it is to last, and takes back who turns round', () => {
    const stays = rule('entry', { lastingS: 300 })
    expect(short(found([stays], [away(0, 900), away(1, 0), away(3, 0), away(7, 0)]))).toEqual([[1, 7]])
    expect(found([stays], [away(0, 900), away(1, 0), away(4, 900), away(9, 900)])).toEqual([])
  })

  it('listens to a rule’s own fences alone, and to a fence’s new place from then on', () => {
    const ride = [away(0, 0), away(1, 900), away(2, 0)]
    expect(found([rule('exit', { geofenceIds: new Set([2]) })], ride)).toEqual([])
    const moved: Geofence = { ...yard, revision: 2, effectiveFrom: at(0.5) }
    expect(short(found([rule('entry'), rule('exit', { id: 8 })], ride, at(9), [moved]))).toEqual([[2, 2]])
  })
})

describe('what lasts', () => {
  const fast = (minutes: number, speedKph: number, metres = 0) => away(minutes, metres, { speedKph })

  it('is one alert from its first reading to the first that denies it, with the worst of it', () => {
    const ride = [fast(0, 40), fast(1, 60), fast(2, 75), fast(3, 61), fast(4, 40), fast(5, 70)]
    expect(short(found([rule('speeding', { threshold: 50 })], ride))).toEqual([
      [1, 4, 75],
      [5, 'open', 70],
    ])
  })

  it('is judged by a fence’s limit where the vehicle is in it', () => {
    const ride = [fast(0, 60, 900), fast(1, 40, 0), fast(2, 60, 100), fast(3, 60, 900)]
    expect(short(found([rule('speeding')], ride))).toEqual([[1, 3, 60]])
  })

  it('has to last as long as the rule says', () => {
    const slow = rule('speeding', { threshold: 50, lastingS: 90 })
    expect(found([slow], [fast(0, 60), fast(1, 60), fast(1.2, 40)])).toEqual([])
    expect(short(found([slow], [fast(0, 60), fast(1, 60), fast(2, 65)]))).toEqual([[0, 'open', 65]])
  })

  it('knows a low battery once, though it rises a little when it rests', () => {
    const percents = [30, 19, 17, 21, 23, 18, 26, 30]
    const readings = percents.map((batteryPercent, nth) => ({ at: at(nth), batteryPercent }))
    expect(short(found([rule('lowBattery', { threshold: 20 })], readings))).toEqual([[1, 6, 17]])
  })

  it('knows a cut of the power by alarm, by the plug and by the voltage, until it is back', () => {
    const told = (first: Partial<Reading>) =>
      short(
        found(
          [rule('powerCut')],
          [
            { at: at(0), externalBatteryMv: 36_000 },
            { at: at(1), ...first },
            { at: at(2) },
            { at: at(3), externalBatteryMv: 35_000 },
          ],
        ),
      )
    for (const first of [{ alarm: 'powerCut' }, { unplugged: true }, { externalBatteryMv: 120 }])
      expect(told(first)).toEqual([[1, 3]])
    expect(told({})).toEqual([])
  })

  it('knows tampering by the tracker’s own alarm', () => {
    expect(short(found([rule('tamper')], [{ at: at(0) }, { at: at(1), alarm: 'tampering' }, { at: at(2) }]))).toEqual([[1, 2]])
  })

  it('raises nothing by a rule of disputes, which readings say nothing about', () => {
    const readings = [{ at: at(0), batteryPercent: 0 }, { at: at(1), alarm: 'tampering', batteryPercent: 0 }, { at: at(2) }]
    expect(found([rule('dispute')], readings)).toEqual([])
  })

  it('ends no alert when its rule is changed: it is another’s then', () => {
    const readings = [fast(0, 60), fast(1, 60)]
    expect(short(found([rule('speeding', { threshold: 50, revision: 2, effectiveFrom: at(1) })], readings))).toEqual([
      [1, 'open', 60],
    ])
  })
})

describe('movement outside hours', () => {
  const hours = { timeZone: 'Europe/Zurich', spans: [{ days: [1, 2, 3, 4, 5], from: '07:00', till: '19:00' }] }
  const night = rule('outsideHours', { hours })
  const from = Date.parse('2026-11-02T17:30Z') // 18:30 in Zurich, a Monday
  const parked = (minutes: number, metres: number) => ({ at: from + minutes * MINUTE, place: destination(YARD, 0, metres) })

  it('is told when a vehicle leaves its place at night, not when it is seen to wander there, and ends when it stands', () => {
    const jitter = Array.from({ length: 100 }, (_, nth) => parked(60 + nth, 40 * Math.sin(nth)))
    expect(found([night], [parked(0, 0), ...jitter])).toEqual([])
    const moved = found([night], [parked(0, 0), ...jitter, parked(170, 400), parked(171, 900), parked(180, 910)])
    expect(moved.map(({ beganAt, endedAt }) => [(beganAt - from) / MINUTE, (endedAt! - from) / MINUTE])).toEqual([[170, 180]])
  })

  it('begins with the end of the hours for who is on the way', () => {
    const ride = Array.from({ length: 60 }, (_, nth) => parked(nth, nth * 400))
    expect(found([night], ride).map(({ beganAt }) => new Date(beganAt).toISOString())).toEqual(['2026-11-02T18:00:00.000Z'])
  })
})

describe('silence', () => {
  const quiet = rule('silent', { threshold: 60 })

  it('is told by the clock while nothing comes, and by the gap when something does, under one name', () => {
    const open = found([quiet], [away(0, 0)], at(61))
    expect(short(open)).toEqual([[0, 'open']])
    expect(found([quiet], [away(0, 0)], at(60))).toEqual([])
    expect(short(found([quiet], [away(0, 0), away(100, 0)], at(101)))).toEqual([[0, 100, 100]])
  })

  it('is none when late readings fill the gap', () => {
    expect(found([quiet], [away(0, 0), away(50, 0), away(100, 0)], at(101))).toEqual([])
  })

  /** A reading measured at one minute and received at another. */
  const heard = (minute: number, heardMinute: number): Reading => ({ ...away(minute, 0), receivedAt: at(heardMinute) })

  it('is none of a tracker that was heard a moment ago, though its clock is seven hours behind', () => {
    expect(found([quiet], [heard(0, 420)], at(421))).toEqual([])
    expect(found([quiet], [heard(0, 420)], at(480))).toEqual([])
    expect(found([quiet], [heard(0, 420)], at(481))).toMatchObject([{ beganAt: at(0), heardAt: at(420) }])
  })

  it('is none while it goes on to be heard so', () => {
    expect(found([quiet], [heard(0, 420), heard(5, 425)], at(430))).toEqual([])
    expect(found([quiet], [heard(0, 420), heard(5, 425)], at(485))).toEqual([])
  })

  it('is told of what was not measured, whenever that is known', () => {
    const gap = [heard(0, 420), heard(100, 520)]
    expect(short(found([quiet], gap, at(521)))).toEqual([[0, 100, 100]])
    expect(short(found([quiet], [heard(0, 120), heard(100, 120)], at(121)))).toEqual([[0, 100, 100]])
  })

  it('is none of what waited in the tracker and came at once', () => {
    const buffered = [0, 30, 60, 90].map((minute) => heard(minute, minute === 0 ? 0 : 95))
    expect(found([quiet], buffered, at(96))).toEqual([])
  })

  it('is none of who gave other signs of life, until those stop', () => {
    const watch = watchOf([quiet], [yard])
    const observer = new Observer(watch, newState())
    observer.read([heard(0, 0)])
    for (const minute of [50, 100, 150]) observer.noteReception(at(minute))
    expect(silentAt(watch, observer, at(210))).toEqual([])
    expect(silentAt(watch, observer, at(211))).toMatchObject([{ beganAt: at(0), heardAt: at(150) }])
    const again = new Observer(watch, observer.remembered())
    expect(again.read([heard(200, 200)])).toEqual([])
    expect(again.read([heard(270, 270)])).toMatchObject([{ beganAt: at(200), endedAt: at(270), value: 70 }])
  })

  it('is none of a parked tracker that repeats the time of its last fix, until that stops, too', () => {
    const repeated = [0, 40, 80, 120].map((minute) => ({ ...heard(0, minute), batteryPercent: 90 - minute / 10 }))
    expect(found([quiet], repeated, at(180))).toEqual([])
    expect(found([quiet], repeated, at(181))).toMatchObject([{ beganAt: at(0), heardAt: at(120) }])
    expect(found([quiet], [...repeated, heard(170, 170)], at(171))).toEqual([])
    expect(short(found([quiet], [...repeated, heard(190, 190)], at(191)))).toEqual([[0, 190, 190]])
  })

  it('is counted from the rule on', () => {
    expect(short(found([rule('silent', { threshold: 60, effectiveFrom: at(30) })], [away(0, 0)], at(91)))).toEqual([[30, 'open']])
  })
})

describe('hours in which a rule speaks', () => {
  const hours = { timeZone: 'UTC', spans: [{ days: [1], from: '08:02', till: '08:04' }] }
  it('leave what begins at other times untold', () => {
    const ride = [away(0, 0), away(1, 900), away(2, 0), away(3, 900), away(5, 0), away(6, 900)]
    expect(short(found([rule('exit', { hours })], ride))).toEqual([[3, 3]])
  })
})

describe('fences of each shape', () => {
  const inside = (shape: GeofenceShape, place: { latitude: number; longitude: number }) => {
    const paths = shape.kind === 'circle' ? [] : shape.kind === 'corridor' ? [shape.line] : ringsOf(shape)
    const points = shape.kind === 'circle' ? [shape.center] : paths.flatMap(cornersOf)
    const bounds = { ...boundsOf(points)! }
    const [south, north] = [bounds.south - 0.01, bounds.north + 0.01]
    const crosses = bounds.east - bounds.west > 180
    const fence = {
      ...yard,
      shape,
      bounds: crosses
        ? { south, north, west: 179, east: -179 }
        : { south, north, west: bounds.west - 0.01, east: bounds.east + 0.01 },
    }
    const far = { latitude: 0, longitude: 0 }
    return (
      found(
        [rule('entry')],
        [
          { at: at(0), place: far },
          { at: at(1), place },
        ],
        at(2),
        [fence],
      ).length === 1
    )
  }
  const corner = (latitude: number, longitude: number) => ({ latitude, longitude })
  const cornersOf = (path: Path) =>
    [...path.keys()].filter((nth) => nth % 2 === 0).map((nth) => corner(path[nth]!, path[nth + 1]!))

  it('hold what is in a polygon and not in its hole', () => {
    const rings = [
      [corner(47, 9), corner(47, 10), corner(48, 10), corner(48, 9), corner(47, 9)],
      [corner(47.4, 9.4), corner(47.4, 9.6), corner(47.6, 9.6), corner(47.6, 9.4)],
    ].map(pathOf)
    expect(inside({ kind: 'polygon', rings }, corner(47.2, 9.2))).toBe(true)
    expect(inside({ kind: 'polygon', rings }, corner(47.5, 9.5))).toBe(false)
    expect(inside({ kind: 'polygon', rings }, corner(47.2, 10.2))).toBe(false)
  })

  it('hold what is in one of several parts, also where two of them overlap, and not what lies between', () => {
    const square = (south: number, west: number, size: number) =>
      pathOf([corner(south, west), corner(south, west + size), corner(south + size, west + size), corner(south + size, west)])
    const parts = [[square(47, 9, 0.2), square(47.05, 9.05, 0.05)], [square(47.15, 9.15, 0.2)], [square(48, 11, 0.1)]]
    const shape: GeofenceShape = { kind: 'polygons', parts }
    const held = [corner(47.02, 9.02), corner(47.17, 9.17), corner(48.05, 11.05)]
    expect(held.map((place) => inside(shape, place))).toEqual([true, true, true])
    const beside = [corner(47.07, 9.07), corner(47.5, 10), corner(47.02, 9.3)]
    expect(beside.map((place) => inside(shape, place))).toEqual([false, false, false])
  })

  it('hold what is near enough to a line', () => {
    const line = pathOf([corner(47, 9), corner(47, 9.1), corner(47.1, 9.1)])
    const beside = (metres: number) => destination(corner(47.05, 9.1), 90, metres)
    expect(inside({ kind: 'corridor', line, reachM: 200 }, beside(190))).toBe(true)
    expect(inside({ kind: 'corridor', line, reachM: 200 }, beside(215))).toBe(false)
  })

  it('hold what lies beyond the 180th meridian', () => {
    const rings = [pathOf([corner(-17, 179.5), corner(-17, -179.5), corner(-16, -179.5), corner(-16, 179.5)])]
    expect(inside({ kind: 'polygon', rings }, corner(-16.5, 179.9))).toBe(true)
    expect(inside({ kind: 'polygon', rings }, corner(-16.5, -179.9))).toBe(true)
    expect(inside({ kind: 'polygon', rings }, corner(-16.5, 179.2))).toBe(false)
  })
  it('hold the same with the rectangle that is asked before their edges and without it', () => {
    const turn = (nth: number) => (nth * Math.PI) / 12
    const around = (half: number) =>
      pathOf(Array.from({ length: 24 }, (_, nth) => corner(47 + half * Math.sin(turn(nth)), 9 + 3 * half * Math.cos(turn(nth)))))
    const bounds = { south: 46.9, north: 47.1, west: 8.7, east: 9.3 }
    const shape = { kind: 'polygon' as const, rings: [around(0.1)] }
    const core = coreOf({ shape, bounds })
    expect(core).toBeDefined()
    for (let north = -12; north <= 12; north++) {
      for (let east = -12; east <= 12; east++) {
        const place = corner(47 + north / 120 + 0.0001, 9 + east / 40 + 0.0001)
        expect(isInGeofence({ shape, bounds, core }, place)).toBe(isInGeofence({ shape, bounds }, place))
      }
    }
    // A hole at the centre, or an edge through it, leaves no core.
    expect(coreOf({ shape: { ...shape, rings: [around(0.1), around(0.01)] }, bounds })).toBeUndefined()
  })
})
