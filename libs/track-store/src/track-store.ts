import type { Fix, FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

/**
 * Where tracks live: waypoints, the state of each device, trips. One table shape and one set of statements for
 * PostgreSQL and TimescaleDB. All times are milliseconds since 1970 UTC, coordinates degrees, unknown is `undefined`.
 *
 * Methods that take a `client` run inside the caller's transaction; without one they take a connection of the pool.
 */
export interface TrackStore {
  /**
   * Stores fixes, each once. Of different readings of one instant all are stored, as {@link WaypointRow.nth}; what says the same as a
   * stored one only came again. Sets `nth` of the rows. Writing the same rows again changes nothing, so a caller that is not sure repeats. Rows that
   * `asideReason` names are kept aside.
   * All or nothing. Inside the caller's transaction a failure undoes only this call.
   */
  writeWaypoints(rows: readonly WaypointRow[], client?: ClientBase): Promise<WriteResult>

  /**
   * Takes waypoints of one device out of the track and writes others, all or nothing: how a corrected decoder's readings take
   * the place of stored ones, which `writeWaypoints` would keep. The trips do not follow by themselves: cut them again.
   */
  replaceWaypoints(deviceId: number, change: Replacement, client?: ClientBase): Promise<WriteResult & { removed: number }>

  /**
   * Waypoints of one device with `from` ≤ time ≤ `till`, oldest first unless asked otherwise; those of one instant in the order in which
   * they were stored.
   */
  readWaypoints(deviceId: number, from: number, till: number, options?: ReadOptions): Promise<WaypointRow[]>

  /** States of the devices that have one, by device id. */
  loadDeviceStates(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, DeviceState>>

  /** The time of the newest waypoint of each of these devices that has one, by device id. */
  newestTimes(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, number>>

  /** The trips that start at exactly these times, of many devices at once, by device id; at most one a device is asked for. */
  tripsStartingAt(starts: ReadonlyMap<number, number>, client?: ClientBase): Promise<Map<number, StoredTrip>>

  /** The open trip of each of these devices that has one, by device id. */
  loadOpenTrips(deviceIds: readonly number[], client?: ClientBase): Promise<Map<number, StoredTrip>>

  /** Trips of a device that overlap `from` … `till` (both inclusive), oldest first, those deleted by a user too. */
  readTrips(deviceId: number, from: number, till: number, client?: ClientBase): Promise<StoredTrip[]>

  /**
   * The trips that overlap `from` … `till` and the nearest ones around them. Together they bound the window that a late
   * fix can change: read the waypoints from `before.endedAt` to `after.startedAt` and segment again.
   */
  tripsAround(deviceId: number, from: number, till: number, client?: ClientBase): Promise<TripsAround>

  /**
   * Writes device states and trips of many devices in few statements: removals, then changes, then new trips. Without a
   * `client` in a transaction of its own, so that a reader sees the whole checkpoint or none of it.
   * @returns the ids of `trips.insert`, in its order.
   * @throws StaleStateError when another process has written one of the states since it was loaded; nothing is kept.
   */
  saveCheckpoint(checkpoint: Checkpoint, client?: ClientBase): Promise<{ tripIds: number[] }>

  /**
   * Takes a partition of the event log over from whoever held it, whose {@link noteProgress} fails from now on.
   * @returns how far its waypoints and its trips were.
   */
  claimPartition(partition: number): Promise<PartitionClaim>

  /**
   * Notes how far partitions are. In the transaction that writes waypoints it keeps a process out that lost
   * a partition without noticing. @throws ClaimLostError when another process has claimed one since; a caller's transaction must
   * be rolled back.
   */
  noteProgress(claims: readonly PartitionClaim[], client?: ClientBase): Promise<void>

  /** Makes the partitions of the coming weeks. TimescaleDB makes its chunks itself. @returns how many are new. */
  ensurePartitions(aheadWeeks?: number): Promise<number>

  /**
   * Drops the partitions or chunks whose every waypoint is older than so many months before `now`, and what was kept
   * aside as long ago. @returns how many partitions or chunks went.
   */
  dropExpired(retentionMonths: number, now?: number): Promise<number>

  /**
   * Rewrites the week that `instant` lies in, ordered by device and time, so that a track is read from few pages.
   * Only for a week that receives next to nothing any more; writers of that week wait meanwhile. TimescaleDB has its own
   * compression: nothing is done there. @returns whether it rewrote anything.
   */
  closeWeek(instant: number): Promise<boolean>

  /**
   * Compresses the chunks that TimescaleDB's own job should have compressed and did not; nothing where that job succeeds or
   * the waypoints are in partitions. @returns how many chunks it compressed.
   */
  compressOld(now?: number): Promise<number>
}

/** One fix of one device, as it is stored and read back. */
export interface WaypointRow {
  deviceId: number
  receivedAt: number
  fix: Fix
  /** Of several readings of the fix's millisecond which one it is, by when it was stored; absent for the first. */
  nth?: number
}

/** What {@link TrackStore.replaceWaypoints} changes. */
export interface Replacement {
  /** Times of the waypoints that go, each with a thousandth for its `nth`; those that are not there are no harm. */
  remove: readonly number[]
  /** Waypoints of the same device that come. */
  rows: readonly WaypointRow[]
}

/** A process's hold on a partition of the event log, and how far the partition is. Before the first message: −1. */
export interface PartitionClaim {
  partition: number
  generation: bigint
  /** Waypoints of messages up to this offset may be stored. */
  written: bigint
  /** Those of messages up to this one are in the saved trips. */
  cut: bigint
}

export interface WriteResult {
  /** Stored now for the first time. */
  inserted: number
  /** Were there already, or twice in the same call. */
  duplicates: number
  /** Whether a row of the call is one of those; never one that is stored now. */
  isRepeat: (row: WaypointRow) => boolean
  /** What was stored of the same instant before a row of the call. */
  besides: (row: WaypointRow) => readonly WaypointRow[]
  /** Kept aside with their reason (also when they were there already). */
  aside: number
}

export interface ReadOptions {
  /** Only waypoints after (`newestFirst`: before) this time: where the previous page ended. */
  after?: number
  /** At most so many, and what more there is of the last one's instant. Default: all. */
  limit?: number
  /** Leave out every fix whose validity is not 0. */
  validOnly?: boolean
  newestFirst?: boolean
  client?: ClientBase
}

/** What is known about a device now. Fields of the fix are those of the newest fix that knew them. */
export interface DeviceState {
  deviceId: number
  imei: string
  /** How often the row was written; 0 for a device without one. {@link TrackStore.saveCheckpoint} raises it by one. */
  revision: number
  /** The installation at `lastPositionedAt`, or when it was heard last with a wild date; absent while the device is on no entity. */
  entityId?: number
  businessId?: number
  /** When the newest packet reached the gateway. */
  lastReceivedAt: number
  /** The newest fix's own time, valid or not; {@link NEVER} while everything that came was kept aside. */
  lastPositionedAt: number
  /** Time of the newest valid fix, whose position, speed and heading these are; absent when there never was one. */
  validPositionedAt?: number
  latitude?: number
  longitude?: number
  speedKph?: number
  heading?: number
  moving: boolean
  /** When it last moved. */
  lastActivityAt?: number
  /** The longest pause between two messages, fading by half in a week, seconds. */
  rhythmS?: number
  ignition?: boolean
  /** What its tracker has counted, over all restarts of its counter. */
  odometerM?: number
  /** What that counter showed last and first, when, and since when it has run without a restart. */
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
  /** The segmentation's own state: anything that JSON can hold. The store does not look inside. */
  segmentation?: unknown
}

/** No waypoint is as old. */
export const NEVER = -1

/** What is wrong with the clock of a device. */
export interface DeviceClock {
  /** The date of its newest message, where that cannot be believed. */
  toldAt?: number
  /** Seconds by which it is constantly behind the time of reception; below zero: ahead. */
  lagS?: number
  /** The offset from UTC with which `lagS` was seen. */
  offsetMinutes?: number
}

/** A trip as segmentation makes it. Entity and business are those of the installation at `startedAt`. */
export interface TripRecord {
  /** Absent until it is stored. */
  id?: number
  deviceId: number
  entityId?: number
  businessId?: number
  startedAt: number
  /** Time of its last moving fix so far; never before `startedAt`. */
  endedAt: number
  /** When it probably arrived, before the fix of `endedAt` saw it at rest; absent where fixes are dense. */
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
  /** When a user deleted it. Segmentation keeps it up to date all the same. */
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
  /** At most one a device, each with the revision it was loaded with (plus one for every checkpoint since). */
  states: readonly DeviceState[]
  trips: {
    insert: readonly TripRecord[]
    /** Found by `id`; whether a user deleted the trip stays as it is. */
    update: readonly (TripRecord & { id: number })[]
    /** Ids. */
    remove: readonly number[]
  }
}

/** Another process wrote these devices' states: this one no longer owns them and must load them again. */
export class StaleStateError extends Error {
  override name = 'StaleStateError'

  constructor(readonly deviceIds: readonly number[]) {
    super(`device states changed under us: ${deviceIds.slice(0, 10).join(', ')}${deviceIds.length > 10 ? ', …' : ''}`)
  }
}

/** Another process claimed the partition: this one must write nothing more for it. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'

  constructor(readonly partition: number) {
    super(`partition ${partition} belongs to another process by now`)
  }
}

/** Why a fix is kept aside instead of among the waypoints. */
export type AsideReason = typeof FixValidity.implausibleTime | typeof FixValidity.quarantined

/** What `createTrackStore(pool, options)` takes. */
export interface TrackStoreOptions {
  /** `unnest` for servers without COPY. Default `copy`. */
  mode?: 'copy' | 'unnest'
}

/**
 * The one way in which a request (role `roadbook_api`) reads waypoints, given as SQL because a request has its own
 * transaction: `SELECT … FROM waypoints_in_scope($device, $from, $till)`, both ends included, oldest first, only the
 * times at which the device was installed for a business in scope. Columns: positioned_at timestamptz, latitude and
 * longitude in degrees (double precision, null when unknown), speed_kph, heading, altitude_m, validity (0 = valid).
 */
export const WAYPOINTS_IN_SCOPE = 'waypoints_in_scope'
