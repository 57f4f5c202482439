import { type Fix, FixValidity, type LivePosition } from '@roadbook/contracts'
import { type DeviceState, NEVER, type TripRecord, type WaypointRow } from '@roadbook/track-store'
import { advance, countOn, createState, isSilent, isUnderWay, lastPoint, openTrip, type SegmentationState } from '@roadbook/trips'
import { oneAnInstant } from './one-an-instant.js'
import { ClockWatch, isUnremarkable, type Told } from './clock-watch.js'
import { cameOnto, installationAt, parametersOf, rulesOf, type KnownDevice } from './device-directory.js'
import { TripLedger, type LedgerTrip } from './trip-ledger.js'

/** Telemetry that a device's state keeps from the newest fix that knew it. Spelled out: it is done to every fix. */
function takeOver(state: DeviceState, fix: Fix): void {
  if (fix.ignition !== undefined) state.ignition = fix.ignition
  if (fix.externalBatteryMv !== undefined) state.externalBatteryMv = fix.externalBatteryMv
  if (fix.batteryMv !== undefined) state.batteryMv = fix.batteryMv
  if (fix.batteryPercent !== undefined) state.batteryPercent = fix.batteryPercent
  if (fix.gsmSignal !== undefined) state.gsmSignal = fix.gsmSignal
  if (fix.satellites !== undefined) state.satellites = fix.satellites
}

/**
 * One device in memory: its state as the database will hold it after the next checkpoint. Always a function of all its
 * stored waypoints, so losing it loses nothing.
 */
export class TrackedDevice {
  readonly trips = new TripLedger()
  /** Verdicts on stored waypoints that neighbours have changed, by time. */
  readonly verdicts = new Map<number, FixValidity>()
  segmentation: SegmentationState
  /** Made when there is something about its clock to be watched. */
  private clockWatch: ClockWatch | undefined
  /** The late fixes that are in the trips already, as the lane lists them. */
  lateCut: readonly number[] | undefined
  isDirty = false
  /** Where its counter was read last. */
  #counted: Fix | undefined

  constructor(
    public device: KnownDevice,
    readonly state: DeviceState,
  ) {
    this.segmentation = (state.segmentation as SegmentationState | undefined) ?? createState()
  }

  static unseen(device: KnownDevice): TrackedDevice {
    const { deviceId, imei } = device
    return new TrackedDevice(device, { deviceId, imei, revision: 0, lastReceivedAt: 0, lastPositionedAt: NEVER, moving: false })
  }

  /** Adds waypoints that are newer than all before, oldest first, to the trips: of each instant one. */
  segment(rows: readonly WaypointRow[], now: number): void {
    const parameters = parametersOf(this.device)
    for (const { fix } of oneAnInstant(rows)) {
      const { ended, implausible } = advance(this.segmentation, fix, parameters)
      for (const trip of ended) this.trips.end(trip)
      for (const positionedAt of implausible) this.verdicts.set(positionedAt, FixValidity.implausibleSpeed)
    }
    // By hand: a buffer of weeks has more rows than a call takes arguments.
    const heardAt = rows.reduce((newest, { receivedAt }) => Math.max(newest, receivedAt), this.state.lastReceivedAt)
    this.trips.follow(openTrip(this.segmentation), !this.isSilent(now, this.segmentation, heardAt))
  }

  /** Takes over what newer waypoints, oldest first, tell about the device now. */
  observe(rows: readonly WaypointRow[], now: number): void {
    const { state } = this
    const here = lastPoint(this.segmentation)
    for (const { receivedAt } of rows) if (receivedAt > state.lastReceivedAt) state.lastReceivedAt = receivedAt
    this.takeTelemetry(rows)
    const at = here && oneAnInstant(rows).findLast(({ fix }) => fix.positionedAt <= here.positionedAt)?.fix
    if (here && at?.positionedAt === here.positionedAt) {
      state.validPositionedAt = here.positionedAt
      state.latitude = here.latitude
      state.longitude = here.longitude
      state.speedKph = at.speedKph
      state.heading = at.heading === undefined ? undefined : at.heading % 360
    }
    // By what was measured: a ride of this morning that is being sent moves nothing now.
    state.moving = isUnderWay(this.segmentation) && !isSilent(this.segmentation, now, rulesOf(this.device))
    if (isUnderWay(this.segmentation) && here) state.lastActivityAt = here.positionedAt
    state.segmentation = this.segmentation
    this.install()
    this.isDirty = true
  }

  /** Takes over what further readings of the newest instant say that are heard now: a parked tracker repeats its last fix's time. */
  hear(further: readonly WaypointRow[]): void {
    const { state } = this
    for (const { receivedAt, fix } of further) {
      if (receivedAt < state.lastReceivedAt || fix.positionedAt !== state.lastPositionedAt) continue
      takeOver(state, fix)
      state.lastReceivedAt = receivedAt
      this.isDirty = true
    }
  }

  /** Takes over how long it was silent before it was heard now: the longest pause, which fades by half in a week. */
  noteRhythm(receivedAt: number | undefined): void {
    const { state } = this
    if (receivedAt === undefined || state.lastReceivedAt <= 0 || receivedAt <= state.lastReceivedAt) return
    const pauseS = (receivedAt - state.lastReceivedAt) / 1_000
    state.rhythmS = Math.max(pauseS, (state.rhythmS ?? 0) * 0.5 ** (pauseS / HALF_LIFE_S))
  }

  /** Takes over what messages, in the order of their arrival, tell of the device's clock. */
  watchClock(told: readonly Told[]): void {
    if (told.length === 0) return
    if (!this.clockWatch) {
      if (this.state.clock === undefined && told.every(isUnremarkable)) return
      this.clockWatch = new ClockWatch(this.state.clock)
    }
    for (const one of told) this.clockWatch.note(one)
    this.state.clock = this.clockWatch.clock
    if (this.clockWatch.isDone) this.clockWatch = undefined
  }

  /** The newest value of each field that anything newer than all before knew. */
  private takeTelemetry(rows: readonly WaypointRow[]): void {
    const { state } = this
    const seen = state.lastPositionedAt
    const newest = rows.at(-1)?.fix.positionedAt
    if (newest === undefined || newest <= seen) return
    state.lastPositionedAt = newest
    for (const { fix } of rows) if (fix.positionedAt > seen) takeOver(state, fix)
    this.count(rows, seen)
  }

  /**
   * The newest waypoints are gone, because they were somebody else's: takes over what those that are left tell, oldest first, up to the newest.
   * @param counter what its counter was before
   */
  rewind(rows: readonly WaypointRow[], now: number, counter: CounterState): void {
    const { state } = this
    for (const field of COUNTER) state[field] = counter[field]
    this.#counted = undefined
    state.lastPositionedAt = NEVER
    this.observe(rows, now)
  }

  /** What its counter counted from reading to reading. */
  private count(rows: readonly WaypointRow[], seen: number): void {
    const parameters = parametersOf(this.device)
    let counted = this.#counted
    const counter = Math.max(seen, this.state.counterAt ?? seen)
    for (const { fix } of rows) {
      if (fix.odometerM === undefined || fix.positionedAt <= counter) continue
      countOn(this.state, fix, parameters(fix.positionedAt), counted)
      counted = fix
    }
    if (!counted || counted === this.#counted) return
    // A copy of what matters: the fix holds its whole batch.
    const { positionedAt, latitude, longitude, validity } = counted
    this.#counted = { positionedAt, latitude, longitude, validity }
  }

  /** Closes the open trip when silence has ended it. @returns whether it did. */
  closeIfSilent(now: number): boolean {
    if (!this.trips.open?.isOpen || !this.isSilent(now)) return false
    this.trips.follow(this.trips.open.trip, false)
    this.state.moving = false
    this.isDirty = true
    return true
  }

  /** A device of which nothing came but what others sent in its name has no state to keep. */
  get isHeard(): boolean {
    return this.state.lastReceivedAt > 0
  }

  /** A device that only ever sent what could not be stored was heard, and nothing else is known of it. */
  get hasWaypoints(): boolean {
    return this.state.lastPositionedAt !== NEVER
  }

  /** Everything is in the database. */
  settle(): void {
    this.state.revision++
    this.trips.settle()
    this.verdicts.clear()
    this.isDirty = false
  }

  /** Whether silence ends the open trip: nothing is known of the last hour, and the tracker is not sending what it kept of before. */
  isSilent(now: number, segmentation = this.segmentation, heardAt = this.state.lastReceivedAt): boolean {
    const isUploading = now - heardAt < UPLOAD_PAUSE_MS
    return !isUploading && isSilent(segmentation, now, rulesOf(this.device))
  }

  toRecord({ id, trip, isOpen }: LedgerTrip): TripRecord {
    const installation = installationAt(this.device, trip.startedAt)
    const { durationS: _, ...rest } = trip
    return {
      ...(id === undefined ? {} : { id }),
      deviceId: this.device.deviceId,
      ...(installation && { entityId: installation.entityId, businessId: installation.businessId }),
      ...rest,
      isOpen,
    }
  }

  /** What the live channel shows. */
  toLivePosition(): LivePosition {
    const { state, trips } = this
    const position: LivePosition = {
      deviceId: state.deviceId,
      imei: state.imei,
      positionedAt: this.hasWaypoints ? state.lastPositionedAt : state.lastReceivedAt,
      receivedAt: state.lastReceivedAt,
      moving: state.moving,
    }
    for (const field of LIVE) if (state[field] !== undefined) Object.assign(position, { [field]: state[field] })
    if (trips.open?.isOpen && trips.open.id !== undefined) position.openTripId = trips.open.id
    return position
  }

  private install(): void {
    const { lastPositionedAt, lastReceivedAt, validPositionedAt, clock } = this.state
    // What it is on now tells no date of a tracker without one.
    const isDated = this.hasWaypoints && clock?.toldAt === undefined
    const at = isDated ? lastPositionedAt : Math.max(lastPositionedAt, lastReceivedAt)
    const installation = installationAt(this.device, at) ?? cameOnto(this.device, validPositionedAt)
    Object.assign(this.state, { entityId: installation?.entityId, businessId: installation?.businessId })
  }
}

const HALF_LIFE_S = 7 * 86_400

const COUNTER = ['odometerM', 'counterM', 'counterAt', 'counterBeganM', 'counterBeganAt', 'counterSince'] as const
/** What its counter has counted, as far as a device's state knows it. */
export type CounterState = Pick<DeviceState, (typeof COUNTER)[number]>

/** So long after its last message, a tracker has sent all that it kept. */
const UPLOAD_PAUSE_MS = 30_000

const LIVE = [
  'entityId',
  'businessId',
  'latitude',
  'longitude',
  'speedKph',
  'heading',
  'ignition',
  'odometerM',
  'externalBatteryMv',
  'satellites',
  'gsmSignal',
] as const satisfies readonly (keyof DeviceState & keyof LivePosition)[]
