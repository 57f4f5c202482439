import { boundsOf, destination, type Position } from '@roadbook/geo'
import { seededRandom } from '@roadbook/testing'
import { sized } from '@roadbook/testing/proof'
import type { Geofence } from './geofence.js'
import type { Reading } from './reading.js'
import type { AlertRule } from './rule.js'
import { alertsOf, newState, retell, type Watch, watchOf } from './watch.js'

const HOME = { latitude: 47.14, longitude: 9.52 }
const GULF_OF_GUINEA = { latitude: 0, longitude: 9.52 }
const T0 = Date.parse('2026-11-02T17:00Z')
const MINUTE = 60_000
const NOW = T0 + 90 * 24 * 60 * MINUTE

const fence = (center: Position, reachM: number, effectiveFrom = T0 - MINUTE): Geofence => ({
  id: 1,
  revision: 1,
  effectiveFrom,
  shape: { kind: 'circle' as const, center, reachM },
  bounds: boundsOf([0, 90, 180, 270].map((bearing) => destination(center, bearing, reachM)))!,
})
const base = { revision: 1, effectiveFrom: T0 - MINUTE, lastingS: 0 }
const COMING: AlertRule[] = [
  { ...base, id: 1, kind: 'entry' },
  { ...base, id: 2, kind: 'exit' },
]
const eBike = (rules: readonly AlertRule[], around: Geofence): Watch => ({ ...watchOf(rules, [around]), ceilingKph: 80 })
const told = (watch: Watch, readings: readonly Reading[]) =>
  alertsOf(watch, readings, NOW).map(({ kind, beganAt }) => [kind, (beganAt - T0) / MINUTE])
/** Readings at these minutes. */
const seen = (...steps: [minute: number, place: Position, more?: Partial<Reading>][]): Reading[] =>
  steps.map(([minute, place, more]) => ({ at: T0 + minute * MINUTE, place, ...more }))

describe('one reading where the vehicle can not have got to', () => {
  const watch = eBike(COMING, fence(HOME, 500))
  const away = destination(HOME, 90, 400_000)

  it.each([
    { what: 'after an hour of sleep', minute: 180, place: GULF_OF_GUINEA, next: 240 },
    { what: 'on the way, with the next after ten seconds', minute: 121, place: away, next: 121 + 1 / 6 },
    { what: 'after 50 minutes of silence', minute: 170, place: away, next: 171 },
    { what: 'a hundred kilometres off after an hour', minute: 180, place: destination(HOME, 0, 100_000), next: 181 },
    { what: 'just out of reach after five minutes', minute: 125, place: destination(HOME, 0, 7_000), next: 126 },
  ])('leaves no fence and wakes nobody: $what', ({ minute, place, next }) => {
    const readings = seen([0, HOME], [60, HOME], [120, HOME], [minute, place], [next, HOME], [next + 1, HOME])
    for (let nth = 1; nth <= readings.length; nth++) expect(told(watch, readings.slice(0, nth))).toEqual([])
  })

  it('leaves the fence from the first reading on when a second agrees', () => {
    const readings = seen([0, HOME], [60, HOME], [120, away], [121, destination(away, 0, 30)])
    expect(told(watch, readings.slice(0, 3))).toEqual([])
    expect(told(watch, readings)).toEqual([['exit', 120]])
    expect(alertsOf(watch, readings, NOW)).toMatchObject([{ longitude: away.longitude }])
  })

  it('does not agree with itself: what is told twice within seconds is one reading', () => {
    expect(told(watch, seen([0, HOME], [60, HOME], [120, away], [120.02, away], [120.1, away], [121, HOME]))).toEqual([])
  })

  it('is no speed in a fence, and no movement outside the hours', () => {
    const rules: AlertRule[] = [
      { ...base, id: 3, kind: 'speeding', threshold: 50 },
      { ...base, id: 4, kind: 'outsideHours', hours: { timeZone: 'UTC', spans: [{ days: [1], from: '00:00', till: '00:01' }] } },
    ]
    const readings = seen([0, HOME], [60, HOME], [120, away, { speedKph: 90 }], [121, HOME])
    expect(told(eBike(rules, fence(HOME, 500)), readings)).toEqual([])
  })

  it('may still say that its power was cut', () => {
    const rules: AlertRule[] = [{ ...base, id: 5, kind: 'powerCut' }]
    expect(told(eBike(rules, fence(HOME, 500)), seen([0, HOME], [60, away, { alarm: 'powerCut' }]))).toEqual([['powerCut', 60]])
  })

  it('counts for a vehicle that can do it', () => {
    const car: Watch = { ...watch, ceilingKph: 250 }
    expect(told(car, seen([0, HOME], [60, destination(HOME, 90, 150_000)]))).toEqual([['exit', 60]])
  })
})

describe('a parked vehicle that wanders', () => {
  /** Readings every five minutes, scattered by 30 m on each axis (Box and Muller), as from a receiver beside a wall. */
  function night(nth: number): Reading[] {
    const random = seededRandom(nth)
    return Array.from({ length: 96 }, (_, n) => {
      const metres = n === 0 ? 0 : 30 * Math.sqrt(-2 * Math.log(1 - random()))
      return { at: T0 + n * 5 * MINUTE, place: destination(HOME, 360 * random(), metres) }
    })
  }
  const reach = 300
  const around = fence(destination(HOME, 180, reach - 10), reach)

  it('beside the edge of its fence all night long neither leaves nor enters it', () => {
    const nights = Array.from({ length: sized('orders', 60, 500) }, (_, n) => told(eBike(COMING, around), night(n)).length)
    expect(nights).toEqual(nights.map(() => 0))
  })

  /** Rides in from the north at 18 km/h, then stands 10 m inside the edge for four hours. */
  function arrival(nth: number, everyS: number, says: (isRiding: boolean) => Partial<Reading>): Reading[] {
    const random = seededRandom(nth)
    const seenNear = (place: Position, metres: number) =>
      destination(place, 360 * random(), metres * Math.sqrt(-2 * Math.log(1 - random())))
    const atStand = 3_000 / 5 / everyS
    return Array.from({ length: atStand + (4 * 3_600) / everyS }, (_, n) => {
      const isRiding = n < atStand
      const place = isRiding ? seenNear(destination(HOME, 0, 3_000 - 5 * everyS * n), 7) : seenNear(HOME, 20)
      return { at: T0 + n * everyS * 1_000, place, ...says(isRiding) }
    })
  }

  it.each([
    { everyS: 10, what: 'by its speed', says: (isRiding: boolean) => ({ speedKph: isRiding ? 18 : 0 }) },
    { everyS: 30, what: 'by its speed', says: (isRiding: boolean) => ({ speedKph: isRiding ? 18 : 2 }) },
    { everyS: 60, what: 'without a speed', says: () => ({}) },
  ])('has not left a fence that it parked in minutes ago, told $what each $everyS s', ({ everyS, says }) => {
    const exits = Array.from({ length: 30 }, (_, nth) =>
      told(eBike(COMING, around), arrival(nth, everyS, says)).filter(([kind]) => kind === 'exit'),
    )
    expect(exits.flat()).toEqual([])
  })

  it.each([
    { what: 'each 10 s', everyS: 10, waitsS: 40, says: (isMoving: boolean) => ({ speedKph: isMoving ? 12 : 0 }) },
    { what: 'each minute', everyS: 60, waitsS: 60, says: (isMoving: boolean) => ({ speedKph: isMoving ? 12 : 0 }) },
    { what: 'each 30 s without a speed', everyS: 30, waitsS: 60, says: () => ({}) },
  ])('comes into the depot before whose gate it waited, told $what', ({ everyS, waitsS, says }) => {
    const depot = fence(HOME, 150)
    const gateS = 420
    // To the gate, 25 m before the edge, then 125 m on into the yard, at 12 km/h.
    const metresAt = (second: number) => {
      if (second < gateS) return 175 + ((gateS - second) * 12) / 3.6
      return Math.max(50, 175 - (Math.max(0, second - gateS - waitsS) * 12) / 3.6)
    }
    const readings = Array.from({ length: 1_800 / everyS }, (_, n): Reading => {
      const [before, metres] = [metresAt((n - 1) * everyS), metresAt(n * everyS)]
      return { at: T0 + n * everyS * 1_000, place: destination(HOME, 0, metres), ...says(before - metres > everyS) }
    })
    expect(told(eBike(COMING, depot), readings).map(([kind]) => kind)).toEqual(['entry'])
  })

  it('comes and goes where the reading that says so stands already', () => {
    const depot = fence(HOME, 385)
    const ride = (from: number, till: number, minute: number): [number, Position, Partial<Reading>][] =>
      Array.from({ length: 6 }, (_, n) => [
        minute + n / 2,
        destination(HOME, 0, from + ((till - from) * n) / 5),
        { speedKph: 20 },
      ])
    const parked: [number, Position, Partial<Reading>] = [3, destination(HOME, 0, 340), { speedKph: 0 }]
    const away: [number, Position, Partial<Reading>] = [33, destination(HOME, 0, 455), { speedKph: 0 }]
    expect(told(eBike(COMING, depot), seen(...ride(1_200, 440, 0), parked, ...ride(0, 380, 30), away))).toEqual([
      ['entry', 3],
      ['exit', 33],
    ])
  })

  it('leaves it when it rides away, and is pushed out of it in some readings', () => {
    const quiet = Array.from({ length: 40 }, (_, n): [number, Position] => [n * 5, destination(HOME, n * 77, n === 0 ? 0 : 25)])
    const watch = eBike(COMING, around)
    expect(told(watch, seen(...quiet, [200, destination(HOME, 0, 400)]))).toEqual([['exit', 200]])
    const pushed = Array.from({ length: 10 }, (_, n): [number, Position] => [200 + n, destination(HOME, 0, 90 + n)])
    expect(told(watch, seen(...quiet, ...pushed))).toEqual([['exit', 207]])
  })

  it('has not come into a fence that was drawn around it, and leaves that', () => {
    const later = fence(HOME, 200, T0 + 60 * MINUTE)
    const steps = Array.from({ length: 30 }, (_, n): [number, Position] => [n * 5, destination(HOME, n * 77, 25)])
    expect(told(eBike(COMING, later), seen(...steps, [150, destination(HOME, 0, 900)]))).toEqual([['exit', 150]])
  })

  it('comes into the fence that it parks in', () => {
    const depot = fence(HOME, 60)
    const ride = Array.from({ length: 12 }, (_, n): [number, Position] => [n, destination(HOME, 0, 1_100 - n * 100)])
    const stands = Array.from({ length: 12 }, (_, n): [number, Position] => [12 + n * 5, destination(HOME, n * 90, 30)])
    expect(told(eBike(COMING, depot), seen(...ride, ...stands))).toEqual([['entry', 11]])
  })

  it('is known in few words, however long it stands', () => {
    const { state } = retell(eBike(COMING, around), newState(), night(7))
    expect(JSON.stringify(state).length).toBeLessThan(1_500)
  })
})
