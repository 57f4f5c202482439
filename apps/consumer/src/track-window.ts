import type { TrackStore, WaypointRow } from '@roadbook/track-store'
import { REST_MINUTES, stableRests } from '@roadbook/trips'
import { isJoined, type KnownDevice } from './registry/known-device.js'
import { oneAnInstant } from './one-an-instant.js'

/** Number of rows per read, which is about a day for most devices. */
const PAGE = 1_000
/** 9999-12-31, which is later than every waypoint. */
export const FAR_FUTURE = 253_402_214_400_000

/**
 * Returns the rests at which a window may begin and end. Stored trips were made with the rest setting of their time, which is
 * not recorded (G-104). So only rests count that end a trip under the longest setting. Such a rest ended the trip under any
 * setting, and everything between two of them can be segmented again with another setting. A rest within a joined trip does
 * not count.
 */
const restsOf = (rows: readonly WaypointRow[], device: KnownDevice): number[] => {
  const rests = stableRests(
    oneAnInstant(rows).map(({ fix }) => fix),
    REST_MINUTES.most * 60,
  )
  return device.joins ? rests.filter((at) => !isJoined(device, at)) : rests
}

/** Stored waypoints between two stable rests. Nothing outside the window affects how they are segmented. */
export interface TrackWindow {
  /** A stable rest, or the device's first waypoint. */
  from: number
  /** A stable rest. Absent if the window reaches the newest waypoint. */
  till?: number
  /** Oldest first. */
  rows: WaypointRow[]
}

/**
 * Reads the window around the first of these times. Removes all times that the window includes from `waiting`.
 * @param waiting times, oldest first. It must not be empty
 * @param frontier newest time in the device's present state. A window that would end after this time is extended to the
 *   present, because that state may not include later waypoints
 */
export async function readWindow(
  store: TrackStore,
  device: KnownDevice,
  waiting: number[],
  frontier: number,
): Promise<TrackWindow> {
  const first = waiting[0]!
  const { deviceId } = device
  const { from, rows } = await readBack(store, device, first)
  for (let after = first - 1; ; after = rows.at(-1)!.fix.positionedAt) {
    const page = await store.readWaypoints(deviceId, first, FAR_FUTURE, { after, limit: PAGE })
    rows.push(...page)
    // A rest within a joined trip does not count, so the search is skipped.
    const till = isJoined(device, rows.at(-1)?.fix.positionedAt ?? first)
      ? undefined
      : closingRest(rows, device, waiting, frontier)
    if (till !== undefined) {
      waiting.splice(0, waiting.filter((positionedAt) => positionedAt <= till).length)
      return { from, till, rows: rows.filter(({ fix }) => fix.positionedAt <= till) }
    }
    if (page.length < PAGE) {
      waiting.length = 0
      return { from, rows }
    }
  }
}

/** Reads the window around a whole period, however many rests the period has. The whole window is in memory. */
export async function readPeriod(
  store: TrackStore,
  device: KnownDevice,
  period: { from: number; till: number },
  frontier: number,
): Promise<TrackWindow> {
  const { deviceId } = device
  const { from, rows } = await readBack(store, device, period.from)
  rows.push(...(await store.readWaypoints(deviceId, period.from, period.till)))
  const behind: WaypointRow[] = []
  for (let after = period.till; ; after = behind.at(-1)!.fix.positionedAt) {
    const page = await store.readWaypoints(deviceId, period.till, FAR_FUTURE, { after, limit: PAGE })
    behind.push(...page)
    const till = restsOf(behind, device)[0]
    if (till !== undefined && till <= frontier) {
      return { from, till, rows: [...rows, ...behind.filter(({ fix }) => fix.positionedAt <= till)] }
    }
    if (page.length < PAGE) return { from, rows: [...rows, ...behind] }
  }
}

/**
 * Returns the first stable rest after a late fix. If another late fix follows before that rest, the rest must be after that
 * fix too. Undefined if there is no such rest up to `frontier`.
 */
function closingRest(
  rows: readonly WaypointRow[],
  device: KnownDevice,
  waiting: readonly number[],
  frontier: number,
): number | undefined {
  for (let last = waiting[0]!; ;) {
    const rest = restsOf(
      rows.filter(({ fix }) => fix.positionedAt > last),
      device,
    )[0]
    if (rest === undefined || rest > frontier) return undefined
    const lastInside = waiting.findLast((positionedAt) => positionedAt <= rest)!
    if (lastInside === last) return rest
    last = lastInside
  }
}

/**
 * Reads the waypoints from the newest stable rest before `time` up to `time`, oldest first. If there is no such rest, starts
 * at the first waypoint.
 */
async function readBack(store: TrackStore, device: KnownDevice, time: number): Promise<{ from: number; rows: WaypointRow[] }> {
  const rows: WaypointRow[] = []
  for (let before = time; ; before = rows[0]!.fix.positionedAt) {
    const page = await store.readWaypoints(device.deviceId, 0, time, { after: before, limit: PAGE, newestFirst: true })
    rows.unshift(...page.reverse())
    const rest = isJoined(device, rows[0]?.fix.positionedAt ?? time) ? undefined : restsOf(rows, device).at(-1)
    if (rest !== undefined) return { from: rest, rows: rows.filter(({ fix }) => fix.positionedAt >= rest) }
    if (page.length < PAGE) return { from: rows[0]?.fix.positionedAt ?? time, rows }
  }
}
