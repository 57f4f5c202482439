import { boundsOf, destination, isInside, type Position } from '@roadbook/geo'
import fc from '@roadbook/testing/property'
import { sized } from '@roadbook/testing/proof'
import { diffAlerts } from './diff-alerts.js'
import type { Geofence } from './geofence.js'
import { inOrder, type Reading } from './reading.js'
import { type Alert, alertKey, type AlertRule } from './rule.js'
import { alertsOf, isOpenAfter, newState, observe, retell, silentAt, type Watch, watchOf, type WatchState } from './watch.js'

const HOME = { latitude: 47.141, longitude: 9.521 }
const T0 = Date.parse('2026-11-02T17:00Z')
const MINUTE = 60_000
const NOW = T0 + 3_000 * MINUTE

const circle = (id: number, center: Position, reachM: number, more: Partial<Geofence> = {}): Geofence => ({
  id,
  revision: 1,
  effectiveFrom: T0,
  shape: { kind: 'circle' as const, center, reachM },
  bounds: boundsOf([0, 90, 180, 270].map((bearing) => destination(center, bearing, reachM)))!,
  ...more,
})
const fences = [
  circle(1, HOME, 400, { limitKph: 30 }),
  circle(2, destination(HOME, 90, 600), 500),
  circle(3, destination(HOME, 180, 300), 150, { effectiveFrom: T0 + 90 * MINUTE }),
]
const hours = { timeZone: 'Europe/Zurich', spans: [{ days: [1, 2, 3, 4, 5], from: '07:00', till: '19:00' }] }
const base = { revision: 1, effectiveFrom: T0, lastingS: 0 }
const rules: AlertRule[] = [
  { ...base, id: 1, kind: 'entry' },
  { ...base, id: 2, kind: 'exit', lastingS: 240, geofenceIds: new Set([1, 3]) },
  { ...base, id: 3, kind: 'speeding' },
  { ...base, id: 4, kind: 'speeding', threshold: 50, lastingS: 120 },
  { ...base, id: 5, kind: 'lowBattery', threshold: 20 },
  { ...base, id: 6, kind: 'powerCut', effectiveFrom: T0 + 60 * MINUTE },
  { ...base, id: 7, kind: 'silent', threshold: 20 },
  { ...base, id: 8, kind: 'tamper' },
  { ...base, id: 9, kind: 'outsideHours', hours },
]
const watch = watchOf(rules, fences)

const reading: fc.Arbitrary<Omit<Reading, 'at'>> = fc.record(
  {
    place: fc
      .record({ bearing: fc.constantFrom(0, 90, 180), metres: fc.integer({ min: 0, max: 1_200 }) })
      .map(({ bearing, metres }) => destination(HOME, bearing, metres)),
    speedKph: fc.integer({ min: 0, max: 80 }),
    batteryPercent: fc.integer({ min: 10, max: 30 }),
    externalBatteryMv: fc.constantFrom(0, 3_000, 36_000),
    alarm: fc.constantFrom('tampering', 'powerCut', 'powerRestored', 'vibration'),
  },
  { requiredKeys: [] },
)
/**
 * Readings of some hours with gaps. Some repeat the previous time, as a parked tracker does. They may be received
 * immediately or later.
 */
const day = fc
  .array(fc.tuple(fc.constantFrom(0, 0, 1, 1, 1, 2, 3, 5, 30), fc.constantFrom(0, 1, 90), reading), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    let at = T0
    let receivedAt = T0
    const readings = steps.map(([minutes, lag, one]): Reading => {
      at += minutes * MINUTE
      receivedAt = Math.max(receivedAt, at) + lag
      return { at, receivedAt, ...one }
    })
    return [...new Map(readings.map((one) => [JSON.stringify(one), one])).values()]
  })

/** The evaluation with a store: alerts, states saved at intervals, and all readings. */
class Store {
  readonly readings = new Map<string, Reading>()
  kept: WatchState[] = []
  readonly alerts = new Map<string, Alert & { isWithdrawn: boolean }>()

  take(batch: readonly Reading[], now: number): void {
    const news = batch.filter((one) => !this.readings.has(JSON.stringify(one)))
    for (const one of news) this.readings.set(JSON.stringify(one), one)
    const oldest = Math.min(...news.map(({ at }) => at), Infinity)
    this.kept = this.kept.filter(({ at = -Infinity }) => at < oldest)
    const before = this.kept.at(-1) ?? newState()
    const from = before.at ?? -Infinity
    const later = [...this.readings.values()].filter(({ at }) => at > from).sort((a, b) => a.at - b.at)
    const { found, kept, state } = retell(watch, before, later, 7)
    this.kept.push(...kept)
    const stored = [...this.alerts.values()].filter((alert) => isOpenAfter(alert, from))
    const { raised, changed, withdrawn } = diffAlerts(stored, [...found, ...silentAt(watch, state, now)])
    for (const alert of raised) {
      expect(this.alerts.has(alertKey(alert))).toBe(false)
      this.alerts.set(alertKey(alert), { ...alert, isWithdrawn: false })
    }
    for (const alert of changed) this.alerts.set(alertKey(alert), { ...alert, isWithdrawn: false })
    for (const alert of withdrawn) this.alerts.get(alertKey(alert))!.isWithdrawn = true
  }

  notWithdrawn(): Alert[] {
    return [...this.alerts.values()].filter(({ isWithdrawn }) => !isWithdrawn)
  }
}

const sorted = (alerts: readonly Alert[]) =>
  alerts
    .map(({ ruleId, geofenceId, beganAt, endedAt, value, latitude }) => ({
      ruleId,
      geofenceId,
      beganAt,
      endedAt,
      value,
      latitude,
    }))
    .sort((a, b) => a.beganAt - b.beganAt || a.ruleId - b.ruleId || (a.geofenceId ?? 0) - (b.geofenceId ?? 0))
const law = (watched: Watch, readings: readonly Reading[]) => sorted(alertsOf(watched, readings, NOW))

/** Readings split into batches. Some batches are delivered again. */
const delivery = day.chain((readings) =>
  fc.record({
    readings: fc.constant(readings),
    order: fc.shuffledSubarray(readings, { minLength: readings.length }),
    cuts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 }),
    repeats: fc.array(fc.nat(), { maxLength: 4 }),
  }),
)
const batchesOf = (order: readonly Reading[], cuts: readonly number[], repeats: readonly number[]): Reading[][] => {
  const batches: Reading[][] = []
  for (let from = 0, nth = 0; from < order.length; nth++) {
    const size = cuts[nth % cuts.length]!
    batches.push(order.slice(from, from + size))
    from += size
  }
  for (const repeat of repeats) batches.push(batches[repeat % batches.length]!)
  return batches
}

describe('alerts of a vehicle', () => {
  it('are the same, under the same names, in whatever order, batches and repetitions its readings come', () => {
    fc.assert(
      fc.property(delivery, ({ readings, order, cuts, repeats }) => {
        const store = new Store()
        for (const batch of batchesOf(order, cuts, repeats)) store.take(batch, NOW)
        expect(sorted(store.notWithdrawn())).toEqual(law(watch, readings))
      }),
      { numRuns: sized('orders', 100, 10_000) },
    )
  })

  it('are the same when each reading is taken by itself, in order, and comes twice', () => {
    fc.assert(
      fc.property(day, (readings) => {
        let state = newState()
        const found = new Map<string, Alert>()
        for (const one of [...readings].sort(inOrder).flatMap((each) => [each, each])) {
          state = observe(watch, state, one, (alert) => found.set(alertKey(alert), alert))
        }
        expect(sorted([...found.values(), ...silentAt(watch, state, NOW)])).toEqual(law(watch, readings))
      }),
      { numRuns: sized('orders', 50, 5_000) },
    )
  })

  it('hear an alarm in the very second of the fix before it, and of a cut and its end in one second the later', () => {
    const parked: Reading = { at: T0 + 70 * MINUTE, receivedAt: T0 + 70 * MINUTE, place: HOME, externalBatteryMv: 12_500 }
    const said = (laterS: number, more: Partial<Reading>): Reading => ({
      ...parked,
      receivedAt: parked.receivedAt! + laterS * 1_000,
      ...more,
    })
    const found = (...more: Reading[]) => law(watch, [parked, ...more]).filter(({ ruleId }) => [5, 6, 8].includes(ruleId))
    expect(found(said(3, { alarm: 'tampering' }))).toMatchObject([{ ruleId: 8, beganAt: parked.at }])
    expect(found(said(3, { batteryPercent: 5 }))).toMatchObject([{ ruleId: 5, value: 5 }])
    const [cut, restored] = [said(3, { alarm: 'powerCut', externalBatteryMv: 0 }), said(9, { alarm: 'powerRestored' })]
    expect(found(cut)).toMatchObject([{ ruleId: 6, endedAt: undefined }])
    expect(found(cut, restored)).toMatchObject([{ ruleId: 6, endedAt: parked.at }])
    expect(found(restored, cut)).toEqual(found(cut, restored))
  })

  it('are those of a vehicle whose every fence is asked at every reading', () => {
    const asked: Watch = {
      ...watch,
      fences: {
        holding: (place) => fences.filter(({ bounds }) => isInside(bounds, place)),
        keepOff: () => false,
      },
      fenceOf: (id) => fences.find((fence) => fence.id === id),
    }
    fc.assert(
      fc.property(day, (readings) => {
        expect(law(watch, readings)).toEqual(law(asked, readings))
      }),
      { numRuns: sized('orders', 50, 5_000) },
    )
  })

  it('are withdrawn when what comes late disproves them, and stand again when that is disproved', () => {
    const at = (minutes: number, more: Partial<Reading>): Reading => ({ at: T0 + minutes * MINUTE, ...more })
    const store = new Store()
    store.take([at(1, { place: HOME }), at(60, { place: HOME })], T0 + 61 * MINUTE)
    expect(sorted(store.notWithdrawn())).toMatchObject([{ ruleId: 7, endedAt: T0 + 60 * MINUTE }])
    store.take([at(15, {}), at(30, {}), at(45, {})], T0 + 62 * MINUTE)
    expect(store.notWithdrawn()).toEqual([])
    expect([...store.alerts.values()]).toMatchObject([{ ruleId: 7, isWithdrawn: true }])
  })

  it('are found without what was remembered being longer than the fences and causes of the moment', () => {
    fc.assert(
      fc.property(day, (readings) => {
        const { state } = retell(watch, newState(), readings)
        expect(JSON.stringify(state).length).toBeLessThan(4_000)
        expect(JSON.parse(JSON.stringify(state))).toEqual(structuredClone(state))
      }),
    )
  })
})
