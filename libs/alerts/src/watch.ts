import { distanceM, type Position } from '@roadbook/geo'
import { type Geofence, metresOutside } from './geofence.js'
import { GeofenceIndex } from './geofence-index.js'
import { type Reading, tellsPowerCut, tellsTamper } from './reading.js'
import { type Alert, alertKey, type AlertKind, type AlertRule } from './rule.js'
import { isWithin } from './week-hours.js'

/** The rules of one vehicle with the fences that they speak of. */
export interface Watch {
  rules: readonly AlertRule[]
  /** Those whose bounds hold a position. */
  fences: Pick<GeofenceIndex, 'at'>
  fenceOf: (id: number) => Geofence | undefined
}

export const watchOf = (rules: readonly AlertRule[], geofences: Iterable<Geofence>): Watch => {
  const byId = new Map([...geofences].map((geofence) => [geofence.id, geofence]))
  return { rules, fences: new GeofenceIndex(byId.values()), fenceOf: (id) => byId.get(id) }
}

/**
 * What alerts remember of the fixes so far: plain data, small enough for a row. Two vehicles whose fixes were the same have the
 * same, however the fixes came.
 */
export interface WatchState {
  /** Of the newest reading; of the newest that told a place. */
  at?: number
  placedAt?: number
  /** Fences that the vehicle is in, by id and revision: since when. */
  inside: Record<string, number>
  /** What goes on, by rule, its revision and fence. */
  causes: Record<string, Cause>
  /** Where it stands or stood last, and when it was last seen away from there. */
  rest?: Position & { movedAt?: number }
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
const MINUTE_MS = 60_000

type Tell = (alert: Alert) => void

/**
 * Takes the next reading, in the order of their times: one that is not newer than the last is passed over. `tell` hears each alert
 * when it is one, and again when it ends or becomes worse. Changes `state`.
 */
export function observe(watch: Watch, state: WatchState, reading: Reading, tell: Tell): void {
  if (state.at !== undefined && reading.at <= state.at) return
  new Observation(watch, state, reading, tell).run()
  state.at = reading.at
  if (reading.place) state.placedAt = reading.at
}

/** What is silent at a moment of the wall clock: the only alerts that no reading raises. */
export function silentAt({ rules }: Watch, state: WatchState, now: number): Alert[] {
  return rules.flatMap((rule) => (rule.kind === 'silent' ? (silence(rule, state, now) ?? []) : []))
}

/** The alerts of readings in the order of their times, as known at a moment: the law that every other way of finding them keeps. */
export function alertsOf(watch: Watch, readings: Iterable<Reading>, now: number): Alert[] {
  const state = newState()
  const { found } = retell(watch, state, readings)
  return [...found, ...silentAt(watch, state, now)]
}

/** Whether readings after a moment may say otherwise about an alert. */
export const isOpenAfter = ({ endedAt }: Pick<Alert, 'endedAt'>, at: number): boolean => endedAt === undefined || endedAt > at

/**
 * Reads on from what was remembered at a moment. What is stored and {@link isOpenAfter} that moment is then to be as `found`, with
 * what is silent by now: whatever came late, and however often. Changes `state`.
 * @param readings all that are newer, oldest first
 * @param every after so many readings what is remembered is kept, so that a late one need not be told from the begin
 */
export function retell(
  watch: Watch,
  state: WatchState,
  readings: Iterable<Reading>,
  every = Infinity,
): { found: Alert[]; kept: WatchState[] } {
  const found = new Map(raised(watch, state).map((alert) => [alertKey(alert), alert]))
  const kept: WatchState[] = []
  let read = 0
  for (const reading of readings) {
    observe(watch, state, reading, (alert) => found.set(alertKey(alert), alert))
    if (++read % every === 0) kept.push(structuredClone(state))
  }
  return { found: [...found.values()], kept }
}

/** What goes on and has been told, but for silence. */
function raised({ rules }: Watch, { causes }: WatchState): Alert[] {
  return Object.values(causes).flatMap(({ isRaised, ...cause }) => {
    const rule = rules.find(({ id, revision }) => id === cause.ruleId && revision === cause.ruleRevision)
    return rule && isRaised ? [{ kind: rule.kind, ...cause }] : []
  })
}

/** It began with the last that was heard, or with the rule. */
function silence(rule: AlertRule, { at }: WatchState, till: number): Alert | undefined {
  if (at === undefined || till < rule.effectiveFrom) return undefined
  const beganAt = Math.max(at, rule.effectiveFrom)
  const minutes = (till - beganAt) / MINUTE_MS
  if (minutes <= (rule.threshold ?? Infinity)) return undefined
  return isSpoken(rule, beganAt) ? { ...named(rule), beganAt } : undefined
}

const named = ({ id, revision, kind }: AlertRule) => ({ ruleId: id, ruleRevision: revision, kind })
const isSpoken = ({ hours }: AlertRule, at: number) => hours === undefined || isWithin(hours, at)
const concerns = ({ geofenceIds }: AlertRule, { id }: Geofence) => geofenceIds === undefined || geofenceIds.has(id)
const isCrossing = (kind: AlertKind) => kind === 'entry' || kind === 'exit'
const placeOf = ({ id, revision }: Geofence) => `${id}.${revision}`
const causeOf = (rule: AlertRule, fence?: Geofence) =>
  fence ? `${rule.id}.${rule.revision}@${placeOf(fence)}` : `${rule.id}.${rule.revision}`

/** One reading beside what is remembered. */
class Observation {
  /** Causes that this reading spoke of; others of rules or fences that are no more end. */
  private readonly heard = new Set<string>()
  private readonly rules: readonly AlertRule[]

  constructor(
    private readonly watch: Watch,
    private readonly state: WatchState,
    private readonly reading: Reading,
    private readonly tell: Tell,
  ) {
    this.rules = watch.rules.filter(({ effectiveFrom }) => reading.at >= effectiveFrom)
  }

  run(): void {
    const entered = this.cross()
    const isMoving = this.move()
    for (const rule of this.rules) {
      if (rule.kind === 'silent') this.endSilence(rule)
      else if (rule.kind === 'speeding') this.judgeSpeed(rule, entered)
      else if (!isCrossing(rule.kind)) this.judge(rule, this.signalOf(rule, isMoving), this.reading.batteryPercent)
    }
    this.settle()
  }

  /** Fences that the vehicle is in now; comings and goings begin or take back their causes. */
  private cross(): readonly Geofence[] {
    const { place, at } = this.reading
    const { inside } = this.state
    if (!place) return this.known()
    const near = this.watch.fences.at(place).filter(({ effectiveFrom }) => at >= effectiveFrom)
    const now = new Map<string, Geofence>()
    for (const fence of near) {
      if (metresOutside(fence, place, EDGE_M) <= (placeOf(fence) in inside ? EDGE_M : 0)) now.set(placeOf(fence), fence)
    }
    for (const fence of this.known()) {
      const key = placeOf(fence)
      if (!now.has(key) && metresOutside(fence, place, EDGE_M) <= EDGE_M) now.set(key, fence)
    }
    for (const key of Object.keys(inside)) {
      if (now.has(key)) continue
      delete inside[key]
      const fence = this.fenceOf(key)
      if (fence) this.crossed(fence, 'exit', 'entry')
    }
    for (const [key, fence] of now) {
      if (key in inside) continue
      inside[key] = at
      this.crossed(fence, 'entry', 'exit')
    }
    return [...now.values()]
  }

  private known(): Geofence[] {
    return Object.keys(this.state.inside).flatMap((key) => this.fenceOf(key) ?? [])
  }

  /** Undefined for one that is no more, or another place by now. */
  private fenceOf(key: string): Geofence | undefined {
    const fence = this.watch.fenceOf(Number(key.slice(0, key.indexOf('.'))))
    return fence && placeOf(fence) === key ? fence : undefined
  }

  /** Where the vehicle was before must have been seen under the same rule and fence: else nobody knows that it came or went. */
  private crossed(fence: Geofence, kind: 'entry' | 'exit', undone: 'entry' | 'exit'): void {
    const { placedAt = -Infinity, causes } = this.state
    for (const rule of this.rules) {
      if (!isCrossing(rule.kind) || !concerns(rule, fence)) continue
      const key = causeOf(rule, fence)
      if (rule.kind === undone) delete causes[key]
      else if (rule.kind === kind && placedAt >= Math.max(rule.effectiveFrom, fence.effectiveFrom)) {
        if (isSpoken(rule, this.reading.at)) causes[key] = this.begun(rule, fence)
      }
    }
  }

  /** Whether it left the place where it stood, and has not stood still for some minutes since. */
  private move(): boolean | undefined {
    const { place, at } = this.reading
    const { rest } = this.state
    if (!place) return undefined
    const { latitude, longitude } = place
    if (!rest) this.state.rest = { latitude, longitude }
    else if (distanceM(rest, place) > MOVED_M) this.state.rest = { latitude, longitude, movedAt: at }
    const { movedAt } = this.state.rest!
    return movedAt !== undefined && at - movedAt < AT_REST_MS
  }

  private signalOf(rule: AlertRule, isMoving: boolean | undefined): boolean | undefined {
    const { at, batteryPercent } = this.reading
    if (rule.kind === 'powerCut') return tellsPowerCut(this.reading)
    if (rule.kind === 'tamper') return tellsTamper(this.reading)
    if (rule.kind === 'outsideHours') return isMoving === undefined ? undefined : isMoving && !isSpoken(rule, at)
    if (batteryPercent === undefined) return undefined
    const limit = rule.threshold ?? 0
    return batteryPercent < (causeOf(rule) in this.state.causes ? limit + BATTERY_SLACK : limit)
  }

  private judgeSpeed(rule: AlertRule, inside: readonly Geofence[]): void {
    const { speedKph, place } = this.reading
    const isFast = (limit: number | undefined) => (speedKph === undefined || !place ? undefined : speedKph > (limit ?? Infinity))
    if (rule.geofenceIds === undefined && rule.threshold !== undefined) return this.judge(rule, isFast(rule.threshold), speedKph)
    for (const fence of inside) {
      if (!concerns(rule, fence)) continue
      const limit = rule.threshold ?? fence.limitKph
      if (limit !== undefined) this.judge(rule, isFast(limit), speedKph, fence)
    }
  }

  /** A cause that goes on, begins or ends; one of which the reading says nothing goes on. */
  private judge(rule: AlertRule, signal: boolean | undefined, value: number | undefined, fence?: Geofence): void {
    const key = causeOf(rule, fence)
    const { causes } = this.state
    const isOn = signal ?? key in causes
    const mayBegin = rule.kind === 'outsideHours' || isSpoken(rule, this.reading.at)
    if (!isOn || (!(key in causes) && !mayBegin)) return
    this.heard.add(key)
    const cause = (causes[key] ??= this.begun(rule, fence))
    const worst = rule.kind === 'lowBattery' ? Math.min : Math.max
    if (rule.kind !== 'speeding' && rule.kind !== 'lowBattery') return
    if (value === undefined || value === cause.value) return
    const before = cause.value
    cause.value = before === undefined ? value : worst(before, value)
    if (cause.isRaised && cause.value !== before) this.tell(this.alertOf(rule, cause))
  }

  private endSilence(rule: AlertRule): void {
    const alert = silence(rule, this.state, this.reading.at)
    const { at } = this.reading
    if (alert) this.tell({ ...alert, endedAt: at, value: Math.floor((at - alert.beganAt) / MINUTE_MS) })
  }

  /** Raises what lasts long enough by now, and ends what is over. */
  private settle(): void {
    const { at } = this.reading
    const rules = new Map(this.rules.map((rule) => [`${rule.id}.${rule.revision}`, rule]))
    for (const [key, cause] of Object.entries(this.state.causes)) {
      const rule = rules.get(`${cause.ruleId}.${cause.ruleRevision}`)
      const isOver = !rule || (!isCrossing(rule.kind) && !this.heard.has(key))
      if (isOver) {
        delete this.state.causes[key]
        if (rule && cause.isRaised) this.tell({ ...this.alertOf(rule, cause), endedAt: at })
      } else if (!cause.isRaised && at - cause.beganAt >= rule.lastingS * 1_000) {
        cause.isRaised = true
        if (isCrossing(rule.kind)) {
          delete this.state.causes[key]
          this.tell({ ...this.alertOf(rule, cause), endedAt: at })
        } else this.tell(this.alertOf(rule, cause))
      }
    }
  }

  private begun(rule: AlertRule, fence?: Geofence): Cause {
    const { at, place } = this.reading
    const where = place && { latitude: place.latitude, longitude: place.longitude }
    return { ruleId: rule.id, ruleRevision: rule.revision, ...(fence && { geofenceId: fence.id }), beganAt: at, ...where }
  }

  private alertOf(rule: AlertRule, { isRaised: _, ...cause }: Cause): Alert {
    return { kind: rule.kind, ...cause }
  }
}
