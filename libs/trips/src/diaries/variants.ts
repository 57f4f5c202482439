import type { Fix, VehicleType } from '@roadbook/contracts'
import type { Span } from '../diff-trips.js'
import { Diary } from './diary.js'
import { report, type Reporting } from './reporting.js'

/** One diary, and the pattern in which one tracker reports it. */
export interface Case {
  type: VehicleType
  fixes: Fix[]
  truth: Span[]
}

type Kept = (diary: Diary) => Diary
/** Numbers from 0 to 1, the same for the same seed. */
type Seeded = (seed: number) => () => number
export type Variant = (seeded: Seeded) => Generator<Case>

const VEHICLES: readonly (readonly [VehicleType, number])[] = [
  ['automobile', 45],
  ['eMoped', 40],
  ['eBike', 19],
]
const SEEDS = [1, 2]

const days = (keep: Kept, reporting: Reporting, seeds = SEEDS): Variant =>
  function* (seeded) {
    for (const [type, kph] of VEHICLES) {
      for (const seed of seeds) {
        const diary = keep(new Diary('2025-11-20T06:00:00Z', seeded(seed * 31 + kph), kph))
        yield { type, truth: diary.trips, fixes: report(diary, reporting, seeded(seed)) }
      }
    }
  }

const heartbeat = { parkedS: 3_600 }
const jam =
  (least: number, most: number): Kept =>
  (diary) =>
    diary
      .crawl({ minutes: 15, kph: [least, most] })
      .crawl({ minutes: 20, kph: [least, most] })
      .ride(1)
/** One seed per vehicle is enough, because a parked day already has many readings. */
const parked = (reporting: Reporting) =>
  days((diary) => diary.rest(24 * 3_600), { ...reporting, parkedS: reporting.everyS, hasSpeed: true }, [1])
const town: Kept = (diary) => diary.ride(5)
const laps: Kept = (diary) => diary.lap(8, 500).lap(3, 1_200).ride(1)
const hops: Kept = (diary) => diary.hop().hop().ride(1).hop()

const INTERVALS = [10, 30, 60, 120]
const withSpeed = [true, false]
const named = (everyS: number, hasSpeed: boolean) => `${everyS} s${hasSpeed ? '' : ' without speed'}`

/** Days that are hard to segment, by name. Each is reported by several kinds of trackers. */
export const VARIANTS: ReadonlyMap<string, Variant> = new Map<string, Variant>([
  ...[10, 30, 60].flatMap((everyS) =>
    withSpeed.flatMap((hasSpeed) => [
      [`jam at 3–6 km/h, ${named(everyS, hasSpeed)}`, days(jam(3, 6), { everyS, hasSpeed, ...heartbeat })] as const,
      [`jam at 1–3 km/h, ${named(everyS, hasSpeed)}`, days(jam(1, 3), { everyS, hasSpeed, ...heartbeat })] as const,
    ]),
  ),
  ...INTERVALS.flatMap((everyS) =>
    [15, 30, 50].flatMap((wanderM) => [
      [`parked, wander ${wanderM} m, ${everyS} s`, parked({ everyS, wanderM })] as const,
      [`parked, wander ${wanderM} m, ten wrong places, ${everyS} s`, parked({ everyS, wanderM, wrongADay: 10 })] as const,
    ]),
  ),
  ...[10, 30].map(
    (everyS) =>
      [`wrong place on the way, ${everyS} s`, days(town, { everyS, hasSpeed: true, ...heartbeat, wrongARide: 1 })] as const,
  ),
  ...INTERVALS.flatMap((everyS) =>
    withSpeed.map((hasSpeed) => [`town, ${named(everyS, hasSpeed)}`, days(town, { everyS, hasSpeed, ...heartbeat })] as const),
  ),
  ...[60, 120].flatMap((everyS) =>
    withSpeed.map(
      (hasSpeed) =>
        [
          `town by the clock, ${named(everyS, hasSpeed)}`,
          days(town, { everyS, parkedS: everyS, byClock: true, hasSpeed }),
        ] as const,
    ),
  ),
  ...[10, 30].flatMap((everyS) =>
    withSpeed.map(
      (hasSpeed) =>
        [
          `laps by odometer, ${named(everyS, hasSpeed)}`,
          days(laps, { everyS, hasSpeed, hasOdometer: true, ...heartbeat }),
        ] as const,
    ),
  ),
  ...withSpeed.map(
    (hasSpeed) => [`hops, ${named(120, hasSpeed)}`, days(hops, { everyS: 120, hasSpeed, parkedS: 3_600 })] as const,
  ),
])
