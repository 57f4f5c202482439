import { type Cause, CAUSES, outcomeOf } from './causes.js'
import type { Explanation } from './explain.js'
import { type ComparedTrip, type Group, totalM, totalMs } from './trips.js'

/** Sums of the trips of one system. Metres and milliseconds. */
export interface Sums {
  trips: number
  distanceM: number
  durationMs: number
}

/** Engine hours of a day, in milliseconds. Null if the system has no counter of them for this day. */
export interface EngineHours {
  traccar: number | null
  roadbook: number | null
}

/** A group of trips with the cause of its difference. */
export interface ExplainedGroup extends Group, Explanation {
  /** Day on which the group begins, `2026-10-24`. */
  day: string
}

/** A day of a vehicle. */
export interface VehicleDay {
  day: string
  traccar: Sums
  roadbook: Sums
  engine: EngineHours
  /** Absent unless both systems have engine hours. `not_comparable` if the day was not wholly imported. */
  engineResult?: 'same' | 'different' | 'not_comparable'
  /** Number of groups by cause. */
  causes: Partial<Record<Cause, number>>
  /** True if all trips and the engine hours of the day agree. */
  agrees: boolean
}

export interface VehicleComparison {
  /** Id in Traccar, and id of the vehicle in Roadbook. */
  sourceId: number
  vehicleId: number
  name: string
  groups: readonly ExplainedGroup[]
  days: readonly VehicleDay[]
}

/** A vehicle that cannot be compared, with the reason. */
export interface NotComparable {
  sourceId: number
  name: string
  why: string
}

/** Totals of all compared days. */
export interface Summary {
  vehicles: number
  /** Days of vehicles, those with a trip in one of the systems, and those of them on which all trips agree. */
  days: number
  tripDays: number
  agreeingDays: number
  traccar: Sums
  roadbook: Sums
  /** Sums over the days with engine hours in both systems, in milliseconds. */
  engine: { days: number; differentDays: number; traccar: number; roadbook: number }
  /** Number of groups by cause, the most frequent cause first. */
  causes: readonly { cause: Cause; groups: number }[]
  /** Number of groups of trips and of engine hours without a cause. */
  unexplained: number
  /** Number of groups with another cause that the operator must look into. */
  open: number
}

/** Difference between engine hours that counts as none: this part, and at least two minutes. */
const SAME_PART = 0.02
const SAME_MS = 120_000

const sumsOf = (trips: readonly ComparedTrip[]): Sums => ({
  trips: trips.length,
  distanceM: totalM(trips),
  durationMs: totalMs(trips),
})

const added = (all: readonly Sums[]): Sums => ({
  trips: all.reduce((sum, { trips }) => sum + trips, 0),
  distanceM: all.reduce((sum, { distanceM }) => sum + distanceM, 0),
  durationMs: all.reduce((sum, { durationMs }) => sum + durationMs, 0),
})

/**
 * Sums up a day of a vehicle.
 * @param isWhole true if all positions of the day were imported and computed
 */
export function dayOf(
  day: string,
  groups: readonly ExplainedGroup[],
  { engine, isWhole }: { engine: EngineHours; isWhole: boolean },
): VehicleDay {
  const causes: Partial<Record<Cause, number>> = {}
  for (const { cause } of groups) causes[cause] = (causes[cause] ?? 0) + 1
  const engineResult = resultOf(engine, isWhole)
  return {
    day,
    traccar: sumsOf(groups.flatMap(({ traccar }) => traccar)),
    roadbook: sumsOf(groups.flatMap(({ roadbook }) => roadbook)),
    engine,
    ...(engineResult && { engineResult }),
    causes,
    agrees: groups.every(({ cause }) => outcomeOf(cause) === 'agrees') && engineResult !== 'different',
  }
}

function resultOf({ traccar, roadbook }: EngineHours, isWhole: boolean): VehicleDay['engineResult'] {
  if (traccar === null || roadbook === null) return undefined
  if (Math.abs(traccar - roadbook) <= Math.max(SAME_MS, SAME_PART * Math.max(traccar, roadbook))) return 'same'
  return isWhole ? 'different' : 'not_comparable'
}

export function summaryOf(vehicles: readonly VehicleComparison[]): Summary {
  const days = vehicles.flatMap((vehicle) => vehicle.days)
  const counts = new Map<Cause, number>()
  for (const { cause } of vehicles.flatMap(({ groups }) => groups)) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const tripDays = days.filter(({ traccar, roadbook }) => traccar.trips + roadbook.trips > 0)
  const withEngine = days.filter(({ engineResult }) => engineResult !== undefined)
  const differentDays = days.filter(({ engineResult }) => engineResult === 'different').length
  const order = Object.keys(CAUSES)
  return {
    vehicles: vehicles.length,
    days: days.length,
    tripDays: tripDays.length,
    agreeingDays: tripDays.filter(({ agrees }) => agrees).length,
    traccar: added(days.map(({ traccar }) => traccar)),
    roadbook: added(days.map(({ roadbook }) => roadbook)),
    engine: {
      days: withEngine.length,
      differentDays,
      traccar: withEngine.reduce((sum, { engine }) => sum + engine.traccar!, 0),
      roadbook: withEngine.reduce((sum, { engine }) => sum + engine.roadbook!, 0),
    },
    causes: [...counts]
      .map(([cause, groups]) => ({ cause, groups }))
      .sort((one, other) => other.groups - one.groups || order.indexOf(one.cause) - order.indexOf(other.cause)),
    unexplained: (counts.get('unexplained') ?? 0) + differentDays,
    open: [...counts].reduce((sum, [cause, n]) => (outcomeOf(cause) === 'open' && cause !== 'unexplained' ? sum + n : sum), 0),
  }
}
