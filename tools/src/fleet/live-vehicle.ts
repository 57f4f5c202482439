import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { type Clock, type SimulatedTracker, seedOf, seededRandom } from '@roadbook/testing'
import type { City } from './city.js'
import { homePlace, usualOdometerM } from './drive-day.js'
import { type VehicleState, driveRoute } from './drive-route.js'
import { type Persona, withReflections, withoutFix } from './persona.js'
import { toFix } from './reading.js'
import { findRoute } from './route.js'
import { type FleetVehicle, type VehicleProfile, profileOf } from './vehicle-profile.js'

export interface LiveOptions {
  clock: Clock
  signal: AbortSignal
  seed: number
  intervalS: number
  heartbeatS: number
  /**
   * The vehicle stays parked until this promise resolves, and then leaves immediately. If absent, it leaves after a random
   * rest.
   */
  departure?: Promise<void>
}

const MINUTE_MS = 60_000
/**
 * Maximum length of a short and of a long rest, in milliseconds. `LONG_RESTS` is the share of long ones. Both are so short that
 * the map always shows some vehicles driving.
 */
const SHORT_REST_MS = 30 * MINUTE_MS
const LONG_REST_MS = 120 * MINUTE_MS
const LONG_RESTS = 0.15
const WATCHED_REST_MS = MINUTE_MS
/** Milliseconds at rest after which the tracker closes its connection. Real trackers are configured in the same way. */
const SLEEPS_AFTER_MS = 10 * MINUTE_MS
const SILENCE_MS = 6 * 60 * MINUTE_MS
/**
 * Share of vehicles that set off within `ON_ITS_WAY_MS` after the start of the run, because people open the map right after the
 * start and must see some vehicles drive. The other vehicles first have a short rest.
 */
const DRIVING_AT_START = 0.3
const ON_ITS_WAY_MS = 6_000
/** Interval in milliseconds at which a tracker reports while its vehicle waits for `departure`. */
const WAITING_MS = MINUTE_MS
/** Maximum number of random destinations that are tried for one trip. A destination fails if no route leads to it. */
const MOST_DESTINATIONS = 20

/** One vehicle in real time. It drives and rests, and gives each record to its tracker at the record's time. */
export class LiveVehicle {
  readonly #profile: VehicleProfile
  readonly #random: () => number
  readonly #state: VehicleState
  #place: number
  /** Records without a valid position, as in a tunnel. The tracker sends them together with the next record that has one. */
  #late: Fix[] = []

  constructor(
    private readonly city: City,
    vehicle: FleetVehicle & { odometerM?: number },
    private readonly persona: Persona,
    private readonly tracker: SimulatedTracker,
    private readonly options: LiveOptions,
  ) {
    const now = options.clock.now()
    this.#profile = profileOf(vehicle.vehicleType)
    this.#random = seededRandom(seedOf(options.seed, vehicle.imei, now))
    this.#state = { at: now, odometerM: vehicle.odometerM ?? usualOdometerM(vehicle, now), drivenM: 0 }
    this.#place = homePlace(city, vehicle)
  }

  async run(): Promise<void> {
    this.tracker.start()
    this.#report(this.#heartbeat())
    if (this.persona === 'jitter') return this.#hopAbout()
    if (this.options.departure) await this.#wait(this.options.departure)
    else await this.#rest(this.#random() * (this.#random() < DRIVING_AT_START ? ON_ITS_WAY_MS : SHORT_REST_MS))
    for (;;) {
      await this.#drive()
      if (this.persona === 'silent') await this.#fallSilent()
      await this.#rest(MINUTE_MS / 2 + this.#random() * this.#longestRest())
    }
  }

  /**
   * Returns the maximum length of the next rest, in milliseconds. It is short if `departure` is set, because somebody then
   * waits to see the vehicle drive.
   */
  #longestRest(): number {
    if (this.options.departure) return WATCHED_REST_MS
    return this.#random() < LONG_RESTS ? LONG_REST_MS : SHORT_REST_MS
  }

  async #wait(departure: Promise<void>): Promise<void> {
    const leaves = departure.then(() => true)
    const stays = () => this.#until(this.options.clock.now() + WAITING_MS).then(() => false)
    while (!(await Promise.race([leaves, stays()]))) this.#report(this.#heartbeat())
  }

  async #drive(): Promise<void> {
    const found = this.#route()
    if (!found) return
    const { route, destination } = found
    const fixes: Fix[] = []
    this.#state.at = this.options.clock.now()
    driveRoute(route, this.#state, { profile: this.#profile, intervalS: this.options.intervalS, random: this.#random }, fixes)
    this.#place = destination
    if (this.persona === 'lateBatch') this.tracker.sleep()
    for (const fix of fixes) {
      await this.#until(fix.positionedAt)
      this.#report(fix)
    }
    if (this.persona === 'lateBatch') this.tracker.start()
  }

  #route() {
    const { mode } = this.#profile
    const { places } = this.city.networks[mode]
    for (let tries = 0; tries < MOST_DESTINATIONS; tries++) {
      const destination = Math.floor(this.#random() * places.length)
      const route = destination === this.#place ? undefined : findRoute(this.city, mode, this.#place, destination)
      if (route) return { route, destination }
    }
    return undefined
  }

  async #rest(ms: number): Promise<void> {
    const { clock, heartbeatS } = this.options
    const till = clock.now() + Math.round(ms)
    if (ms > SLEEPS_AFTER_MS) {
      await this.#until(clock.now() + SLEEPS_AFTER_MS)
      this.tracker.sleep()
    }
    for (let next = clock.now() + heartbeatS * 1000; next < till; next += heartbeatS * 1000) {
      await this.#until(next)
      this.tracker.start()
      this.#report(this.#heartbeat())
    }
    await this.#until(till)
    this.tracker.start()
  }

  /**
   * Reports wrong positions around the place, as a tracker does that receives reflected satellite signals. They look like
   * movement, so the tracker does not detect that the vehicle rests.
   */
  async #hopAbout(): Promise<void> {
    for (;;) {
      await this.#until(this.options.clock.now() + MINUTE_MS)
      this.#report(this.#heartbeat())
    }
  }

  /** Stops reporting for hours, as when the battery is unplugged in the garage. */
  async #fallSilent(): Promise<void> {
    await this.#until(this.options.clock.now() + MINUTE_MS)
    this.tracker.sleep()
    await this.#until(this.options.clock.now() + SILENCE_MS)
    this.tracker.start()
  }

  #heartbeat(): Fix {
    const network = this.city.networks[this.#profile.mode]
    const position = this.city.junctions[network.places[this.#place] ?? 0] ?? { latitude: 0, longitude: 0 }
    const { odometerM, drivenM } = this.#state
    const at = this.options.clock.now()
    const reading = { at, position, speedMps: 0, heading: 0, odometerM, drivenM, isRunning: false, hasFix: true }
    return toFix(this.#profile, reading, this.#random)
  }

  #report(fix: Fix): void {
    if (this.persona === 'noGps') return this.tracker.report(withoutFix(fix))
    if (this.persona === 'jitter') return this.tracker.report(withReflections(fix, this.#random))
    this.#late.push(fix)
    if (fix.validity === FixValidity.valid) this.tracker.report(...this.#late.splice(0))
  }

  #until(time: number): Promise<void> {
    const { clock, signal } = this.options
    return clock.sleep(Math.max(0, time - clock.now()), signal)
  }
}
