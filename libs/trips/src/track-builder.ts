import { FixValidity, type Fix } from '@roadbook/contracts'
import { destination, kphToMps, type Position } from '@roadbook/geo'

/** Options of one part of the track that a {@link TrackBuilder} makes. */
interface Stretch {
  /** Seconds between fixes. Default 10. */
  everyS?: number
  /** Fields set on every fix of this part. */
  says?: Partial<Fix>
}

/**
 * For specs: builds the fixes that a tracker would send while the vehicle rides, stands or is silent. Jitter comes from a
 * generator with a fixed seed, so the result is always the same.
 */
export class TrackBuilder {
  readonly fixes: Fix[] = []
  now: number
  place: Position
  private odometerM: number | undefined
  private seed = 1

  /** @param begin ISO 8601, UTC */
  constructor(begin: string, place: Position = { latitude: 52.0907, longitude: 5.1214 }) {
    this.now = Date.parse(begin)
    this.place = place
  }

  /** Adds to every later fix an odometer that counts the distance ridden. */
  withOdometer(metres: number): this {
    this.odometerM = metres
    return this
  }

  /** Rides straight on. The last fix is at the end of the time. */
  ride(minutes: number, kph: number, { everyS = 10, says = {} }: Stretch = {}, heading = 90): this {
    for (let s = everyS; s <= minutes * 60; s += everyS) {
      this.travel(everyS, kph, heading)
      this.report({ speedKph: kph, heading, ...says })
    }
    return this
  }

  /** Rides without reporting, as in a tunnel or with a sleeping tracker. */
  travelUnseen(minutes: number, kph: number, heading = 90): this {
    this.travel(minutes * 60, kph, heading)
    return this
  }

  /**
   * Stands and reports. `jitterM` is the drift of readings in metres, and `jitterKph` the maximum speed that the receiver wrongly
   * reports.
   */
  stand(minutes: number, { everyS = 10, says = {}, jitterM = 0, jitterKph = 0 }: Stretch & Jitter = {}): this {
    for (let s = everyS; s <= minutes * 60; s += everyS) {
      this.now += everyS * 1_000
      const seen = jitterM ? destination(this.place, this.random() * 360, this.random() * jitterM) : this.place
      this.report({ speedKph: this.random() * jitterKph, ...seen, ...says })
    }
    return this
  }

  silence(minutes: number): this {
    this.now += minutes * 60_000
    return this
  }

  /** Adds one fix at the current time and place, with these fields changed. */
  report(says: Partial<Fix> = {}): this {
    const odometer = this.odometerM === undefined ? {} : { odometerM: Math.round(this.odometerM) }
    this.fixes.push({ positionedAt: this.now, validity: FixValidity.valid, satellites: 11, ...this.place, ...odometer, ...says })
    return this
  }

  private travel(seconds: number, kph: number, heading: number): void {
    const metres = kphToMps(kph) * seconds
    this.now += seconds * 1_000
    this.place = destination(this.place, heading, metres)
    if (this.odometerM !== undefined) this.odometerM += metres
  }

  private random(): number {
    this.seed = (this.seed * 16_807) % 2_147_483_647
    return this.seed / 2_147_483_647
  }
}

interface Jitter {
  jitterM?: number
  jitterKph?: number
}

export const utc = (iso: string): number => Date.parse(iso)
