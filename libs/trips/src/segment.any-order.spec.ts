import { FixValidity, type Fix } from '@roadbook/contracts'
import { destination } from '@roadbook/geo'
import fc from '@roadbook/testing/property'
import { sized } from '@roadbook/testing/proof'
import { diffTrips } from './diff-trips.js'
import { endingAfter, LONGEST_REST_S, REST_MINUTES, TRIP_PARAMETERS, type ParametersAt } from './parameters.js'
import { advance, createState, frontierOf, openTrip, segment, type SegmentationState } from './segment.js'
import { stableRests } from './stable-rest.js'
import { TrackBuilder } from './track-builder.js'
import type { Trip } from './trip.js'

/** One part of a day: the motion of the vehicle, and the quality of the tracker's reception. */
const stretch = fc.oneof(
  fc.record({
    kind: fc.constant('ride' as const),
    minutes: fc.integer({ min: 1, max: 12 }),
    kph: fc.integer({ min: 2, max: 70 }),
  }),
  fc.record({
    kind: fc.constant('stand' as const),
    minutes: fc.integer({ min: 1, max: 40 }),
    jitterM: fc.integer({ min: 0, max: 90 }),
  }),
  fc.record({
    kind: fc.constant('silence' as const),
    minutes: fc.integer({ min: 1, max: 90 }),
    kph: fc.integer({ min: 0, max: 30 }),
  }),
  fc.record({ kind: fc.constant('teleport' as const), times: fc.integer({ min: 1, max: 7 }) }),
  fc.record({
    kind: fc.constant('wrong' as const),
    fixes: fc.integer({ min: 1, max: 16 }),
    metres: fc.integer({ min: 300, max: 20_000 }),
    kph: fc.constantFrom(0, 12, 95),
  }),
  fc.record({
    kind: fc.constant('frozen' as const),
    minutes: fc.integer({ min: 1, max: 6 }),
    kph: fc.integer({ min: 10, max: 120 }),
  }),
  fc.record({
    kind: fc.constant('drift' as const),
    minutes: fc.integer({ min: 5, max: 20 }),
    metres: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ kind: fc.constant('garbage' as const), satellites: fc.integer({ min: 0, max: 3 }) }),
)
const sensors = fc.record(
  { ignition: fc.boolean(), movement: fc.boolean(), speedKph: fc.constantFrom(undefined, 0, 2, 5, 65_535) },
  { requiredKeys: [] },
)
/**
 * Maximum number of late batches per day. The test is slow, because it reads all stored fixes for each late batch. A day
 * with many fixes is therefore split into larger batches, and not into more.
 */
const MOST_BATCHES = 25
/** Maximum length in minutes of a part with one fix per second or two, so that a day has only some hundreds of fixes. */
const DENSE_MINUTES = 8
const day = fc
  .tuple(
    fc.array(fc.tuple(stretch, fc.option(sensors, { nil: undefined, freq: 4 }), fc.constantFrom(2, 5, 10, 10, 30, 60, 120)), {
      minLength: 1,
      maxLength: 14,
    }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([stretches, isMetered, isWithoutSpeed]) => {
    const track = new TrackBuilder('2025-11-20T06:00:00Z')
    if (isMetered) track.withOdometer(1_000)
    for (const [part, says = {}, everyS] of stretches) {
      if (isWithoutSpeed) says.speedKph = undefined
      const options = { everyS, says }
      const most = everyS < 10 ? DENSE_MINUTES : Infinity
      if (part.kind === 'ride') track.ride(Math.min(part.minutes, most), part.kph, options, part.kph * 5)
      else if (part.kind === 'stand')
        track.stand(Math.min(part.minutes, most), { ...options, jitterM: part.jitterM, jitterKph: part.jitterM > 20 ? 5 : 2.9 })
      else if (part.kind === 'silence') track.travelUnseen(part.minutes, part.kph)
      else if (part.kind === 'wrong') {
        const home = track.place
        track.place = destination(home, 70, part.metres)
        track.ride((part.fixes * everyS) / 60, part.kph, options)
        track.place = home
      } else if (part.kind === 'frozen') {
        const seen = { ...track.place, speedKph: 0, ...says }
        for (let n = 0; n < (part.minutes * 60) / 20; n++) track.travelUnseen(1 / 3, part.kph).report(seen)
      } else if (part.kind === 'drift')
        for (let s = 0; s < Math.min(part.minutes, most) * 60; s += everyS)
          track.travelUnseen(everyS / 60, 3.6 * (part.metres / everyS), s * 7).report({ speedKph: 1, ...says })
      else if (part.kind === 'garbage') track.silence(0.1).report({ satellites: part.satellites })
      else
        for (let n = 0; n < part.times; n++)
          track.silence(0.2).report({ latitude: 48.1 + n / 1e4, longitude: 11.5, speedKph: 30 })
    }
    return track.fixes
  })

const kinds = fc.constantFrom(TRIP_PARAMETERS.eBike, TRIP_PARAMETERS.eMoped, TRIP_PARAMETERS.automobile)
/**
 * One vehicle, one vehicle whose business set another length of the rest that ends a trip, or two vehicles that carried the
 * tracker one after the other.
 */
const vehicle: fc.Arbitrary<ParametersAt> = fc.oneof(
  { weight: 2, arbitrary: kinds },
  fc
    .tuple(kinds, fc.integer({ min: REST_MINUTES.least, max: REST_MINUTES.most }))
    .map(([kind, minutes]) => endingAfter(kind, minutes)),
  fc.tuple(kinds, kinds, fc.integer({ min: 1, max: 300 })).map(([one, other, minutes]) => {
    const changedAt = Date.parse('2025-11-20T06:00:00Z') + minutes * 60_000
    return (at: number) => (at < changedAt ? one : other)
  }),
)
/** The longest rest, in seconds, that any of these parameters contains. */
const longestRestS = (vehicle: ParametersAt) => (typeof vehicle === 'function' ? LONGEST_REST_S : vehicle.restS)

describe('the any-order law', () => {
  it('G-43 makes the same trips of any permutation and duplication as of the sorted stream', () => {
    fc.assert(
      fc.property(day, vehicle, fc.infiniteStream(fc.nat()), (fixes, parameters, random) => {
        const expected = segment(fixes, parameters)
        expect(segment(shuffled([...fixes, ...fixes.slice(0, 20)], random), parameters)).toEqual(expected)
      }),
      { numRuns: sized('orders', 15, 1_500) },
    )
  })

  it('makes the same trips of different fixes with one time, whichever came first', () => {
    fc.assert(
      fc.property(day, vehicle, (fixes, parameters) => {
        const rivals = fixes.slice(0, 5).map((fix): Fix => ({ ...fix, speedKph: 7, validity: FixValidity.valid }))
        expect(segment([...rivals, ...fixes], parameters)).toEqual(segment([...fixes, ...rivals], parameters))
      }),
      { numRuns: sized('orders', 10, 500) },
    )
  })

  it('goes on from a state that was written down and read back as if it had never stopped', () => {
    fc.assert(
      fc.property(day, vehicle, fc.nat(), (fixes, parameters, cut) => {
        const at = fixes.length === 0 ? 0 : cut % fixes.length
        const first = segment(fixes.slice(0, at), parameters)
        const state = JSON.parse(JSON.stringify(first.state)) as SegmentationState
        const second = segment(fixes.slice(at), parameters, state)
        expect(JSON.stringify(state).length).toBeLessThan(3_000)
        const whole = segment(fixes, parameters)
        expect([...first.trips, ...second.trips]).toEqual(whole.trips)
        expect(second.open).toEqual(whole.open)
        expect(second.state).toEqual(whole.state)
      }),
      { numRuns: sized('orders', 15, 1_500) },
    )
  })

  it('starts anew at any stable rest as if it had seen everything before', () => {
    fc.assert(
      fc.property(day, vehicle, (fixes, parameters) => {
        for (const rest of stableRests(fixes, longestRestS(parameters))) {
          const until = segment(
            fixes.filter((fix) => fix.positionedAt <= rest),
            parameters,
          ).state
          const alone = segment(
            fixes.filter((fix) => fix.positionedAt === rest),
            parameters,
          ).state
          expect(until).toEqual(alone)
        }
      }),
      { numRuns: sized('orders', 30, 3_000) },
    )
  })

  it('G-43 makes the same trips of any batching in any order when only the window between stable rests is cut again', () => {
    fc.assert(
      fc.property(
        day,
        vehicle,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 60 }),
        (fixes, parameters, random, size) => {
          const device = new Device(parameters)
          const arrivals = shuffledBlocks(fixes, Math.max(size, Math.ceil(fixes.length / MOST_BATCHES)), random)
          for (const batch of arrivals) device.receive(batch)
          const whole = segment(fixes, parameters)
          expect([...device.trips].sort((a, b) => a.startedAt - b.startedAt)).toEqual(whole.trips)
          expect(openTrip(device.state)).toEqual(whole.open)
          expect(device.state).toEqual(whole.state)
        },
      ),
      { numRuns: sized('orders', 20, 2_000) },
    )
  })
})

/**
 * Does the consumer process's work for one device, in memory. If a fix is newer than all before, continues the
 * segmentation. Otherwise segments a window again.
 */
class Device {
  state = createState()
  trips: Trip[] = []
  private readonly stored = new Map<number, Fix>()

  constructor(private readonly parameters: ParametersAt) {}

  receive(batch: readonly Fix[]): void {
    const fresh = batch.filter(({ positionedAt }) => !this.stored.has(positionedAt))
    for (const fix of batch) if (!this.stored.has(fix.positionedAt)) this.stored.set(fix.positionedAt, fix)
    const frontier = frontierOf(this.state) ?? -Infinity
    const late = fresh.filter(({ positionedAt }) => positionedAt <= frontier)
    if (late.length === 0) {
      for (const fix of [...fresh].sort((a, b) => a.positionedAt - b.positionedAt)) {
        this.trips.push(...advance(this.state, fix, this.parameters).ended)
      }
      return
    }
    const first = Math.min(...late.map(({ positionedAt }) => positionedAt))
    const last = Math.max(...fresh.map(({ positionedAt }) => positionedAt))
    const restS = longestRestS(this.parameters)
    const everything = [...this.stored.values()].sort((a, b) => a.positionedAt - b.positionedAt)
    const from =
      stableRests(
        everything.filter(({ positionedAt }) => positionedAt < first),
        restS,
      ).at(-1) ?? -Infinity
    const till =
      stableRests(
        everything.filter(({ positionedAt }) => positionedAt > last),
        restS,
      )[0] ?? Infinity
    const window = segment(
      everything.filter(({ positionedAt }) => positionedAt >= from && positionedAt <= till),
      this.parameters,
    )
    const inside = this.trips.filter(({ startedAt }) => startedAt >= from && startedAt < till)
    const { added, kept, removed } = diffTrips(inside, window.trips)
    this.trips = this.trips
      .filter((trip) => !inside.includes(trip))
      .concat(
        added,
        kept.map(({ fresh: now }) => now),
      )
    expect(removed.every((trip) => !this.trips.includes(trip))).toBe(true)
    if (till === Infinity) this.state = window.state
  }
}

function shuffled<T>(items: readonly T[], random: Iterator<number>): T[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at--) {
    const other = (random.next().value as number) % (at + 1)
    ;[result[at], result[other]] = [result[other]!, result[at]!]
  }
  return result
}

function shuffledBlocks<T>(items: readonly T[], size: number, random: Iterator<number>): T[][] {
  const blocks: T[][] = []
  for (let at = 0; at < items.length; at += size) blocks.push(items.slice(at, at + size))
  return shuffled([...blocks, ...blocks.slice(0, 2)], random)
}
