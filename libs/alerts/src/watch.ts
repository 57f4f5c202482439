import type { AlertKind } from '@roadbook/contracts'
import { type Bounds, distanceM, kphToMps, type Position } from '@roadbook/geo'
import { coreOf, type Geofence, holds, isInGeofence, isNearGeofence } from './geofence.js'
import { GeofenceIndex } from './geofence-index.js'
import { narrow } from './narrow.js'
import { inOrder, type Reading, tellsPowerCut, tellsTamper } from './reading.js'
import { type Alert, alertKey, type AlertRule, isOfSenders, isSpoken } from './rule.js'

/** The rules of one vehicle with the fences that they speak of. */
export interface Watch {
  rules: readonly AlertRule[]
  fences: Pick<GeofenceIndex, 'holding' | 'keepOff'>
  fenceOf: (id: number) => Geofence | undefined
  /** What no vehicle of this kind exceeds; absent: whatever it seems to do. */
  ceilingKph?: number
}

export const watchOf = (rules: readonly AlertRule[], geofences: Iterable<Geofence>): Watch => {
  const byId = new Map([...geofences].map((geofence) => [geofence.id, { ...geofence, core: coreOf(geofence) }]))
  return { rules, fences: new GeofenceIndex(byId.values()), fenceOf: (id) => byId.get(id) }
}

/**
 * What alerts remember of the fixes so far: plain data, small enough for a row. Two vehicles whose fixes were the same have the
 * same, however the fixes came.
 */
export interface WatchState {
  /** Of the newest reading; of the newest that told a place. */
  at?: number
  /** The newest reading: another of its instant goes on after it, the same only came again. */
  newest?: Reading
  /** When it was heard last, whatever it measured; and when without measuring anything new, since the newest. */
  heardAt?: number
  signAt?: number
  placedAt?: number
  /** Fences that the vehicle is in, by id and revision: since when. */
  inside: Record<string, number>
  /** What goes on, by rule, its revision and fence. */
  causes: Record<string, Cause>
  /** Where it was at `placedAt`. */
  place?: Position
  /** Seen where it can not have got to: nothing of its place counts until another reading agrees. */
  doubted?: Reading
  /**
   * Where it stands or stood last, when it was last seen away from there, how often in a row it was a little off; and where it has
   * stopped since, and whether it was off that place just now.
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

/** Left is a fence only by more than a receiver errs, so that a night beside its edge is no coming and going. */
const EDGE_M = 30
/** A battery is low no longer when it is this much above: it rises by itself when it rests. */
const BATTERY_SLACK = 5
/** Farther than a parked receiver wanders. */
const MOVED_M = 150
const AT_REST_MS = 5 * 60_000
/** What reception alone can wander around a parked vehicle; who is farther away so often in a row has been pushed. */
const WANDER_M = 60
/** A receiver that stands says no more. Without a speed, who is still near after a minute stands. */
const STANDING_KPH = 5
const OFTEN_OFF = 8
/** What two honest readings of one place can differ. */
const READING_NOISE_M = 50
/** Readings nearer to each other are one. */
const ONE_READING_MS = 7_500
const MINUTE_MS = 60_000

/** Some two kilometres, which a vehicle needs minutes to leave. */
const SURROUNDINGS = 0.02
const surroundingsOf = ({ latitude, longitude }: Position): Bounds => ({
  south: latitude - SURROUNDINGS,
  north: latitude + SURROUNDINGS,
  west: longitude - SURROUNDINGS < -180 ? longitude - SURROUNDINGS + 360 : longitude - SURROUNDINGS,
  east: longitude + SURROUNDINGS > 180 ? longitude + SURROUNDINGS - 360 : longitude + SURROUNDINGS,
})

type Tell = (alert: Alert) => void
/** What a reading shows the vehicle doing, as far as borders ask. */
type Course = 'moves' | 'stops' | 'rests'

/**
 * Takes the next reading, in their order (`inOrder`): one that does not come after the last is passed over. `tell` hears each alert
 * when it is one, and again when it ends or becomes worse. @returns what is remembered then
 */
export function observe(watch: Watch, state: WatchState, reading: Reading, tell: Tell): WatchState {
  const observer = new Observer(watch, state)
  for (const alert of observer.read([reading])) tell(alert)
  return observer.remembered()
}

/** What is silent at a moment of the wall clock: the only alerts that no reading raises. */
export function silentAt({ rules }: Watch, state: Signs, now: number): Alert[] {
  return rules.flatMap((rule) => (rule.kind === 'silent' ? (silence(rule, state, now) ?? []) : []))
}

/** The alerts of readings in the order of their times, as known at a moment: the law that every other way of finding them keeps. */
export function alertsOf(watch: Watch, readings: Iterable<Reading>, now: number): Alert[] {
  const { found, state } = retell(watch, newState(), readings)
  return [...found, ...silentAt(watch, state, now)]
}

/** Whether readings after a moment may say otherwise about an alert. */
export const isOpenAfter = ({ endedAt }: Pick<Alert, 'endedAt'>, at: number): boolean => endedAt === undefined || endedAt > at

/**
 * Reads on from what was remembered at a moment. What is stored and {@link isOpenAfter} that moment is then to be as `found`, with
 * what is silent by now: whatever came late, and however often.
 * @param readings all that are newer, oldest first
 * @param every after so many readings what is remembered is kept, so that a late one need not be told from the begin
 * @returns also what is remembered in the end
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

/** Pieces of so many readings, and of what more there is of the last one's instant: what is remembered knows all of an instant. */
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

/** What goes on and has been told, but for silence. */
function raised({ rules }: Watch, { causes }: WatchState): Alert[] {
  return Object.values(causes).flatMap(({ isRaised, ...cause }) => {
    const rule = rules.find(({ id, revision }) => id === cause.ruleId && revision === cause.ruleRevision)
    return rule && isRaised ? [{ kind: rule.kind, ...cause }] : []
  })
}

/** When something was measured, and when it was heard; absent: at that time. */
type Signs = Pick<WatchState, 'at' | 'heardAt'>

/** It began with what was measured last, or with the rule, and lasts from when it was heard last, if that is later. */
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

/** A cause while it is looked at, and by which reading it was heard last. */
type Going = Cause & { heardBy?: Reading }

/**
 * Looks at the readings of one vehicle, in the order of their times, and remembers what it has to: by fences and rules rather than by
 * their names, so that who keeps it need not read what it remembers again.
 */
export class Observer {
  /** Of the newest reading so far. */
  at: number | undefined
  private newest: Reading | undefined
  /** When it was heard last, and when without measuring anything new since the newest. */
  heardAt: number | undefined
  private signAt: number | undefined
  private told = new Map<string, Alert>()
  /** No border of a fence runs through it, and which fences hold it is known: the vehicle is in it. */
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
    // A fence that is no more, or another place by now, was never left.
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

  /** Reads on. @returns each alert that these readings raise, end or make worse, as it is after them */
  read(readings: Iterable<Reading>): Alert[] {
    for (const reading of readings) this.observe(reading)
    if (this.told.size === 0) return []
    const told = [...this.told.values()]
    this.told = new Map()
    return told
  }

  /** It gave a sign of life, which is no reading where nothing read so far is as new. */
  hear(at: number): void {
    if (at > (this.heardAt ?? this.at ?? Infinity)) this.signAt = this.heardAt = at
  }

  private tell(alert: Alert): void {
    this.told.set(alertKey(alert), alert)
  }

  /** Whether a reading comes after all so far. */
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
    // Another of the same instant measures nothing new: it is a sign of life.
    this.signAt = at === this.at ? (reading.receivedAt ?? this.signAt) : undefined
    this.at = at
    this.newest = reading
    if (reading.receivedAt !== undefined) this.heardAt = Math.max(this.heardAt ?? reading.receivedAt, reading.receivedAt)
  }

  /**
   * Whether the vehicle can be where a reading says. One that it can not have got to waits for a second that agrees, and then counts
   * from the first on; a reading that fits what was before says that it never was.
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

  /** @returns whether it is on its way */
  private go(reading: Reading, place: Position): boolean {
    const isMoving = this.move(reading.at, place)
    this.cross(reading, place, isMoving ? this.courseOf(reading, place) : 'rests')
    this.placedAt = reading.at
    this.place = { latitude: place.latitude, longitude: place.longitude }
    return isMoving
  }

  /**
   * Who has stopped wanders at once, not only when it has stood for minutes: the first reading that says so is where it came to, and the
   * next ones are of reception until one says that it moves, or two in a row that it stands elsewhere.
   */
  private courseOf({ at, speedKph }: Reading, { latitude, longitude }: Position): Course {
    const { rest } = this
    if (rest?.movedAt === undefined || rest.movedAt === at) return 'moves'
    if (speedKph === undefined ? at - rest.movedAt < MINUTE_MS : speedKph >= STANDING_KPH) {
      // Most have none: asking is cheaper than taking away.
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

  /** Fences that the vehicle left and came to, unless it is where it can have crossed no border since they were asked. */
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
   * Coming and going both begin causes, and take back those of the other. What rests has done neither, however it seems to wander: only
   * a fence that is new to it is asked. @returns whether it holds until a border is crossed
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

  /** Where the vehicle was before must have been seen under the same rule and fence: else nobody knows that it came or went. */
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
   * Whether it left the place where it stood, and has not stood still for some minutes since. It stands where it was seen first when
   * those minutes were over; who pushes it aside shows it there some times in a row.
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
    if (rule.kind === 'powerCut') return tellsPowerCut(reading)
    if (rule.kind === 'tamper') return tellsTamper(reading)
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

  /** A cause that goes on or begins; one of which the reading says nothing goes on. What is not heard of ends. */
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
    if (cause.isRaised) this.tell(alertOf(rule, cause))
  }

  /** What measured nothing was silent, whenever that is known; but for what gave signs of life that were no readings. */
  private endSilence(rule: AlertRule, { at, receivedAt = at }: Reading): void {
    const unheardMs = receivedAt - (this.signAt ?? -Infinity)
    if (unheardMs / MINUTE_MS <= (rule.threshold ?? Infinity)) return
    const alert = silence(rule, this, at, this.at)
    if (alert) this.tell({ ...alert, endedAt: at, value: Math.floor((at - alert.beganAt) / MINUTE_MS) })
  }

  /** Raises what lasts long enough by now, and ends what is over. */
  private settle(reading: Reading): void {
    const { at } = reading
    for (const [rule, of] of this.causes) {
      for (const [fence, cause] of of) {
        if (!isCrossing(rule.kind) && cause.heardBy !== reading) {
          this.end(rule, fence)
          if (cause.isRaised) this.tell({ ...alertOf(rule, cause), endedAt: at })
        } else if (!cause.isRaised && at - cause.beganAt >= rule.lastingS * 1_000) {
          cause.isRaised = true
          if (isCrossing(rule.kind)) this.end(rule, fence)
          this.tell({ ...alertOf(rule, cause), ...(isCrossing(rule.kind) && { endedAt: at }) })
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
