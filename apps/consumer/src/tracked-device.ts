import { type Fix, FixValidity, type LivePosition } from '@roadbook/contracts'
import { type DeviceState, NEVER, type TripRecord, type WaypointRow } from '@roadbook/track-store'
import { advance, countOn, createState, isSilent, isUnderWay, lastPoint, openTrip, type SegmentationState } from '@roadbook/trips'
import { oneAnInstant } from './one-an-instant.js'
import { ClockWatch, isUnremarkable, type TrackerDate } from './clock-watch.js'
import { cameOnto, installationAt, type KnownDevice } from './registry/known-device.js'
import { parametersOf, rulesOf } from './registry/trip-rules.js'
import { TripLedger, type LedgerTrip } from './trip-ledger.js'

/**
 * Copies telemetry from a fix to the device's state, which contains the newest value of each field. Each field has a line of
 * its own here, because a loop over field names would be slower, and this runs for every fix.
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
 * One device in memory. Its state is the one that the database will contain after the next checkpoint. If the state is lost,
 * it is computed again from the stored waypoints.
 */
export class TrackedDevice {
  readonly trips = new TripLedger()
  /**
   * New validity of stored waypoints, by the waypoint's time. A waypoint gets another validity if the waypoints before and
   * after it show that its place was impossible, or possible after all.
   */
  readonly verdicts = new Map<number, FixValidity>()
  segmentation: SegmentationState
  /** Checks the device's clock. Present only while the clock seems to be wrong. */
  private clockWatch: ClockWatch | undefined
  /**
   * Times of this device's late fixes, from the lane (everything in memory for one partition). Present if the trips in memory
   * already include all of these fixes.
   */
  lateCut: readonly number[] | undefined
  isDirty = false
  /** The fix up to which the odometer is counted. */
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

  /** Adds waypoints to the trips. The waypoints must be newer than all earlier ones, and oldest first. */
  segment(rows: readonly WaypointRow[], now: number): void {
    const parameters = parametersOf(this.device)
    for (const { fix } of oneAnInstant(rows)) {
      const { ended, implausible } = advance(this.segmentation, fix, parameters)
      for (const trip of ended) this.trips.end(trip)
      for (const positionedAt of implausible) this.verdicts.set(positionedAt, FixValidity.implausibleSpeed)
    }
    // Uses reduce, because a buffer of several weeks has more rows than a call may have arguments.
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
    // Uses the time of measurement and not of reception. If the tracker uploads a ride of this morning now, the vehicle is not
    // moving now.
    state.moving = isUnderWay(this.segmentation) && !isSilent(this.segmentation, now, rulesOf(this.device))
    if (isUnderWay(this.segmentation) && here) state.lastActivityAt = here.positionedAt
    state.segmentation = this.segmentation
    this.install()
    this.isDirty = true
  }

  /**
   * Updates telemetry from further readings of the newest instant. A parked tracker may send new values with the time of its
   * last fix.
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

  /**
   * Updates the longest recent pause between receptions. An earlier pause counts for less as time passes: its value halves
   * every week.
   */
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

  /** Takes the newest value of each field from waypoints that are newer than all before. */
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
   * Computes the state again after the newest waypoints were removed because another sender had sent them. Reads the
   * remaining waypoints, oldest first and up to the newest.
   * @param counter the odometer state as it was before the removed waypoints
   */
  rewind(rows: readonly WaypointRow[], now: number, counter: CounterState): void {
    const { state } = this
    for (const field of COUNTER) state[field] = counter[field]
    this.#counted = undefined
    state.lastPositionedAt = NEVER
    this.observe(rows, now)
  }

  /** Counts the odometer from reading to reading. */
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
    // Copies only these fields, because the fix object would keep its whole batch in memory.
    const { positionedAt, latitude, longitude, validity } = counted
    this.#counted = { positionedAt, latitude, longitude, validity }
  }

  /**
   * Closes the open trip if silence has ended it.
   * @returns true if it was closed
   */
  closeIfSilent(now: number): boolean {
    if (!this.trips.open?.isOpen || !this.isSilent(now)) return false
    this.trips.follow(this.trips.open.trip, false)
    this.state.moving = false
    this.isDirty = true
    return true
  }

  /**
   * False if all packets with this tracker's identity came from senders that are not trusted. There is then no state to save.
   */
  get isHeard(): boolean {
    return this.state.lastReceivedAt > 0
  }

  /** False for a device without any stored fix. Of such a device only the reception times are known. */
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

  /**
   * Returns true if silence ends the open trip: there is no fix of the last hour, and the tracker is not uploading its
   * buffer.
   */
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
    // The vehicle of an imported file gets its current state from its own tracker.
    if (this.device.isHistory) return
    const { lastPositionedAt, lastReceivedAt, validPositionedAt, clock } = this.state
    // If the tracker sends no usable date, the installation at the time of reception applies.
    const isDated = this.hasWaypoints && clock?.toldAt === undefined
    const at = isDated ? lastPositionedAt : Math.max(lastPositionedAt, lastReceivedAt)
    const installation = installationAt(this.device, at) ?? cameOnto(this.device, validPositionedAt)
    Object.assign(this.state, { entityId: installation?.entityId, businessId: installation?.businessId })
  }
}

const HALF_LIFE_S = 7 * 86_400

const COUNTER = ['odometerM', 'counterM', 'counterAt', 'counterBeganM', 'counterBeganAt', 'counterSince'] as const
/** Odometer state: the fields of a device's state from which counting of its odometer continues. */
export type CounterState = Pick<DeviceState, (typeof COUNTER)[number]>

/** If a tracker has sent nothing for this time, in milliseconds, its buffer counts as completely uploaded. */
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
