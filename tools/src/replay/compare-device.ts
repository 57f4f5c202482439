import { setTimeout as pause } from 'node:timers/promises'
import { recalculateTrips, type Recalculation } from '@roadbook/consumer/recalculation'
import { NEVER, type TrackStore, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import { compareWaypoints, type ChangedWaypoint } from './compare-waypoints.js'
import type { ExpectedTrack, Unreadable } from './expected-track.js'

/** Changes to the stored data if the frames of one device were decoded and processed again. */
export interface DeviceDifference {
  imei: string
  frames: number
  fixes: number
  added: WaypointRow[]
  missing: WaypointRow[]
  changed: ChangedWaypoint[]
  same: number
  /** Fixes that are in the track, but that the present rules store apart from it (as implausible, for example). */
  aside: WaypointRow[]
  unreadable: Unreadable[]
  trips: Pick<Recalculation, 'added' | 'changed' | 'removed' | 'unchanged' | 'verdicts'>
}

/** Period that contains the times of frames, in milliseconds since 1970 UTC. Both ends are included. */
export interface Period {
  from: number
  till: number
}

/**
 * Maximum gap between two times of one period, in milliseconds. After a longer gap, a new period begins. Otherwise a single fix
 * with a date in another month would cause the stored data of all days between to be read.
 */
const LARGEST_GAP_MS = 86_400_000

export const isDifferent = ({ added, missing, changed, aside, unreadable, trips }: DeviceDifference): boolean =>
  added.length + missing.length + changed.length + aside.length + unreadable.length > 0 || areTripsDifferent(trips)

const areTripsDifferent = ({ added, changed, removed, verdicts }: DeviceDifference['trips']): boolean =>
  added.length + changed.length + removed.length + verdicts > 0

export interface CompareParts {
  pool: pg.Pool
  store: TrackStore
  now: number
}

/**
 * Maximum number of comparisons of one tracker, because a tracker that still reports changes its trips meanwhile. If the trips
 * differ in each comparison, they count as different.
 */
const LOOKS = 4
const BETWEEN_LOOKS_MS = 500

/**
 * Compares the result of decoding the frames today with the stored data. Writes nothing. If only trips differ, the
 * comparison is repeated, and only lasting differences count. The reason is that a consumer process stores the current trip
 * a moment later than the trip's waypoints.
 */
export async function compareDevice(parts: CompareParts, expected: ExpectedTrack): Promise<DeviceDifference> {
  for (let look = 1; ; look++) {
    const difference = await compareOnce(parts, expected)
    const { added, missing, changed } = difference
    const isOfFrames = added.length + missing.length + changed.length > 0
    if (look === LOOKS || isOfFrames || !areTripsDifferent(difference.trips)) return difference
    await pause(BETWEEN_LOOKS_MS)
  }
}

async function compareOnce({ pool, store, now }: CompareParts, expected: ExpectedTrack): Promise<DeviceDifference> {
  const { device, frames, fixes, unreadable } = expected
  const { deviceId, imei } = device
  const difference: DeviceDifference = {
    imei,
    frames,
    fixes,
    added: [],
    missing: [],
    changed: [],
    same: 0,
    aside: await notYetAside(pool, deviceId, expected.aside),
    unreadable,
    trips: { added: [], changed: [], removed: [], unchanged: 0, verdicts: 0 },
  }
  const state = (await store.loadDeviceStates([deviceId])).get(deviceId)
  const frontier = state === undefined || state.lastPositionedAt === NEVER ? Infinity : state.lastPositionedAt
  for (const period of periodsOf(expected.times)) {
    const revise = (rows: readonly WaypointRow[]) => {
      // The stored trips do not include these waypoints yet. The consumer process that stored them will add them to the
      // trips.
      const unknown = new Set(rows.map(({ fix }) => fix.positionedAt).filter((positionedAt) => positionedAt > frontier))
      return reviseWindow(rows, expected, period, difference).filter(({ fix }) => !unknown.has(fix.positionedAt))
    }
    addTrips(difference.trips, await recalculateTrips(store, { device, ...period, now, revise }))
  }
  return difference
}

/** Divides times into periods. Within a period, at most a day lies between one time and the next. */
export function periodsOf(times: readonly number[]): Period[] {
  const periods: Period[] = []
  for (const time of times) {
    const last = periods.at(-1)
    if (last && time - last.till <= LARGEST_GAP_MS) last.till = time
    else periods.push({ from: time, till: time })
  }
  return periods
}

/** Records the differences in a window, and returns the window's rows as they would be after the change. */
function reviseWindow(
  rows: readonly WaypointRow[],
  expected: ExpectedTrack,
  { from, till }: Period,
  difference: DeviceDifference,
): WaypointRow[] {
  const touched = rows.filter(({ fix }) => fix.positionedAt >= from && fix.positionedAt <= till)
  const { added, missing, changed, same } = compareWaypoints(touched, expected, { from, till })
  difference.added.push(...added)
  difference.missing.push(...missing)
  difference.changed.push(...changed)
  difference.same += same
  const gone = new Set(missing)
  const revised = new Map(changed.map(({ stored, fresh }) => [stored, fresh]))
  return [...rows.filter((row) => !gone.has(row)).map((row) => revised.get(row) ?? row), ...added]
}

/**
 * Adds trips to the difference. If the only difference is that a trip stored as open is now closed by silence, it is left
 * out. The cause is then the time that has passed, and not the frames.
 */
function addTrips(trips: DeviceDifference['trips'], found: Recalculation): void {
  const real = found.changed.filter(({ stored, fresh }) => !isSameButOpen(stored, fresh))
  trips.added.push(...found.added)
  trips.changed.push(...real)
  trips.removed.push(...found.removed)
  trips.unchanged += found.unchanged + found.changed.length - real.length
  trips.verdicts += found.verdicts
}

/** Fields in which trips can differ, in the order in which people read them. */
export const TRIP_FIELDS = [
  'startedAt',
  'endedAt',
  'arrivedAt',
  'distanceM',
  'averageSpeedKph',
  'maxSpeedKph',
  'idleS',
  'waypointCount',
  'startLatitude',
  'startLongitude',
  'stopLatitude',
  'stopLongitude',
] as const

const isSameButOpen = (left: Recalculation['changed'][0]['stored'], right: Recalculation['changed'][0]['fresh']): boolean =>
  TRIP_FIELDS.every((field) => left[field] === right[field])

async function notYetAside(pool: pg.Pool, deviceId: number, rows: readonly WaypointRow[]): Promise<WaypointRow[]> {
  if (rows.length === 0) return []
  const { rows: stored } = await pool.query<{ received_at: Date; positioned_at: Date }>(
    `SELECT received_at, positioned_at FROM waypoints_aside
     WHERE device_id = $1 AND (received_at = ANY ($2::timestamptz[]) OR positioned_at = ANY ($3::timestamptz[]))`,
    [
      deviceId,
      rows.map(({ receivedAt }) => new Date(receivedAt)),
      rows.flatMap(({ fix }) => (fix.positionedAt >= 0 && fix.positionedAt < YEAR_9999 ? new Date(fix.positionedAt) : [])),
    ],
  )
  const packets = new Set(stored.map((row) => row.received_at.getTime()))
  const times = new Set(stored.map((row) => row.positioned_at.getTime()))
  return rows.filter(({ fix, receivedAt }) => !packets.has(receivedAt) && !times.has(fix.positionedAt))
}

/**
 * Dates before 1970 or after this one are stored as the nearest date that the table can store. Fixes with such dates are
 * found by their packet instead of by their date.
 */
const YEAR_9999 = Date.UTC(9999, 0)
