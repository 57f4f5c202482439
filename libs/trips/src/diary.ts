import { FixValidity, type Fix } from '@roadbook/contracts'
import { destination, kphToMps, type Position } from '@roadbook/geo'
import type { Span } from './diff-trips.js'

/** How a tracker tells of a vehicle's days. */
export interface Telling {
  /** Seconds between fixes under way. */
  everyS: number
  /** Seconds between fixes while parked; absent: silent until it rides again. */
  parkedS?: number
  /** How far readings of a parked vehicle scatter (standard deviation of either axis). */
  wanderM?: number
  hasSpeed?: boolean
  hasIgnition?: boolean
  hasOdometer?: boolean
  /** Seconds that each ride is lost in a tunnel. */
  tunnelS?: number
}

/** What the vehicle does in one second of a ride. */
interface Instant extends Position {
  at: number
  kph: number
  /** Ridden since the diary began. */
  metres: number
}

/** The true rides of one vehicle, second by second, and the rests between them. For specs; the same for the same seed. */
export class Diary {
  readonly rides: Instant[][] = []
  private metres = 12_000
  private now: number

  constructor(
    begin: string,
    private readonly random: () => number,
    private readonly cruiseKph: number,
    private place: Position = { latitude: 52.0907, longitude: 5.1214 },
  ) {
    this.now = Date.parse(begin)
  }

  /** So many rides through town, each after a rest of 12 min to 6 h. */
  ride(times: number): this {
    for (let n = 0; n < times; n++) {
      this.now += Math.round(720 + this.random() ** 3 * 20_880) * 1_000
      this.rides.push(this.drive(420 + Math.round(this.random() * 1_500)))
    }
    return this
  }

  /** When it left each parked place, and when it came to the next. */
  get trips(): (Span & { distanceM: number })[] {
    return this.rides.map((ride) => ({
      startedAt: ride[0]!.at,
      endedAt: ride.at(-1)!.at,
      distanceM: ride.at(-1)!.metres - ride[0]!.metres,
    }))
  }

  /** The fixes that a tracker sends of it. */
  tell(telling: Telling, random: () => number): Fix[] {
    const fixes: Fix[] = []
    const phase = Math.floor(random() * telling.everyS)
    this.rides.forEach((ride, index) => {
      const parked = ride[0]!
      const since = this.rides[index - 1]?.at(-1)?.at ?? parked.at - 3_600_000
      fixes.push(...this.tellRest(parked, since, parked.at, telling, random))
      const hole = telling.tunnelS ? Math.floor((ride.length - telling.tunnelS) * (0.2 + 0.6 * random())) : Infinity
      ride.forEach((instant, second) => {
        const isLost = second >= hole && second < hole + telling.tunnelS!
        if ((second + phase) % telling.everyS === 0 && !isLost) fixes.push(fixOf(instant, instant, instant.kph, true, telling))
      })
    })
    const last = this.rides.at(-1)!.at(-1)!
    return [...fixes, ...this.tellRest(last, last.at, last.at + 8 * 3_600_000, telling, random)]
  }

  /** A tracker reports its arrival once, at its next turn, and then as often as it does while parked. */
  private tellRest(at: Instant, since: number, till: number, telling: Telling, random: () => number): Fix[] {
    const { everyS, parkedS, wanderM = 0 } = telling
    const fixes: Fix[] = []
    for (let now = since + everyS * 1_000; now < till; now += (parkedS ?? Infinity) * 1_000) {
      const seen = destination(at, random() * 360, wanderM * Math.sqrt(-2 * Math.log(1 - random())))
      fixes.push(fixOf({ ...at, at: now }, seen, random() * 2, false, telling))
    }
    return fixes
  }

  private drive(seconds: number): Instant[] {
    const ride: Instant[] = []
    let [kph, heading, untilTurnM, untilLightM, waitS] = [0, this.random() * 360, 150, 400, 0]
    for (let second = 0; second <= seconds || kph > 0; second++) {
      const isArriving = second > seconds
      if (waitS > 0) waitS--
      const wanted = isArriving || untilLightM < (kph * kph) / 60 ? 0 : this.cruiseKph * (0.8 + 0.4 * this.random())
      kph = waitS > 0 ? 0 : kph < wanted ? Math.min(wanted, kph + 5) : Math.max(wanted, kph - 7)
      if (kph <= 1 && untilLightM < 60 && !isArriving) {
        waitS = Math.round(8 + this.random() * 70)
        untilLightM = 250 + this.random() * 900
      }
      if (isArriving && kph <= 1) kph = 0
      const metres = kphToMps(kph)
      untilTurnM -= metres
      untilLightM -= metres
      this.metres += metres
      if (untilTurnM < 0) {
        heading += this.random() < 0.5 ? 85 : -85
        untilTurnM = 60 + this.random() * 500
      }
      this.place = destination(this.place, heading, metres)
      this.now += 1_000
      ride.push({ ...this.place, at: this.now, kph, metres: this.metres })
    }
    return ride
  }
}

function fixOf(
  { at, metres }: Instant,
  { latitude, longitude }: Position,
  kph: number,
  ignition: boolean,
  telling: Telling,
): Fix {
  return {
    positionedAt: at,
    validity: FixValidity.valid,
    satellites: 11,
    latitude,
    longitude,
    ...(telling.hasSpeed && { speedKph: Math.round(kph) }),
    ...(telling.hasIgnition && { ignition }),
    ...(telling.hasOdometer && { odometerM: Math.round(metres) }),
  }
}

/** How many trips begin, or end, where the vehicle did; in two minutes. */
export interface Score {
  told: number
  true: number
  starts: number
  ends: number
}

const NEAR_MS = 120_000

export function score(told: readonly Span[], truth: readonly Span[]): Score {
  const hits = (of: (span: Span) => number) => {
    const open = truth.map(of)
    return told.filter((span) => {
      const at = open.findIndex((time) => Math.abs(time - of(span)) <= NEAR_MS)
      if (at >= 0) open.splice(at, 1)
      return at >= 0
    }).length
  }
  return {
    told: told.length,
    true: truth.length,
    starts: hits(({ startedAt }) => startedAt),
    ends: hits(({ endedAt }) => endedAt),
  }
}
