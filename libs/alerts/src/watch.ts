import type { AlertKind } from '@roadbook/contracts'
import { type Bounds, distanceM, kphToMps, type Position } from '@roadbook/geo'
import { coreOf, type Geofence, holds, isInGeofence, isNearGeofence } from './geofence.js'
import { GeofenceIndex } from './geofence-index.js'
import { narrow } from './narrow.js'
import { inOrder, type Reading, showsPowerCut, showsTamper } from './reading.js'
import { type Alert, alertKey, type AlertRule, isOfSenders, isSpoken } from './rule.js'

/** Watch: the rules of one vehicle, and the geofences that the rules use. */
export interface Watch {
  rules: readonly AlertRule[]
  fences: Pick<GeofenceIndex, 'holding' | 'keepOff'>
  fenceOf: (id: number) => Geofence | undefined
  /**
   * Maximum speed of this kind of vehicle, in km/h. A place that needs a higher speed is doubted until a second reading
   * confirms it. If absent, every place is accepted.
   */
  ceilingKph?: number
}

export const watchOf = (rules: readonly AlertRule[], geofences: Iterable<Geofence>): Watch => {
  const byId = new Map([...geofences].map((geofence) => [geofence.id, { ...geofence, core: coreOf(geofence) }]))
  return { rules, fences: new GeofenceIndex(byId.values()), fenceOf: (id) => byId.get(id) }
}

/**
 * State of the evaluation after the fixes so far. The state is plain data, small enough for a table row. The same fixes
 * give the same state in any order of arrival.
 */
export interface WatchState {
  /** Time of the newest reading. `placedAt` is the time of the newest reading with a place. */
  at?: number
  /**
   * The newest reading. A different reading with the same time is evaluated after this one. An equal reading is a repeat
   * and is skipped.
   */
  newest?: Reading
  /**
   * Time of the last reception, with or without a measurement. `signAt` is the time of the last reception after the newest
   * reading that contained no new measurement.
   */
  heardAt?: number
  signAt?: number
  placedAt?: number
  /** Geofences in which the vehicle is, by id and revision. The value is the time at which the vehicle entered. */
  inside: Record<string, number>
  /** Causes (possible breaches of a rule) that continue, by rule, rule revision and geofence. */
  causes: Record<string, Cause>
  /** The vehicle's position at `placedAt`. */
  place?: Position
  /** A reading at a place that the vehicle cannot have reached. The place is ignored until another reading confirms it. */
  doubted?: Reading
  /**
   * The resting place: the place where the vehicle stands or last stood. `movedAt` is the time when the vehicle was last
   * reported away from it. `off` is the number of consecutive readings that are more than `WANDER_M` and at most `MOVED_M`
   * away from the resting place. `stop` is the place where the vehicle has stopped after it left the resting place. `isOff`
   * is set if the last reading was away from `stop`.
   */
  rest?: Position & { movedAt?: number; off?: number; stop?: Position & { isOff?: true } }
}

interface Cause {
  ruleId: number
  ruleRevision: number
  geofenceId?: number
  beganAt: number
  latitude?: number
  longitude?: number
  value?: number
  isRaised?: boolean
}

export const newState = (): WatchState => ({ inside: {}, causes: {} })

/**
 * A vehicle counts as having left a geofence if it is farther than this outside the geofence's edge, in metres. The distance
 * is larger than the error of a receiver, so that a vehicle parked at the edge does not leave and enter all night.
 */
const EDGE_M = 30
/**
 * A low battery counts as low until its charge is this many percentage points above the rule's limit. The charge of a resting
 * battery rises a little by itself, which must not end the alert.
 */
const BATTERY_SLACK = 5
/**
 * A vehicle whose position is farther than this from its resting place, in metres, has certainly moved. The position of a
 * parked receiver does not drift so far.
 */
const MOVED_M = 150
const AT_REST_MS = 5 * 60_000
/**
 * Maximum drift of a parked vehicle's position because of reception, in metres. If `OFTEN_OFF` consecutive readings are
 * farther from the resting place, the vehicle counts as pushed to another place.
 */
const WANDER_M = 60
/**
 * Speed in km/h below which a vehicle counts as standing. A vehicle without a reported speed counts as standing if its
 * reported places have been near one place for a minute.
 */
const STANDING_KPH = 5
const OFTEN_OFF = 8
/** Maximum distance between two correct readings of one place, in metres, because of the receiver's error. */
const READING_NOISE_M = 50
/**
 * A doubtful place is confirmed by a second reading that comes at least this long after the first, in milliseconds. Two
 * readings with a shorter interval count as one.
 */
const ONE_READING_MS = 7_500
const MINUTE_MS = 60_000

/**
 * Half the side of the area around a vehicle in which borders of geofences are searched for, in degrees (about two
 * kilometres). A vehicle needs minutes to leave such an area, so the search is rare.
 */
const SURROUNDINGS = 0.02
const surroundingsOf = ({ latitude, longitude }: Position): Bounds => ({
  south: latitude - SURROUNDINGS,
  north: latitude + SURROUNDINGS,
  west: longitude - SURROUNDINGS < -180 ? longitude - SURROUNDINGS + 360 : longitude - SURROUNDINGS,
  east: longitude + SURROUNDINGS > 180 ? longitude + SURROUNDINGS - 360 : longitude + SURROUNDINGS,
})

type Raise = (alert: Alert) => void
/** The vehicle's motion according to a reading. A vehicle at rest cannot cross a border. */
type Course = 'moves' | 'stops' | 'rests'

/**
 * Evaluates the next reading in the order of `inOrder`. Skips a reading that does not come after the last evaluated one.
 * Calls `raise` with each alert when it is raised, and again when it ends or becomes worse.
 * @returns the new state
 */
export function observe(watch: Watch, state: WatchState, reading: Reading, raise: Raise): WatchState {
  const observer = new Observer(watch, state)
  for (const alert of observer.read([reading])) raise(alert)
  return observer.remembered()
}

/** Returns the silence alerts at a moment of the wall clock. All other alerts are raised only by readings. */
export function silentAt({ rules }: Watch, state: Signs, now: number): Alert[] {
  return rules.flatMap((rule) => (rule.kind === 'silent' ? (silence(rule, state, now) ?? []) : []))
}

/**
 * Returns the alerts of readings as they are known at a moment. The readings are evaluated in the order of their times.
 * This is the simplest evaluation: every other function that finds alerts must give the same result.
 */
export function alertsOf(watch: Watch, readings: Iterable<Reading>, now: number): Alert[] {
  const { found, state } = retell(watch, newState(), readings)
  return [...found, ...silentAt(watch, state, now)]
}

/** Returns true if readings after a moment may change an alert. */
export const isOpenAfter = ({ endedAt }: Pick<Alert, 'endedAt'>, at: number): boolean => endedAt === undefined || endedAt > at

/**
 * Continues the evaluation from a stored state. `found` plus the current silences must equal the stored alerts that are
 * {@link isOpenAfter} the time of that state. They are equal even if readings arrive late or repeatedly.
 * @param readings all newer readings, oldest first
 * @param every number of readings after which a state is kept, so that a late reading does not require a start from the
 *   beginning
 * @returns also the final state
 */
export function retell(
  watch: Watch,
  state: WatchState,
  readings: Iterable<Reading>,
  every = Infinity,
): { found: Alert[]; kept: WatchState[]; state: WatchState } {
  const found = new Map(raised(watch, state).map((alert) => [alertKey(alert), alert]))
  const observer = new Observer(watch, state)
  const kept: WatchState[] = []
  for (const piece of pieces(readings, every)) {
    for (const alert of observer.read(piece.sort(inOrder))) found.set(alertKey(alert), alert)
    if (piece.length >= every) kept.push(observer.remembered())
  }
  return { found: [...found.values()], kept, state: observer.remembered() }
}

/**
 * Yields pieces of `length` readings. A piece also contains the further readings with the time of its last reading, because
 * a state must include all readings of an instant.
 */
function* pieces(readings: Iterable<Reading>, length: number): Generator<Reading[]> {
  let piece: Reading[] = []
  for (const reading of readings) {
    if (piece.length >= length && piece.at(-1)!.at !== reading.at) {
      yield piece
      piece = []
    }
    piece.push(reading)
  }
  if (piece.length > 0) yield piece
}

/** Returns alerts that were raised and still continue, except silence alerts. */
function raised({ rules }: Watch, { causes }: WatchState): Alert[] {
  return Object.values(causes).flatMap(({ isRaised, ...cause }) => {
    const rule = rules.find(({ id, revision }) => id === cause.ruleId && revision === cause.ruleRevision)
    return rule && isRaised ? [{ kind: rule.kind, ...cause }] : []
  })
}

/** Time of the last measurement (`at`) and of the last reception (`heardAt`). If `heardAt` is absent, it is equal to `at`. */
type Signs = Pick<WatchState, 'at' | 'heardAt'>

/**
 * Returns a silence alert if the silence lasts longer than the threshold. The alert begins at the last measurement, or when
 * the rule became valid if that is later. The length of the silence is measured from the start of the alert, or from the
 * last reception if that is later.
 */
function silence(rule: AlertRule, { at, heardAt = at }: Signs, till: number, since = heardAt): Alert | undefined {
  if (at === undefined || heardAt === undefined || since === undefined || till < rule.effectiveFrom) return undefined
  const beganAt = Math.max(at, rule.effectiveFrom)
  const minutes = (till - Math.max(beganAt, since)) / MINUTE_MS
  if (minutes <= (rule.threshold ?? Infinity)) return undefined
  return isSpoken(rule, beganAt)
    ? { ...named(rule), beganAt, ...(Math.abs(heardAt - at) >= MINUTE_MS && { heardAt }) }
    : undefined
}

const named = ({ id, revision, kind }: AlertRule) => ({ ruleId: id, ruleRevision: revision, kind })
const concerns = ({ geofenceIds }: AlertRule, { id }: Geofence) => geofenceIds === undefined || geofenceIds.has(id)
const isCrossing = (kind: AlertKind) => kind === 'entry' || kind === 'exit'
const fenceKey = ({ id, revision }: Geofence) => `${id}.${revision}`
const ruleKey = ({ id, revision }: AlertRule) => `${id}.${revision}`

/** A cause (possible breach of a rule) during evaluation, with the last reading that confirmed it. */
type Going = Cause & { heardBy?: Reading }

/**
 * Evaluates the readings of one vehicle in the order of their times and keeps the state. The observer's state refers to
 * geofences and rules as objects. An observer with a long life therefore need not parse a stored state for each reading.
 */
export class Observer {
  /** Time of the newest reading so far. */
  at: number | undefined
  private newest: Reading | undefined
  /**
   * Time of the last reception. `signAt` is the time of the last reception after the newest reading that contained no new
   * measurement.
   */
  heardAt: number | undefined
  private signAt: number | undefined
  private raised = new Map<string, Alert>()
  /**
   * A rectangle around the vehicle that no border of a geofence crosses. While the vehicle stays in it, the vehicle enters and
   * leaves no geofence.
   */
  private quiet: Bounds | undefined
  private placedAt: number | undefined
  private place: Position | undefined
  private doubted: Reading | undefined
  private rest: WatchState['rest']
  private readonly inside = new Map<Geofence, number>()
  private readonly causes = new Map<AlertRule, Map<Geofence | undefined, Going>>()
  private goingOn = 0

  constructor(
    private readonly watch: Watch,
    state: WatchState,
  ) {
    this.at = state.at
    this.newest = state.newest
    this.heardAt = state.heardAt
    this.signAt = state.signAt
    this.placedAt = state.placedAt
    this.place = state.place
    this.doubted = state.doubted
    this.rest = state.rest && { ...state.rest }
    // If a geofence was removed or has a new revision, the old one is dropped from the state, and no exit from it is
    // noticed.
    for (const [key, since] of Object.entries(state.inside)) {
      const fence = watch.fenceOf(Number(key.slice(0, key.indexOf('.'))))
      if (fence && fenceKey(fence) === key) this.inside.set(fence, since)
    }
    const rules = new Map(watch.rules.map((rule) => [ruleKey(rule), rule]))
    for (const cause of Object.values(state.causes)) {
      const rule = rules.get(`${cause.ruleId}.${cause.ruleRevision}`)
      const fence = cause.geofenceId === undefined ? undefined : watch.fenceOf(cause.geofenceId)
      if (rule) this.begin(rule, fence, { ...cause })
    }
  }

  remembered(): WatchState {
    const causes: WatchState['causes'] = {}
    for (const [rule, of] of this.causes) {
      for (const [fence, { heardBy: _, ...cause }] of of)
        causes[fence ? `${ruleKey(rule)}@${fenceKey(fence)}` : ruleKey(rule)] = cause
    }
    return {
      ...(this.at !== undefined && { at: this.at }),
      ...(this.newest && { newest: this.newest }),
      ...(this.heardAt !== undefined && { heardAt: this.heardAt }),
      ...(this.signAt !== undefined && { signAt: this.signAt }),
      ...(this.placedAt !== undefined && { placedAt: this.placedAt }),
      inside: Object.fromEntries([...this.inside].map(([fence, since]) => [fenceKey(fence), since])),
      causes,
      ...(this.place && { place: this.place }),
      ...(this.doubted && { doubted: this.doubted }),
      ...(this.rest && { rest: { ...this.rest } }),
    }
  }

  /**
   * Evaluates further readings.
   * @returns each alert that these readings raise, end or make worse, in its final state
   */
  read(readings: Iterable<Reading>): Alert[] {
    for (const reading of readings) this.observe(reading)
    if (this.raised.size === 0) return []
    const told = [...this.raised.values()]
    this.raised = new Map()
    return told
  }

  /** Records a reception without a reading. Ignores the reception if there was a later one. */
  noteReception(at: number): void {
    if (at > (this.heardAt ?? this.at ?? Infinity)) this.signAt = this.heardAt = at
  }

  private raise(alert: Alert): void {
    this.raised.set(alertKey(alert), alert)
  }

  /** Returns true if a reading comes after all evaluated ones. */
  isNext(reading: Reading): boolean {
    if (this.at === undefined || reading.at > this.at) return true
    return reading.at === this.at && this.newest !== undefined && inOrder(reading, this.newest) > 0
  }

  private observe(reading: Reading): void {
    if (!this.isNext(reading)) return
    const { at } = reading
    const isBelieved = reading.place ? this.believe(reading, reading.place) : undefined
    const isMoving = isBelieved ? this.go(reading, reading.place!) : undefined
    for (const rule of this.watch.rules) {
      if (at < rule.effectiveFrom || isCrossing(rule.kind) || isOfSenders(rule.kind)) continue
      if (rule.kind === 'silent') this.endSilence(rule, reading)
      else if (rule.kind === 'speeding') this.judgeSpeed(rule, reading, isBelieved === true)
      else this.judge(rule, undefined, this.signalOf(rule, reading, isMoving), reading)
    }
    if (this.goingOn > 0) this.settle(reading)
    // Another reading of the same instant measures nothing new, so only its reception counts.
    this.signAt = at === this.at ? (reading.receivedAt ?? this.signAt) : undefined
    this.at = at
    this.newest = reading
    if (reading.receivedAt !== undefined) this.heardAt = Math.max(this.heardAt ?? reading.receivedAt, reading.receivedAt)
  }

  /**
   * Returns true if the vehicle can be at a reading's place. If it cannot be there, the reading waits for a second reading
   * near that place. Then both readings count, each at its own time. If a later reading fits the vehicle's earlier place
   * better, the waiting reading is discarded.
   */
  private believe(reading: Reading, place: Position): boolean {
    const { place: last, placedAt, doubted } = this
    if (!last || placedAt === undefined) return true
    const isFromLast = this.canGet(last, placedAt, reading)
    if (!doubted?.place) {
      if (!isFromLast) this.doubted = reading
      return isFromLast
    }
    const isAgreed = this.canGet(doubted.place, doubted.at, reading)
    if (isFromLast && !(isAgreed && distanceM(doubted.place, place) < distanceM(last, place))) {
      this.doubted = undefined
      return true
    }
    if (!isAgreed) this.doubted = reading
    else if (reading.at - doubted.at >= ONE_READING_MS) {
      this.doubted = undefined
      this.go(doubted, doubted.place)
      return true
    }
    return false
  }

  private canGet(from: Position, at: number, { at: till, place }: Reading): boolean {
    const { ceilingKph } = this.watch
    return ceilingKph === undefined || distanceM(from, place!) <= kphToMps(ceilingKph) * ((till - at) / 1_000) + READING_NOISE_M
  }

  /** @returns true if the vehicle is on its way */
  private go(reading: Reading, place: Position): boolean {
    const isMoving = this.move(reading.at, place)
    this.cross(reading, place, isMoving ? this.courseOf(reading, place) : 'rests')
    this.placedAt = reading.at
    this.place = { latitude: place.latitude, longitude: place.longitude }
    return isMoving
  }

  /**
   * Classifies the motion. This is needed because the position of a vehicle begins to drift as soon as the vehicle stops.
   * The first reading of a standing vehicle marks the stop. Later readings count as drift until one of them shows motion,
   * or until two consecutive ones show the vehicle standing elsewhere.
   */
  private courseOf({ at, speedKph }: Reading, { latitude, longitude }: Position): Course {
    const { rest } = this
    if (rest?.movedAt === undefined || rest.movedAt === at) return 'moves'
    if (speedKph === undefined ? at - rest.movedAt < MINUTE_MS : speedKph >= STANDING_KPH) {
      // Most vehicles have no stop, and this check is faster than a delete.
      if (rest.stop) delete rest.stop
      return 'moves'
    }
    const { stop } = rest
    const isThere = stop !== undefined && distanceM(stop, { latitude, longitude }) <= WANDER_M
    if (stop === undefined || (!isThere && stop.isOff)) {
      rest.stop = { latitude, longitude }
      return 'stops'
    }
    if (isThere === (stop.isOff === true)) {
      rest.stop = { latitude: stop.latitude, longitude: stop.longitude, ...(!isThere && { isOff: true as const }) }
    }
    return 'rests'
  }

  /**
   * Finds the geofences that the vehicle left or entered. Does nothing while the vehicle stays in the rectangle `quiet`,
   * which no border crosses.
   */
  private cross(reading: Reading, place: Position, course: Course): void {
    if (this.quiet && holds(this.quiet, place)) return
    const around = surroundingsOf(place)
    let isQuiet = around.west <= around.east
    for (const fence of this.inside.keys()) {
      if (!holds(fence.bounds, place) && !this.isKnownSide(fence, reading, place, course)) isQuiet = false
    }
    for (const fence of this.watch.fences.holding(place)) {
      const isKnown = this.isKnownSide(fence, reading, place, course)
      isQuiet = isKnown && isQuiet && narrow(around, fence, place)
    }
    this.quiet = isQuiet && this.watch.fences.keepOff(around, place) ? around : undefined
  }

  /**
   * Detects a crossing of one geofence's border. An entry begins the causes of entry rules and cancels those of exit rules,
   * and an exit does the opposite. A vehicle at rest crosses no border, even if its position drifts. If the geofence became
   * valid after the vehicle's last place was reported, the vehicle's side is checked even at rest.
   * @returns true if the result is valid until a border is crossed
   */
  private isKnownSide(fence: Geofence, reading: Reading, place: Position, course: Course): boolean {
    const isIn = isInGeofence(fence, place)
    if (isIn === this.inside.has(fence)) return true
    if (course === 'rests' && this.placedAt !== undefined && this.placedAt >= fence.effectiveFrom) return false
    if (isIn ? reading.at < fence.effectiveFrom : isNearGeofence(fence, place, course === 'stops' ? WANDER_M : EDGE_M))
      return false
    if (!isIn) this.leave(fence, reading)
    else {
      this.inside.set(fence, reading.at)
      this.crossed(fence, 'entry', reading)
    }
    return true
  }

  private leave(fence: Geofence, reading: Reading): void {
    this.inside.delete(fence)
    this.crossed(fence, 'exit', reading)
  }

  /**
   * Begins the causes of a crossing. The rule and the geofence must already have been valid at the vehicle's previous place.
   * Otherwise it is unknown if the vehicle crossed the border.
   */
  private crossed(fence: Geofence, kind: 'entry' | 'exit', reading: Reading): void {
    const { placedAt = -Infinity } = this
    for (const rule of this.watch.rules) {
      if (!isCrossing(rule.kind) || reading.at < rule.effectiveFrom || !concerns(rule, fence)) continue
      if (rule.kind !== kind) this.end(rule, fence)
      else if (placedAt >= Math.max(rule.effectiveFrom, fence.effectiveFrom) && isSpoken(rule, reading.at)) {
        this.begin(rule, fence, begun(rule, fence, reading))
      }
    }
  }

  /**
   * Returns true if the vehicle has left its resting place, and has not stood still for some minutes since then. After those
   * minutes, the next reported place is the new resting place. A small move, for example by pushing, is recognised after
   * `OFTEN_OFF` consecutive readings away from the resting place.
   */
  private move(at: number, { latitude, longitude }: Position): boolean {
    const { rest } = this
    const offM = rest ? distanceM(rest, { latitude, longitude }) : 0
    const isThere = rest?.movedAt !== undefined && at - rest.movedAt < AT_REST_MS
    if (offM > MOVED_M) this.rest = { latitude, longitude, movedAt: at }
    else if (isThere) return true
    else if (!rest || rest.movedAt !== undefined) this.rest = { latitude, longitude }
    else if (offM <= WANDER_M) delete rest.off
    else {
      rest.off = (rest.off ?? 0) + 1
      if (rest.off < OFTEN_OFF) return false
      this.rest = { latitude, longitude }
      return true
    }
    return this.rest?.movedAt === at
  }

  private signalOf(rule: AlertRule, reading: Reading, isMoving: boolean | undefined): boolean | undefined {
    const { at, batteryPercent } = reading
    if (rule.kind === 'powerCut') return showsPowerCut(reading)
    if (rule.kind === 'tamper') return showsTamper(reading)
    if (rule.kind === 'outsideHours') return isMoving === undefined ? undefined : isMoving && !isSpoken(rule, at)
    if (batteryPercent === undefined) return undefined
    const limit = rule.threshold ?? 0
    return batteryPercent < (this.causes.get(rule)?.has(undefined) ? limit + BATTERY_SLACK : limit)
  }

  private judgeSpeed(rule: AlertRule, reading: Reading, isPlaced: boolean): void {
    const { speedKph } = reading
    const isFast = (limit: number) => (speedKph === undefined || !isPlaced ? undefined : speedKph > limit)
    if (rule.geofenceIds === undefined && rule.threshold !== undefined) {
      return this.judge(rule, undefined, isFast(rule.threshold), reading)
    }
    for (const fence of this.inside.keys()) {
      const limit = concerns(rule, fence) ? (rule.threshold ?? fence.limitKph) : undefined
      if (limit !== undefined) this.judge(rule, fence, isFast(limit), reading)
    }
  }

  /**
   * Begins or continues a cause (a possible breach of the rule). If a reading does not show whether the breach continues, the
   * cause continues. If a reading shows that the breach has ended, `settle` ends the cause.
   */
  private judge(rule: AlertRule, fence: Geofence | undefined, signal: boolean | undefined, reading: Reading): void {
    if (signal === false) return
    let cause = this.causes.get(rule)?.get(fence)
    if (!cause) {
      if (signal === undefined || (rule.kind !== 'outsideHours' && !isSpoken(rule, reading.at))) return
      cause = this.begin(rule, fence, begun(rule, fence, reading))
    }
    cause.heardBy = reading
    const value = rule.kind === 'speeding' ? reading.speedKph : rule.kind === 'lowBattery' ? reading.batteryPercent : undefined
    if (value === undefined) return
    const before = cause.value ?? value
    const worst = rule.kind === 'lowBattery' ? Math.min(before, value) : Math.max(before, value)
    if (worst === cause.value) return
    cause.value = worst
    if (cause.isRaised) this.raise(alertOf(rule, cause))
  }

  /**
   * Raises a silence alert for a gap without measurements, even if the gap is noticed only after its end. Does not raise
   * the alert if anything was received in the gap.
   */
  private endSilence(rule: AlertRule, { at, receivedAt = at }: Reading): void {
    const unheardMs = receivedAt - (this.signAt ?? -Infinity)
    if (unheardMs / MINUTE_MS <= (rule.threshold ?? Infinity)) return
    const alert = silence(rule, this, at, this.at)
    if (alert) this.raise({ ...alert, endedAt: at, value: Math.floor((at - alert.beganAt) / MINUTE_MS) })
  }

  /** Raises the alert of each cause that has lasted long enough. Ends causes that the reading did not continue. */
  private settle(reading: Reading): void {
    const { at } = reading
    for (const [rule, of] of this.causes) {
      for (const [fence, cause] of of) {
        if (!isCrossing(rule.kind) && cause.heardBy !== reading) {
          this.end(rule, fence)
          if (cause.isRaised) this.raise({ ...alertOf(rule, cause), endedAt: at })
        } else if (!cause.isRaised && at - cause.beganAt >= rule.lastingS * 1_000) {
          cause.isRaised = true
          if (isCrossing(rule.kind)) this.end(rule, fence)
          this.raise({ ...alertOf(rule, cause), ...(isCrossing(rule.kind) && { endedAt: at }) })
        }
      }
    }
  }

  private begin(rule: AlertRule, fence: Geofence | undefined, cause: Going): Going {
    let of = this.causes.get(rule)
    if (!of) this.causes.set(rule, (of = new Map<Geofence | undefined, Going>()))
    if (!of.has(fence)) this.goingOn++
    of.set(fence, cause)
    return cause
  }

  private end(rule: AlertRule, fence: Geofence | undefined): void {
    if (this.causes.get(rule)?.delete(fence)) this.goingOn--
  }
}

function begun({ id, revision }: AlertRule, fence: Geofence | undefined, { at, place }: Reading): Cause {
  const where = place && { latitude: place.latitude, longitude: place.longitude }
  return { ruleId: id, ruleRevision: revision, ...(fence && { geofenceId: fence.id }), beganAt: at, ...where }
}

function alertOf({ kind }: AlertRule, { isRaised: _raised, heardBy: _heard, ...cause }: Going): Alert {
  return { kind, ...cause }
}
