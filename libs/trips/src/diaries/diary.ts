import { destination, kphToMps, type Position } from '@roadbook/geo'
import type { Span } from '../diff-trips.js'

/** Position and motion of the vehicle in one second of a ride. */
export interface Instant extends Position {
  at: number
  kph: number
  /** Metres ridden since the beginning of the diary. */
  metres: number
}

/** A jam: traffic that crawls and stands in the middle of a ride. */
export interface Jam {
  minutes: number
  /** Lowest and highest speed while crawling, km/h. */
  kph: readonly [least: number, most: number]
}

const SECOND_MS = 1_000
const HOUR_S = 3_600

/**
 * Diary for specs: the true rides of one vehicle, second by second, and the rests between them. The same seed gives the
 * same diary.
 */
export class Diary {
  readonly rides: Instant[][] = []
  private metres = 12_000
  private now: number
  private place: Position

  constructor(
    begin: string,
    private readonly random: () => number,
    private readonly cruiseKph: number,
    /** Place where the diary begins. */
    readonly home: Position = { latitude: 52.0907, longitude: 5.1214 },
  ) {
    this.now = Date.parse(begin)
    this.place = home
    this.begin = this.now
  }

  /** Time when the diary begins, milliseconds since 1970 UTC. */
  readonly begin: number

  /** Rides through town `times` times, each after a rest of 12 min to 6 h. */
  ride(times: number): this {
    for (let n = 0; n < times; n++) {
      this.rest(720 + this.random() ** 3 * 20_880)
      this.rides.push(this.drive(420 + Math.round(this.random() * 1_500)))
    }
    return this
  }

  /** Rides with a jam between two stretches of 5 to 10 minutes. */
  crawl({ minutes, kph }: Jam): this {
    this.rest(HOUR_S)
    const before = this.drive(300 + Math.round(this.random() * 300), false)
    const jam = this.creep(minutes * 60, kph)
    this.rides.push([...before, ...jam, ...this.drive(300 + Math.round(this.random() * 300))])
    return this
  }

  /** Rides around the block and passes the starting place `times` times. Ends away from it. */
  lap(times: number, lapM: number): this {
    this.rest(2 * HOUR_S)
    const laps: Instant[] = []
    const kph = this.cruiseKph * 0.7
    const seconds = Math.round((times * lapM) / kphToMps(kph))
    const from = this.random() * 360
    for (let second = 0; second < seconds; second++) laps.push(this.go(kph, from + (360 * times * second) / seconds))
    this.rides.push([...laps, ...this.drive(60)])
    return this
  }

  /** Rides for little more than a minute, between two rests. */
  hop(): this {
    this.rest(HOUR_S)
    this.rides.push(this.drive(75 + Math.round(this.random() * 15)))
    return this
  }

  /** Stands still. */
  rest(seconds: number): this {
    this.now += Math.round(seconds) * SECOND_MS
    return this
  }

  /** The end of the diary so far, milliseconds since 1970 UTC. */
  get end(): number {
    return this.now
  }

  /** Returns the true trips. Each lasts from the departure from a parked place to the arrival at the next one. */
  get trips(): (Span & { distanceM: number })[] {
    return this.rides.map((ride) => ({
      startedAt: ride[0]!.at,
      endedAt: ride.at(-1)!.at,
      distanceM: ride.at(-1)!.metres - ride[0]!.metres,
    }))
  }

  private drive(seconds: number, arrives = true): Instant[] {
    const ride: Instant[] = []
    let [kph, heading, untilTurnM, untilLightM, waitS] = [0, this.random() * 360, 150, 400, 0]
    for (let second = 0; second <= seconds || (arrives && kph > 0); second++) {
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
      if (untilTurnM < 0) {
        heading += this.random() < 0.5 ? 85 : -85
        untilTurnM = 60 + this.random() * 500
      }
      ride.push(this.go(kph, heading))
    }
    return ride
  }

  /** Moves along one street. Pauses take a quarter of the time. */
  private creep(seconds: number, [least, most]: readonly [number, number]): Instant[] {
    const heading = this.random() * 360
    const crawl: Instant[] = []
    let kph = 0
    for (let second = 0; second < seconds; second++) {
      if (second % 20 === 0) kph = this.random() < 0.25 ? 0 : (least + this.random() * (most - least)) / 0.75
      crawl.push(this.go(kph, heading))
    }
    return crawl
  }

  private go(kph: number, heading: number): Instant {
    const metres = kphToMps(kph)
    this.metres += metres
    this.place = destination(this.place, heading, metres)
    this.now += SECOND_MS
    return { ...this.place, at: this.now, kph, metres: this.metres }
  }
}
