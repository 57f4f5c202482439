import { type Fix, FixValidity, type LivePosition } from '@roadbook/contracts'
import { type DeviceState, NEVER, type TripRecord, type WaypointRow } from '@roadbook/track-store'
import { advance, countOn, createState, isSilent, isUnderWay, lastPoint, openTrip, type SegmentationState } from '@roadbook/trips'
import { oneAnInstant } from './one-an-instant.js'
import { ClockWatch, isUnremarkable, type TrackerDate } from './clock-watch.js'
import { cameOnto, installationAt, parametersOf, rulesOf, type KnownDevice } from './device-directory.js'
import { TripLedger, type LedgerTrip } from './trip-ledger.js'

/**
 * Copies telemetry from a fix to the device's state, which keeps the newest value of each field. Spelled out because it runs for
 * every fix.
 */
function takeOver(state: DeviceState, fix: Fix): void {
  if (fix.ignition !== undefined) state.ignition = fix.ignition
  if (fix.externalBatteryMv !== undefined) state.externalBatteryMv = fix.externalBatteryMv
  if (fix.batteryMv !== undefined) state.batteryMv = fix.batteryMv
  if (fix.batteryPercent !== undefined) state.batteryPercent = fix.batteryPercent
  if (fix.gsmSignal !== undefined) state.gsmSignal = fix.gsmSignal
  if (fix.satellites !== undefined) state.satellites = fix.satellites
}

/**
 * One device in memory: its state as the database will hold it after the next checkpoint. It always derives from its stored
 * waypoints, so losing it loses nothing.
 */
export class TrackedDevice {
  readonly trips = new TripLedger()
  /** Verdicts on stored waypoints that neighbours have changed, by time. */
  readonly verdicts = new Map<number, FixValidity>()
  segmentation: SegmentationState
  /** Created when the clock has something to watch. */
  private clockWatch: ClockWatch | undefined
  /** The late fixes that are in the trips already, as the lane lists them. */
  lateCut: readonly number[] | undefined
  isDirty = false
  /** The fix at which its odometer was last read. */
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

  /** Adds waypoints newer than all before, oldest first, to the trips, one per instant. */
  segment(rows: readonly WaypointRow[], now: number): void {
    const parameters = parametersOf(this.device)
    for (const { fix } of oneAnInstant(rows)) {
      const { ended, implausible } = advance(this.segmentation, fix, parameters)
      for (const trip of ended) this.trips.end(trip)
      for (const positionedAt of implausible) this.verdicts.set(positionedAt, FixValidity.implausibleSpeed)
    }
    // Uses reduce because a buffer of weeks has more rows than a call takes arguments.
    const heardAt = rows.reduce((newest, { receivedAt }) => Math.max(newest, receivedAt), this.state.lastReceivedAt)
    this.trips.follow(openTrip(this.segmentation), !this.isSilent(now, this.segmentation, heardAt))
  }

  /** Updates the current state from newer waypoints, oldest first. */
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
    // Judged by the time of measurement: a ride of this morning that is uploaded now does not make the vehicle move now.
    state.moving = isUnderWay(this.segmentation) && !isSilent(this.segmentation, now, rulesOf(this.device))
    if (isUnderWay(this.segmentation) && here) state.lastActivityAt = here.positionedAt
    state.segmentation = this.segmentation
    this.install()
    this.isDirty = true
  }

  /**
   * Updates telemetry from further readings of the newest instant that are received now. A parked tracker repeats its last fix's
   * time.
   */
  takeFurther(further: readonly WaypointRow[]): void {
    const { state } = this
    for (const { receivedAt, fix } of further) {
      if (receivedAt < state.lastReceivedAt || fix.positionedAt !== state.lastPositionedAt) continue
      takeOver(state, fix)
      state.lastReceivedAt = receivedAt
      this.isDirty = true
    }
  }

  /** Updates the longest pause between receptions, which decays by half in a week. */
  noteRhythm(receivedAt: number | undefined): void {
    const { state } = this
    if (receivedAt === undefined || state.lastReceivedAt <= 0 || receivedAt <= state.lastReceivedAt) return
    const pauseS = (receivedAt - state.lastReceivedAt) / 1_000
    state.rhythmS = Math.max(pauseS, (state.rhythmS ?? 0) * 0.5 ** (pauseS / HALF_LIFE_S))
  }

  /** Updates the state of the device's clock from messages in order of arrival. */
  watchClock(told: readonly TrackerDate[]): void {
    if (told.length === 0) return
    if (!this.clockWatch) {
      if (this.state.clock === undefined && told.every(isUnremarkable)) return
      this.clockWatch = new ClockWatch(this.state.clock)
    }
    for (const one of told) this.clockWatch.note(one)
    this.state.clock = this.clockWatch.clock
    if (this.clockWatch.isDone) this.clockWatch = undefined
  }

  /** Takes the newest value of each field from waypoints newer than all before. */
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
   * Resets the state after the newest waypoints were removed because another sender sent them. Reads the remaining ones, oldest
   * first and up to the newest.
   * @param counter the counter's state before
   */
  rewind(rows: readonly WaypointRow[], now: number, counter: CounterState): void {
    const { state } = this
    for (const field of COUNTER) state[field] = counter[field]
    this.#counted = undefined
    state.lastPositionedAt = NEVER
    this.observe(rows, now)
  }

  /** Adds up the odometer from reading to reading. */
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
    // Copies only these fields, because the fix holds its whole batch in memory.
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

  /** False when only other senders sent packets in its name. Then there is no state to keep. */
  get isHeard(): boolean {
    return this.state.lastReceivedAt > 0
  }

  /** False for a device whose fixes could never be stored. Only its receptions are known. */
  get hasWaypoints(): boolean {
    return this.state.lastPositionedAt !== NEVER
  }

  /** Marks everything as saved. */
  settle(): void {
    this.state.revision++
    this.trips.settle()
    this.verdicts.clear()
    this.isDirty = false
  }

  /** Returns whether silence ends the open trip: the last hour has no fix, and the tracker is not uploading its buffer. */
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

  /** Returns the position for the live channel. */
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
    // Without a usable date of the tracker, the time of reception decides its installation.
    const isDated = this.hasWaypoints && clock?.toldAt === undefined
    const at = isDated ? lastPositionedAt : Math.max(lastPositionedAt, lastReceivedAt)
    const installation = installationAt(this.device, at) ?? cameOnto(this.device, validPositionedAt)
    Object.assign(this.state, { entityId: installation?.entityId, businessId: installation?.businessId })
  }
}

const HALF_LIFE_S = 7 * 86_400

const COUNTER = ['odometerM', 'counterM', 'counterAt', 'counterBeganM', 'counterBeganAt', 'counterSince'] as const
/** Odometer totals in a device's state. */
export type CounterState = Pick<DeviceState, (typeof COUNTER)[number]>

/** Milliseconds after its last message after which a tracker has uploaded its whole buffer. */
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
