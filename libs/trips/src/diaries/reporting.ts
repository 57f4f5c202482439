import { FixValidity, type Fix } from '@roadbook/contracts'
import { destination, type Position } from '@roadbook/geo'
import type { Diary, Instant } from './diary.js'

/** Reporting pattern of a tracker. */
export interface Reporting {
  /** Seconds between fixes during a ride. */
  everyS: number
  /** Seconds between fixes while parked. If absent, the tracker sends nothing until the next ride. */
  parkedS?: number
  /**
   * True for a tracker that reports at fixed clock times, also while parked. Its first reading at rest comes at the next of
   * these clock times. Other trackers send it one whole interval after the arrival.
   */
  byClock?: boolean
  /** Scatter of a parked vehicle's readings, as standard deviation per axis in metres. */
  wanderM?: number
  hasSpeed?: boolean
  hasIgnition?: boolean
  hasOdometer?: boolean
  /** Seconds of each ride that are lost in a tunnel. */
  tunnelS?: number
  /**
   * Wrong places per day of a parked vehicle. Each is 400 m to 30 km away, is reported as standing, and lasts for 3 to 9
   * readings.
   */
  wrongADay?: number
  /** Wrong places per ride. Each lasts for 3 to 9 readings. */
  wrongARide?: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SECOND_MS = 1_000

/**
 * For specs: returns the fixes that a tracker sends during a diary and the eight hours after it. The same seed gives the
 * same fixes.
 */
export function report(diary: Diary, reporting: Reporting, random: () => number): Fix[] {
  const phase = Math.floor(random() * reporting.everyS)
  const fixes: Fix[] = []
  let at: Instant = { ...diary.home, at: Math.max(diary.begin, (diary.rides[0]?.[0]!.at ?? 0) - HOUR_MS), kph: 0, metres: 12_000 }
  for (const ride of diary.rides) {
    fixes.push(...reportRest({ ...ride[0]!, at: at.at }, ride[0]!.at, phase, reporting, random))
    fixes.push(...misplaced(reportRide(ride, phase, reporting, random), reporting.wrongARide ?? 0, random))
    at = ride.at(-1)!
  }
  const till = diary.rides.length === 0 ? diary.end : at.at + 8 * HOUR_MS
  return [...fixes, ...reportRest(at, till, phase, reporting, random)]
}

function reportRide(ride: readonly Instant[], phase: number, reporting: Reporting, random: () => number): Fix[] {
  const { everyS, tunnelS, byClock } = reporting
  const hole = tunnelS ? Math.floor((ride.length - tunnelS) * (0.2 + 0.6 * random())) : Infinity
  const isLost = (second: number) => second >= hole && second < hole + tunnelS!
  const isTurn = ({ at }: Instant, second: number) => ((byClock ? at / SECOND_MS : second) + phase) % everyS === 0
  return ride
    .filter((instant, second) => isTurn(instant, second) && !isLost(second))
    .map((instant) => fixOf(instant, instant, instant.kph, true, reporting))
}

/** Reports the arrival once, after the interval for rides. Then reports the rest at the interval for parked vehicles. */
function reportRest(at: Instant, till: number, phase: number, reporting: Reporting, random: () => number): Fix[] {
  const { everyS, parkedS, byClock, wanderM = 0, wrongADay = 0 } = reporting
  const everyMs = everyS * SECOND_MS
  const untilTurn = byClock ? everyMs - ((at.at + phase * SECOND_MS) % everyMs) : everyMs
  const fixes: Fix[] = []
  for (let now = at.at + untilTurn; now < till; now += (parkedS ?? Infinity) * SECOND_MS) {
    const seen = destination(at, random() * 360, wanderM * Math.sqrt(-2 * Math.log(1 - random())))
    fixes.push(fixOf({ ...at, at: now }, seen, random() * 2, false, reporting))
  }
  return misplaced(fixes, Math.round((wrongADay * (till - at.at)) / DAY_MS), random)
}

/** Moves several runs of readings (`runs`) to wrong places, each 400 m to 30 km away. */
function misplaced(fixes: Fix[], runs: number, random: () => number): Fix[] {
  for (let run = 0; run < runs; run++) {
    const readings = 3 + Math.floor(random() * 7)
    const from = 1 + Math.floor(random() * Math.max(1, fixes.length - readings - 2))
    const [direction, metres] = [random() * 360, 400 * 75 ** random()]
    for (const fix of fixes.slice(from, from + readings)) {
      const place = destination({ latitude: fix.latitude!, longitude: fix.longitude! }, direction, metres)
      Object.assign(fix, place, fix.speedKph !== undefined && { speedKph: 0 })
    }
  }
  return fixes
}

function fixOf(
  { at, metres }: Instant,
  { latitude, longitude }: Position,
  kph: number,
  ignition: boolean,
  reporting: Reporting,
): Fix {
  return {
    positionedAt: at,
    validity: FixValidity.valid,
    satellites: 11,
    latitude,
    longitude,
    ...(reporting.hasSpeed && { speedKph: Math.round(kph) }),
    ...(reporting.hasIgnition && { ignition }),
    ...(reporting.hasOdometer && { odometerM: Math.round(metres) }),
  }
}
