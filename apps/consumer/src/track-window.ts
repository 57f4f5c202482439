import type { TrackStore, WaypointRow } from '@roadbook/track-store'
import { REST_MINUTES, stableRests } from '@roadbook/trips'
import { isJoined, type KnownDevice } from './registry/known-device.js'
import { oneAnInstant } from './one-an-instant.js'

/** Number of rows per read, which is about a day for most devices. */
const PAGE = 1_000
/** 9999-12-31, which is later than every waypoint. */
export const FAR_FUTURE = 253_402_214_400_000

/**
 * Returns the rests at which a window (a stretch of track to segment again) may begin and end. A business may set how long a
 * rest must last to end a trip (G-104). The setting with which a stored trip was made is not recorded. So only rests count
 * that are long enough for the longest setting, because such a rest ended a trip under every setting. Everything between two
 * such rests can be segmented again with the present setting. A rest within a joined trip does not count.
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
 * Reads the window around the first time in `waiting`. Removes all times that the window includes from `waiting`.
 * @param waiting times of late fixes, oldest first. It must not be empty
 * @param frontier newest time in the device's present state. That state possibly does not include later waypoints. So a window
 *   that would end after this time is extended to the newest waypoint
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
    // Within a joined trip no rest counts, so the search for a rest is skipped.
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
 * Returns the first stable rest after the first late fix. If other late fixes are before that rest, returns the first stable
 * rest after the last of them, and so on. Undefined if there is no such rest up to `frontier`.
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
