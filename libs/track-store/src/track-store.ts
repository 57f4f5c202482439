import type { Fix, FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

/**
 * Storage of tracks: waypoints, trips, and the state of each device. PostgreSQL and TimescaleDB have the same table columns
 * and statements. All times are milliseconds since 1970 UTC, coordinates are degrees, and unknown values are `undefined`.
 *
 * Methods with a `client` run inside the caller's transaction. Without a client they take a connection from the pool.
 */
export interface TrackStore {
  /**
   * Stores fixes, each once, and sets `nth` of the rows. Different readings of one instant are all stored, see {@link
   * WaypointRow.nth}. An equal reading is a repeat. Writing the same rows again changes nothing, so a caller that does not
   * know if a write succeeded may repeat it. Rows with an `asideReason` are set aside. All rows are stored or none. Inside
   * the caller's transaction a failure undoes only this call.
   */
  writeWaypoints(rows: readonly WaypointRow[], client?: ClientBase): Promise<WriteResult>

  /**
   * Removes waypoints of one device and writes others, all or nothing. Use it to replace stored readings with those of a
   * corrected decoder. (`writeWaypoints` would keep the old readings and add the new ones.) The trips do not change by
   * themselves, so the caller must segment the period again.
   */
  replaceWaypoints(deviceId: number, change: Replacement, client?: ClientBase): Promise<WriteResult & { removed: number }>

  /**
   * Returns waypoints of one device with `from` ≤ time ≤ `till`, oldest first by default. Waypoints of one instant are in the
   * order in which they were stored.
   */
  readWaypoints(deviceId: number, from: number, till: number, options?: ReadOptions): Promise<WaypointRow[]>

  /** Returns the stored states, by device id. */
  loadDeviceStates(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, DeviceState>>

  /** Returns the time of each device's newest waypoint, by device id. Devices without waypoints are left out. */
  newestTimes(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, number>>

  /** Returns the trips that start at exactly these times, by device id. `starts` contains one time per device. */
  tripsStartingAt(starts: ReadonlyMap<number, number>, client?: ClientBase): Promise<Map<number, StoredTrip>>

  /** Returns the open trips of these devices, by device id. */
  loadOpenTrips(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, StoredTrip>>

  /**
   * Returns trips of a device that overlap `from` … `till` (both included), oldest first. Trips that a user has deleted are
   * included.
   */
  readTrips(deviceId: number, from: number, till: number, client?: ClientBase): Promise<StoredTrip[]>

  /**
   * Returns the trips that overlap `from` … `till`, and the nearest trips before and after them. A late fix can change only
   * trips between the nearest trips. Read the waypoints from `before.endedAt` to `after.startedAt`, and segment them again.
   */
  tripsAround(deviceId: number, from: number, till: number, client?: ClientBase): Promise<TripsAround>

  /**
   * Writes device states and trips of many devices in few statements. Trips are first removed, then changed, then added.
   * Without a `client` everything is in one transaction, so that a reader sees the whole checkpoint or none of it.
   * @returns the ids of `trips.insert`, in its order
   * @throws StaleStateError if another process has written one of the states since it was loaded. Nothing is saved in that
   * case
   */
  saveCheckpoint(checkpoint: Checkpoint, client?: ClientBase): Promise<{ tripIds: number[] }>

  /**
   * Claims a partition of the event log. After this {@link noteProgress} fails for the partition's previous holder.
   * @returns the stored progress of the partition's waypoints and trips
   */
  claimPartition(partition: number): Promise<PartitionClaim>

  /**
   * Stores the progress of partitions. Call it in the transaction that writes waypoints. It then stops a process that lost a
   * partition without noticing.
   * @throws ClaimLostError if another process has claimed one of the partitions since then; the caller must roll back its
   *   transaction
   */
  noteProgress(claims: readonly PartitionClaim[], client?: ClientBase): Promise<void>

  /**
   * Creates the partitions of the coming weeks. Does nothing on TimescaleDB, which creates its chunks itself.
   * @returns the number of new partitions
   */
  ensurePartitions(aheadWeeks?: number): Promise<number>

  /**
   * Deletes old data. The limit is `retentionMonths` before `now`. Drops the partitions or chunks in which all waypoints
   * are older than the limit. Also deletes the fixes that were set aside before the limit.
   * @returns the number of dropped partitions or chunks
   */
  dropExpired(retentionMonths: number, now?: number): Promise<number>

  /**
   * Rewrites the week of `instant` in the order of device and time, so that the database reads few pages for a track. Use
   * it only for a week that receives almost no more data, because writers of that week must wait meanwhile. Does nothing on
   * TimescaleDB, which has its own compression.
   * @returns true if it rewrote the week
   */
  closeWeek(instant: number): Promise<boolean>

  /**
   * Compresses chunks that TimescaleDB's own job should have compressed. Does nothing if that job succeeded, or on
   * PostgreSQL without TimescaleDB.
   * @returns the number of compressed chunks
   */
  compressOld(now?: number): Promise<number>
}

/** One fix of one device, as the table stores it. */
export interface WaypointRow {
  deviceId: number
  receivedAt: number
  fix: Fix
  /**
   * Index of the reading among all readings of its millisecond, in the order in which they were stored. Absent for the
   * first reading.
   */
  nth?: number
}

/** Changes made by {@link TrackStore.replaceWaypoints}. */
export interface Replacement {
  /**
   * Times of the waypoints to remove, in milliseconds. The `nth` of a waypoint adds as many thousandths of a millisecond to
   * its time. Times without a waypoint are ignored.
   */
  remove: readonly number[]
  /** Waypoints of the same device to write. */
  rows: readonly WaypointRow[]
}

/**
 * A process's claim on a partition of the event log, with the progress of the partition as offsets. An offset is −1 before
 * the first message.
 */
export interface PartitionClaim {
  partition: number
  generation: bigint
  /** Offset of the last message whose waypoints may have been stored. */
  written: bigint
  /** Offset of the last message whose waypoints the saved trips include. */
  cut: bigint
}

export interface WriteResult {
  /** Number of rows stored for the first time. */
  inserted: number
  /** Number of rows that were stored already or occurred twice in the call. */
  duplicates: number
  /** Returns true if a row of the call is a duplicate, and false if it was stored in this call. */
  isRepeat: (row: WaypointRow) => boolean
  /** Returns the waypoints that were stored before a row of the call at the same instant. */
  besides: (row: WaypointRow) => readonly WaypointRow[]
  /** Number of rows that are set aside, including rows that were already set aside by an earlier call. */
  aside: number
}

export interface ReadOptions {
  /**
   * Time at which the previous page ended: only later waypoints are returned. With `newestFirst` only earlier waypoints are
   * returned.
   */
  after?: number
  /** Maximum number of waypoints. All readings of the last waypoint's instant are returned too. Default: all waypoints. */
  limit?: number
  /** Leaves out every fix whose validity is not 0. */
  validOnly?: boolean
  newestFirst?: boolean
  client?: ClientBase
}

/** Current state of a device. Each field of a fix has the value of the newest fix that contained this field. */
export interface DeviceState {
  deviceId: number
  imei: string
  /**
   * Number of times that the state's row was written. 0 if there is no row yet. {@link TrackStore.saveCheckpoint} increases
   * it by one.
   */
  revision: number
  /**
   * Vehicle (entity) on which the device was installed at `lastPositionedAt`, or at the last reception if the fix had an
   * implausible date. Absent if the device was not installed.
   */
  entityId?: number
  businessId?: number
  /** Time when the newest packet reached the gateway. */
  lastReceivedAt: number
  /** Time of the newest fix according to the tracker. The fix may be invalid. {@link NEVER} if every fix was set aside. */
  lastPositionedAt: number
  /** Time of the newest valid fix. Position, speed and heading are from this fix. Absent if there was none. */
  validPositionedAt?: number
  latitude?: number
  longitude?: number
  speedKph?: number
  heading?: number
  moving: boolean
  /** Time when the vehicle last moved. */
  lastActivityAt?: number
  /**
   * The longest recent pause between two receptions, in seconds. While the pauses are shorter than this value, the value
   * halves every week.
   */
  rhythmS?: number
  ignition?: boolean
  /** Metres that the tracker's odometer (counter) has counted in total, across all of its restarts. */
  odometerM?: number
  /**
   * The counter's last reading (`counterM`) and first reading (`counterBeganM`), each with its time. `counterSince` is the
   * time since which the counter has run without a restart.
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
  /** State of the segmentation, as any JSON value. The store does not read it. */
  segmentation?: unknown
}

/** A time before all waypoints. */
export const NEVER = -1

/** Errors of a device's clock. */
export interface DeviceClock {
  /** Date in the device's newest message, if that date is not credible. */
  toldAt?: number
  /** Seconds by which the device's clock is always behind the time of reception. Negative if the clock is ahead. */
  lagS?: number
  /** Offset from UTC, in minutes, that was configured when `lagS` was observed. */
  offsetMinutes?: number
}

/**
 * A trip as the segmentation returns it. The entity (vehicle) and the business are those that the device had at
 * `startedAt`.
 */
export interface TripRecord {
  /** Absent until the trip is stored. */
  id?: number
  deviceId: number
  entityId?: number
  businessId?: number
  startedAt: number
  /** Time of the trip's last moving fix so far. It is never before `startedAt`. */
  endedAt: number
  /**
   * Estimated arrival. It is before `endedAt`, because the fix at `endedAt` showed the vehicle at rest already. Absent if
   * fixes are dense.
   */
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
   * States to write, at most one per device. Each has the revision with which it was loaded, plus one for every checkpoint
   * since then.
   */
  states: readonly DeviceState[]
  trips: {
    insert: readonly TripRecord[]
    /** Trips to change, matched by `id`. If a user has deleted a trip, it stays deleted. */
    update: readonly (TripRecord & { id: number })[]
    /** Trip ids. */
    remove: readonly number[]
  }
}

/**
 * Thrown if another process has written these devices' states. This process's copies are then stale, and it must load the
 * states again.
 */
export class StaleStateError extends Error {
  override name = 'StaleStateError'

  constructor(readonly deviceIds: readonly number[]) {
    super(`device states changed under us: ${deviceIds.slice(0, 10).join(', ')}${deviceIds.length > 10 ? ', …' : ''}`)
  }
}

/** Thrown if another process has claimed the partition. This process must write nothing more for the partition. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'

  constructor(readonly partition: number) {
    super(`partition ${partition} belongs to another process by now`)
  }
}

/** Reason why a fix is set aside and not stored with the waypoints. */
export type AsideReason = typeof FixValidity.implausibleTime | typeof FixValidity.quarantined

/** Options of `createTrackStore(pool, options)`. */
export interface TrackStoreOptions {
  /** `unnest` is for servers without COPY. Default `copy`. */
  mode?: 'copy' | 'unnest'
}

/**
 * SQL function with which a request (role `roadbook_api`) reads waypoints. A request can read them in no other way. This is
 * a SQL function and not a method of the store, because a request runs it in its own transaction. Call: `SELECT … FROM
 * waypoints_in_scope($device, $from, $till)`. Returns the waypoints from `$from` to `$till` (both included), oldest first.
 * Waypoints from times when the device did not belong to a business in scope are left out. Columns: positioned_at
 * timestamptz, latitude and longitude in degrees (double precision, null if unknown), speed_kph, heading, altitude_m,
 * validity (0 = valid).
 */
export const WAYPOINTS_IN_SCOPE = 'waypoints_in_scope'
