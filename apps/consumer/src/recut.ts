import type { TrackStore, WaypointRow } from '@roadbook/track-store'
import { isSilent, openTrip, segment, stableRests } from '@roadbook/trips'
import { FixValidity } from '@roadbook/contracts'
import { parametersOf } from './device-directory.js'
import type { TrackedDevice } from './tracked-device.js'

/** Rows of one read; a day of most devices. */
const PAGE = 1_000
/** 9999-12-31, the end of time. */
export const FAR_FUTURE = 253_402_214_400_000

/** A stretch of stored waypoints between stable rests. */
interface Window {
  from: number
  /** A stable rest, or absent: to the newest waypoint. */
  till?: number
  rows: WaypointRow[]
}

/**
 * Late fixes, already stored: reads back what lies between the stable rests around them, segments it again and applies the
 * difference to the device's trips. Late fixes that lie in one window are cut once.
 * @param late times of the late fixes.
 * @returns how many windows were cut, and the rows that replaced the device's present state, if one reached it.
 */
export async function recut(
  store: TrackStore,
  tracked: TrackedDevice,
  late: readonly number[],
  now: number,
): Promise<{ windows: number; present: WaypointRow[] }> {
  const waiting = [...new Set(late)].sort((left, right) => left - right)
  let present: WaypointRow[] = []
  let windows = 0
  while (waiting.length > 0) {
    const window = await readWindow(store, tracked, waiting)
    const { deviceId } = tracked.device
    const stored = await store.readTrips(deviceId, window.from, window.till ?? FAR_FUTURE)
    apply(tracked, window, stored, now)
    if (window.till === undefined) present = window.rows
    windows++
  }
  return { windows, present }
}

/** The window around the first late fix and all others in it, which leave `waiting`. */
async function readWindow(store: TrackStore, tracked: TrackedDevice, waiting: number[]): Promise<Window> {
  const { deviceId } = tracked.device
  const first = waiting[0]!
  const { from, rows } = await readBack(store, deviceId, first)
  for (let after = first - 1; ; after = rows.at(-1)!.fix.positionedAt) {
    const page = await store.readWaypoints(deviceId, first, FAR_FUTURE, { after, limit: PAGE })
    rows.push(...page)
    const till = closingRest(rows, waiting, tracked.state.lastPositionedAt)
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

/**
 * The first stable rest after late fixes with no late fix between them and it. It must not lie beyond `frontier`, which is
 * as far as the device's present state goes: what stands there may be news to that state.
 */
function closingRest(rows: readonly WaypointRow[], waiting: readonly number[], frontier: number): number | undefined {
  const fixes = rows.map(({ fix }) => fix)
  for (let last = waiting[0]!; ;) {
    const rest = stableRests(fixes.filter(({ positionedAt }) => positionedAt > last))[0]
    if (rest === undefined || rest > frontier) return undefined
    const lastInside = waiting.findLast((positionedAt) => positionedAt <= rest)!
    if (lastInside === last) return rest
    last = lastInside
  }
}

/** From the newest stable rest before `time` up to it, oldest first; from the first waypoint when there is none. */
async function readBack(store: TrackStore, deviceId: number, time: number): Promise<{ from: number; rows: WaypointRow[] }> {
  const rows: WaypointRow[] = []
  for (let before = time; ; before = rows[0]!.fix.positionedAt) {
    const page = await store.readWaypoints(deviceId, 0, time, { after: before, limit: PAGE, newestFirst: true })
    rows.unshift(...page.reverse())
    const rest = stableRests(rows.map(({ fix }) => fix)).at(-1)
    if (rest !== undefined) return { from: rest, rows: rows.filter(({ fix }) => fix.positionedAt >= rest) }
    if (page.length < PAGE) return { from: rows[0]?.fix.positionedAt ?? 0, rows }
  }
}

type StoredTrips = Awaited<ReturnType<TrackStore['readTrips']>>

function apply(tracked: TrackedDevice, { from, till, rows }: Window, stored: StoredTrips, now: number): void {
  const parameters = parametersOf(tracked.device)
  const { trips, implausible, state } = segment(
    rows.map(({ fix }) => fix),
    parameters,
  )
  const open = till === undefined ? openTrip(state) : undefined
  const isOpen = !isSilent(state, now, parameters)
  tracked.trips.replace(from, till ?? Infinity, stored, trips, open && { trip: open, isOpen })
  if (till === undefined) tracked.segmentation = state
  const isImplausible = new Set(implausible)
  for (const { fix } of rows) {
    if (isImplausible.has(fix.positionedAt)) tracked.verdicts.set(fix.positionedAt, FixValidity.implausibleSpeed)
    else if (fix.validity === FixValidity.implausibleSpeed) tracked.verdicts.set(fix.positionedAt, FixValidity.valid)
  }
  tracked.isDirty = true
}
