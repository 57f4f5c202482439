import type { Fix, FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

/**
 * Storage of tracks: waypoints, trips, and the state of each device. PostgreSQL and TimescaleDB have the same table columns and
 * statements. All times are milliseconds since 1970 UTC, coordinates are degrees, unknown values are `undefined`.
 *
 * Methods with a `client` run inside the caller's transaction. Without a client they take a connection from the pool.
 */
export interface TrackStore {
  /**
   * Stores fixes, each once, and sets `nth` of the rows. Different readings of one instant are all stored, see {@link
   * WaypointRow.nth}; an equal reading is a repeat. Writing the same rows again changes nothing, so a caller that is not sure may
   * retry. Rows with an `asideReason` are set aside. All rows are stored or none. Inside the caller's transaction a failure
   * undoes only this call.
   */
  writeWaypoints(rows: readonly WaypointRow[], client?: ClientBase): Promise<WriteResult>

  /**
   * Removes waypoints of one device and writes others, all or nothing. Use it to replace stored readings with those of a
   * corrected decoder, which `writeWaypoints` would store beside the old ones. The trips do not change by themselves: the caller
   * must segment them again.
   */
  replaceWaypoints(deviceId: number, change: Replacement, client?: ClientBase): Promise<WriteResult & { removed: number }>

  /**
   * Returns waypoints of one device with `from` ≤ time ≤ `till`, oldest first by default. Waypoints of one instant are in the
   * order in which they were stored.
   */
  readWaypoints(deviceId: number, from: number, till: number, options?: ReadOptions): Promise<WaypointRow[]>

  /** Returns the stored states, by device id. */
  loadDeviceStates(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, DeviceState>>

  /** Returns the time of each device's newest waypoint, by device id. Devices without one are left out. */
  newestTimes(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, number>>

  /** Returns the trips that start at exactly these times, by device id. `starts` has one time per device. */
  tripsStartingAt(starts: ReadonlyMap<number, number>, client?: ClientBase): Promise<Map<number, StoredTrip>>

  /** Returns the open trips of these devices, by device id. */
  loadOpenTrips(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, StoredTrip>>

  /**
   * Returns trips of a device that overlap `from` … `till` (both inclusive), oldest first, including those deleted by a user.
   */
  readTrips(deviceId: number, from: number, till: number, client?: ClientBase): Promise<StoredTrip[]>

  /**
   * Returns the trips that overlap `from` … `till`, and the nearest trips before and after them. These limit the window that a
   * late fix can change: read the waypoints from `before.endedAt` to `after.startedAt` and segment them again.
   */
  tripsAround(deviceId: number, from: number, till: number, client?: ClientBase): Promise<TripsAround>

  /**
   * Writes device states and trips of many devices in few statements: first removals, then changes, then new trips. Without a
   * `client` it runs in a transaction of its own, so that a reader sees the whole checkpoint or none of it.
   * @returns the ids of `trips.insert`, in its order
   * @throws StaleStateError when another process has written one of the states since it was loaded; nothing is saved then
   */
  saveCheckpoint(checkpoint: Checkpoint, client?: ClientBase): Promise<{ tripIds: number[] }>

  /**
   * Claims a partition of the event log. From then on {@link noteProgress} fails for the partition's previous holder.
   * @returns the stored progress of the partition's waypoints and trips
   */
  claimPartition(partition: number): Promise<PartitionClaim>

  /**
   * Stores the progress of partitions. Call it in the transaction that writes waypoints: it then stops a process that lost a
   * partition without noticing. @throws ClaimLostError when another process has claimed one of the partitions since; the caller
   * must roll its transaction back.
   */
  noteProgress(claims: readonly PartitionClaim[], client?: ClientBase): Promise<void>

  /**
   * Creates the partitions of the coming weeks. TimescaleDB creates its chunks itself. @returns the number of new partitions.
   */
  ensurePartitions(aheadWeeks?: number): Promise<number>

  /**
   * Drops the partitions or chunks whose waypoints are all older than `retentionMonths` before `now`, and fixes that were set
   * aside before that time. @returns the number of dropped partitions or chunks.
   */
  dropExpired(retentionMonths: number, now?: number): Promise<number>

  /**
   * Rewrites the week of `instant`, ordered by device and time, so that a track is read from few pages. Use it only for a week
   * that receives almost no more data, because writers of that week must wait. Does nothing on TimescaleDB, which has its own
   * compression. @returns true when it rewrote the week.
   */
  closeWeek(instant: number): Promise<boolean>

  /**
   * Compresses chunks that TimescaleDB's own job should have compressed. Does nothing when that job succeeds or when the
   * waypoints are in partitions. @returns the number of compressed chunks.
   */
  compressOld(now?: number): Promise<number>
}

/** One fix of one device, as the table stores it. */
export interface WaypointRow {
  deviceId: number
  receivedAt: number
  fix: Fix
  /** Index among the readings of the fix's millisecond, in the order of storing. Absent for the first one. */
  nth?: number
}

/** Changes made by {@link TrackStore.replaceWaypoints}. */
export interface Replacement {
  /**
   * Times of the waypoints to remove, in milliseconds, each plus `nth` thousandths of a millisecond. Unknown times are ignored.
   */
  remove: readonly number[]
  /** Waypoints of the same device to write. */
  rows: readonly WaypointRow[]
}

/**
 * A process's claim on a partition of the event log, with the partition's progress as offsets. An offset is −1 before the first
 * message.
 */
export interface PartitionClaim {
  partition: number
  generation: bigint
  /** Offset of the last message whose waypoints may be stored. */
  written: bigint
  /** Offset of the last message whose waypoints the saved trips include. */
  cut: bigint
}

export interface WriteResult {
  /** Number of rows stored for the first time. */
  inserted: number
  /** Number of rows that were stored already or occurred twice in the call. */
  duplicates: number
  /** Returns true for a row of the call that is a duplicate, and false for a row that was stored now. */
  isRepeat: (row: WaypointRow) => boolean
  /** Returns the waypoints of the same instant that were stored before a row of the call. */
  besides: (row: WaypointRow) => readonly WaypointRow[]
  /** Number of rows that were set aside, now or before. */
  aside: number
}

export interface ReadOptions {
  /** Returns only waypoints after this time (`newestFirst`: before it), where the previous page ended. */
  after?: number
  /** Maximum number of waypoints. All further readings of the last one's instant are returned too. Default: all. */
  limit?: number
  /** Leaves out every fix whose validity is not 0. */
  validOnly?: boolean
  newestFirst?: boolean
  client?: ClientBase
}

/** Current state of a device. Each field of the fix is from the newest fix that had it. */
export interface DeviceState {
  deviceId: number
  imei: string
  /**
   * Number of times that the state's row was written; 0 before it exists. {@link TrackStore.saveCheckpoint} raises it by one.
   */
  revision: number
  /**
   * Entity (vehicle) of the installation at `lastPositionedAt`, or at the last reception when the fix had an implausible date.
   * Absent while the device is not installed.
   */
  entityId?: number
  businessId?: number
  /** Time when the newest packet reached the gateway. */
  lastReceivedAt: number
  /** Time of the newest fix according to the tracker, valid or not. {@link NEVER} when every fix was set aside. */
  lastPositionedAt: number
  /** Time of the newest valid fix, from which position, speed and heading are. Absent when there was none. */
  validPositionedAt?: number
  latitude?: number
  longitude?: number
  speedKph?: number
  heading?: number
  moving: boolean
  /** Time when the vehicle last moved. */
  lastActivityAt?: number
  /** The longest pause between two receptions, in seconds. It decays by half in a week. */
  rhythmS?: number
  ignition?: boolean
  /** Metres that the tracker's counter has counted, over all of the counter's restarts. */
  odometerM?: number
  /**
   * The counter's last reading (`counterM`) and first reading (`counterBeganM`) with their times, and since when the counter has
   * run without a restart.
   */
  counterM?: number
  counterAt?: number
  counterBeganM?: number
  counterBeganAt?: number
  counterSince?: number
  externalBatteryMv?: number
  batteryMv?: number
  batteryPercent?: number
  gsmSignal?: number
  satellites?: number
  clock?: DeviceClock
  /** State of the segmentation, as anything that JSON can hold. The store does not read it. */
  segmentation?: unknown
}

/** A time before every waypoint. */
export const NEVER = -1

/** Errors of a device's clock. */
export interface DeviceClock {
  /** Date in the device's newest message, when that date is not credible. */
  toldAt?: number
  /** Seconds by which the clock is constantly behind the time of reception. Negative when the clock is ahead. */
  lagS?: number
  /** Offset from UTC, in minutes, that was configured when `lagS` was observed. */
  offsetMinutes?: number
}

/** A trip as the segmentation returns it. Entity (vehicle) and business are those of the installation at `startedAt`. */
export interface TripRecord {
  /** Absent until the trip is stored. */
  id?: number
  deviceId: number
  entityId?: number
  businessId?: number
  startedAt: number
  /** Time of the trip's last moving fix so far. Never before `startedAt`. */
  endedAt: number
  /** Estimated arrival, before `endedAt`, whose fix showed the vehicle at rest. Absent where fixes are dense. */
  arrivedAt?: number
  /** A device has at most one open trip, and its closed trips never overlap. */
  isOpen: boolean
  startLatitude: number
  startLongitude: number
  stopLatitude: number
  stopLongitude: number
  distanceM: number
  averageSpeedKph: number
  maxSpeedKph: number
  idleS: number
  waypointCount: number
}

export interface StoredTrip extends TripRecord {
  id: number
  /** Time when a user deleted the trip. The segmentation still updates the trip. */
  deletedAt?: number
}

export interface TripsAround {
  /** The newest trip that ended before `from`. */
  before?: StoredTrip
  within: StoredTrip[]
  /** The oldest trip that started after `till`. */
  after?: StoredTrip
}

export interface Checkpoint {
  /**
   * States to write, at most one per device. Each has the revision with which it was loaded, plus one for every checkpoint since.
   */
  states: readonly DeviceState[]
  trips: {
    insert: readonly TripRecord[]
    /** Trips to change, matched by `id`. A user's deletion of a trip is kept. */
    update: readonly (TripRecord & { id: number })[]
    /** Trip ids. */
    remove: readonly number[]
  }
}

/**
 * Thrown when another process has written these devices' states. This process's copies are then stale, and it must load the
 * states again.
 */
export class StaleStateError extends Error {
  override name = 'StaleStateError'

  constructor(readonly deviceIds: readonly number[]) {
    super(`device states changed under us: ${deviceIds.slice(0, 10).join(', ')}${deviceIds.length > 10 ? ', …' : ''}`)
  }
}

/** Thrown when another process has claimed the partition. This process must write nothing more for it. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'

  constructor(readonly partition: number) {
    super(`partition ${partition} belongs to another process by now`)
  }
}

/** Reason why a fix is set aside instead of stored with the waypoints. */
export type AsideReason = typeof FixValidity.implausibleTime | typeof FixValidity.quarantined

/** Options of `createTrackStore(pool, options)`. */
export interface TrackStoreOptions {
  /** `unnest` for servers without COPY. Default `copy`. */
  mode?: 'copy' | 'unnest'
}

/**
 * Name of the only way for a request (role `roadbook_api`) to read waypoints. It is SQL because a request has its own
 * transaction: `SELECT … FROM waypoints_in_scope($device, $from, $till)`. Returns the waypoints from `$from` to `$till`, both
 * included, oldest first, but only from the times when the device was installed for a business in scope. Columns: positioned_at
 * timestamptz, latitude and longitude in degrees (double precision, null when unknown), speed_kph, heading, altitude_m, validity
 * (0 = valid).
 */
export const WAYPOINTS_IN_SCOPE = 'waypoints_in_scope'
