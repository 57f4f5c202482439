import type { Fix, FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

/**
 * Storage of tracks: waypoints, the state of each device, trips. PostgreSQL and TimescaleDB share one table shape and one set of
 * statements. All times are milliseconds since 1970 UTC, coordinates are degrees, unknown values are `undefined`.
 *
 * Methods with a `client` run inside the caller's transaction. Without one they take a connection from the pool.
 */
export interface TrackStore {
  /**
   * Stores fixes, each once, and sets `nth` of the rows. Different readings of one instant are all stored, as {@link
   * WaypointRow.nth}; an equal reading is a repeat. Writing the same rows again changes nothing, so a caller that is not sure may
   * retry. Rows with an `asideReason` are set aside. All or nothing. Inside the caller's transaction a failure undoes only this
   * call.
   */
  writeWaypoints(rows: readonly WaypointRow[], client?: ClientBase): Promise<WriteResult>

  /**
   * Removes waypoints of one device and writes others, all or nothing. Used to replace stored readings with those of a corrected
   * decoder, which `writeWaypoints` would store beside them. The trips do not change by themselves: segment them again.
   */
  replaceWaypoints(deviceId: number, change: Replacement, client?: ClientBase): Promise<WriteResult & { removed: number }>

  /**
   * Returns waypoints of one device with `from` ≤ time ≤ `till`, oldest first by default. Those of one instant are in the order
   * in which they were stored.
   */
  readWaypoints(deviceId: number, from: number, till: number, options?: ReadOptions): Promise<WaypointRow[]>

  /** Returns the stored states, by device id. */
  loadDeviceStates(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, DeviceState>>

  /** Returns the time of each device's newest waypoint, by device id. Devices without one are left out. */
  newestTimes(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, number>>

  /** Returns the trips that start at exactly these times, by device id; one start per device. */
  tripsStartingAt(starts: ReadonlyMap<number, number>, client?: ClientBase): Promise<Map<number, StoredTrip>>

  /** Returns the open trips of these devices, by device id. */
  loadOpenTrips(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, StoredTrip>>

  /**
   * Returns trips of a device that overlap `from` … `till` (both inclusive), oldest first, including those deleted by a user.
   */
  readTrips(deviceId: number, from: number, till: number, client?: ClientBase): Promise<StoredTrip[]>

  /**
   * Returns the trips that overlap `from` … `till` and the nearest ones around them. Together they bound the window that a late
   * fix can change: read the waypoints from `before.endedAt` to `after.startedAt` and segment again.
   */
  tripsAround(deviceId: number, from: number, till: number, client?: ClientBase): Promise<TripsAround>

  /**
   * Writes device states and trips of many devices in few statements: removals, then changes, then new trips. Without a `client`
   * it runs in its own transaction, so that a reader sees the whole checkpoint or none of it.
   * @returns the ids of `trips.insert`, in its order
   * @throws StaleStateError when another process has written one of the states since it was loaded; nothing is kept
   */
  saveCheckpoint(checkpoint: Checkpoint, client?: ClientBase): Promise<{ tripIds: number[] }>

  /**
   * Claims a partition of the event log. {@link noteProgress} of its previous holder fails from now on.
   * @returns the stored progress of its waypoints and trips
   */
  claimPartition(partition: number): Promise<PartitionClaim>

  /**
   * Stores the progress of partitions. Called in the transaction that writes waypoints, it stops a process that lost a partition
   * without noticing. @throws ClaimLostError when another process has claimed one since; a caller's transaction must be rolled
   * back.
   */
  noteProgress(claims: readonly PartitionClaim[], client?: ClientBase): Promise<void>

  /**
   * Creates the partitions of the coming weeks. TimescaleDB creates its chunks itself. @returns the number of new partitions.
   */
  ensurePartitions(aheadWeeks?: number): Promise<number>

  /**
   * Drops the partitions or chunks whose waypoints are all older than `retentionMonths` before `now`, and fixes set aside as long
   * ago. @returns the number of dropped partitions or chunks.
   */
  dropExpired(retentionMonths: number, now?: number): Promise<number>

  /**
   * Rewrites the week of `instant`, ordered by device and time, so that a track is read from few pages. Only for a week that
   * receives almost no more data, because writers of that week wait meanwhile. Does nothing on TimescaleDB, which has its own
   * compression. @returns true when it rewrote the week.
   */
  closeWeek(instant: number): Promise<boolean>

  /**
   * Compresses chunks that TimescaleDB's own job should have compressed. Does nothing where that job succeeds or the waypoints
   * are in partitions. @returns the number of compressed chunks.
   */
  compressOld(now?: number): Promise<number>
}

/** One fix of one device, as it is stored and read back. */
export interface WaypointRow {
  deviceId: number
  receivedAt: number
  fix: Fix
  /** Index among several readings of the fix's millisecond, in the order of storing. Absent for the first. */
  nth?: number
}

/** Changes made by {@link TrackStore.replaceWaypoints}. */
export interface Replacement {
  /** Times of the waypoints to remove, each plus `nth` thousandths of a millisecond. Unknown times are ignored. */
  remove: readonly number[]
  /** Waypoints of the same device to write. */
  rows: readonly WaypointRow[]
}

/** A process's claim on a partition of the event log, and the partition's progress. −1 before the first message. */
export interface PartitionClaim {
  partition: number
  generation: bigint
  /** Waypoints of messages up to this offset may be stored. */
  written: bigint
  /** Waypoints of messages up to this offset are in the saved trips. */
  cut: bigint
}

export interface WriteResult {
  /** Stored for the first time. */
  inserted: number
  /** Stored already, or twice in the same call. */
  duplicates: number
  /** Returns true for some row of the call that is a duplicate; never for one that is stored now. */
  isRepeat: (row: WaypointRow) => boolean
  /** Returns the waypoints of the same instant that were stored before a row of the call. */
  besides: (row: WaypointRow) => readonly WaypointRow[]
  /** Set aside with their reason (also when they had been already). */
  aside: number
}

export interface ReadOptions {
  /** Only waypoints after (`newestFirst`: before) this time, where the previous page ended. */
  after?: number
  /** Maximum number, plus all further readings of the last one's instant. Default: all. */
  limit?: number
  /** Leaves out every fix whose validity is not 0. */
  validOnly?: boolean
  newestFirst?: boolean
  client?: ClientBase
}

/** Current state of a device. Fields of the fix are from the newest fix that had them. */
export interface DeviceState {
  deviceId: number
  imei: string
  /** Number of times the row was written; 0 for a device without one. {@link TrackStore.saveCheckpoint} raises it by one. */
  revision: number
  /**
   * Entity of the installation at `lastPositionedAt`, or at the last reception when the fix had an implausible date. Absent while
   * the device is not installed.
   */
  entityId?: number
  businessId?: number
  /** When the newest packet reached the gateway. */
  lastReceivedAt: number
  /** The newest fix's own time, valid or not. {@link NEVER} while every fix was set aside. */
  lastPositionedAt: number
  /** Time of the newest valid fix, the source of position, speed and heading. Absent when there never was one. */
  validPositionedAt?: number
  latitude?: number
  longitude?: number
  speedKph?: number
  heading?: number
  moving: boolean
  /** When it last moved. */
  lastActivityAt?: number
  /** The longest pause between two messages, seconds. Decays by half in a week. */
  rhythmS?: number
  ignition?: boolean
  /** Metres counted by its tracker, over all restarts of its counter. */
  odometerM?: number
  /** The counter's last and first readings with their times, and since when it has run without a restart. */
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
  /** Internal state of the segmentation: anything that JSON can hold. The store does not read it. */
  segmentation?: unknown
}

/** A time before every waypoint. */
export const NEVER = -1

/** Errors of a device's clock. */
export interface DeviceClock {
  /** The date of its newest message, where it is not credible. */
  toldAt?: number
  /** Seconds by which it is constantly behind the time of reception. Negative when it is ahead. */
  lagS?: number
  /** The offset from UTC at which `lagS` was observed. */
  offsetMinutes?: number
}

/** A trip as produced by segmentation. Entity and business are those of the installation at `startedAt`. */
export interface TripRecord {
  /** Absent until it is stored. */
  id?: number
  deviceId: number
  entityId?: number
  businessId?: number
  startedAt: number
  /** Time of its last moving fix so far. Never before `startedAt`. */
  endedAt: number
  /** Estimated arrival, before the fix of `endedAt` showed it at rest. Absent where fixes are dense. */
  arrivedAt?: number
  /** A device has at most one open trip; closed trips of a device never overlap. */
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
  /** When a user deleted it. Segmentation still updates it. */
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
  /** At most one per device, each with the revision it was loaded with (plus one for every checkpoint since). */
  states: readonly DeviceState[]
  trips: {
    insert: readonly TripRecord[]
    /** Matched by `id`. A user's deletion is kept. */
    update: readonly (TripRecord & { id: number })[]
    /** Trip ids. */
    remove: readonly number[]
  }
}

/** Thrown when another process has written these devices' states. This process no longer owns them and must load them again. */
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
 * The only way for a request (role `roadbook_api`) to read waypoints, given as SQL because a request has its own transaction:
 * `SELECT … FROM waypoints_in_scope($device, $from, $till)`. Both ends are included, oldest first, and only the times at which
 * the device was installed for a business in scope. Columns: positioned_at timestamptz, latitude and longitude in degrees (double
 * precision, null when unknown), speed_kph, heading, altitude_m, validity (0 = valid).
 */
export const WAYPOINTS_IN_SCOPE = 'waypoints_in_scope'
