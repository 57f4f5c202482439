import { readDevices, type KnownDevice } from '@roadbook/consumer/device-directory'
import { recalculateTrips, type Recalculation } from '@roadbook/consumer/recalculation'
import { createTrackStore, type TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import { recalculatePeriod } from './recalculate-period.js'

interface RecalculateOptions {
  /** With everything below it. */
  businessId: number
  from: number
  till: number
  /** Only say what would change. */
  dryRun: boolean
  now?: () => number
}

/** Trackers with trips in the period, and how many of their trips change. */
export interface Recalculated {
  trackers: number
  added: number
  changed: number
  removed: number
}

/** A window is held in memory: a week of a tracker that reports every second is 600 000 fixes at most. */
const STEP_MS = 7 * 86_400_000

/**
 * Cuts the trips of a business again by today's rules and the rests that are in force today (G-104). Only while a tracker was
 * on a vehicle of the business, and to the stable rests around that.
 * @throws Error where there is no such business.
 */
export async function recalculateBusiness(pool: pg.Pool, options: RecalculateOptions): Promise<Recalculated> {
  const { businessId, now = Date.now } = options
  const { rowCount } = await pool.query('SELECT 1 FROM businesses WHERE id = $1', [businessId])
  if (!rowCount) throw new Error(`there is no business ${businessId}`)
  const { rows } = await pool.query<Stay>(STAYS, [businessId, new Date(options.from), new Date(options.till)])
  const store = createTrackStore(pool)
  const [added, changed, removed] = [new Set<string>(), new Set<number>(), new Set<number>()]
  const imeis = new Set(rows.map(({ imei }) => imei))
  for (const { imei, from, till } of rows) {
    const device = (await readDevices(pool, [imei])).get(imei)
    if (!device) continue
    // Windows of neighbouring steps overlap: what both tell of is counted once.
    const note = (told: Recalculation) => {
      for (const { startedAt } of told.added) added.add(`${imei} ${startedAt}`)
      for (const { stored } of told.changed) changed.add(stored.id)
      for (const { id } of told.removed) removed.add(id)
    }
    const first = await firstWaypoint(store, device)
    const isFirstCutOff = await isCutOff(store, device, first)
    for (let at = Math.max(Number(from), first); at <= Number(till); at += STEP_MS) {
      const request = { device, from: at, till: Math.min(at + STEP_MS, Number(till)), now: now() }
      const would = await recalculateTrips(store, request)
      if (isFirstCutOff && would.windowFrom <= first) continue
      note(options.dryRun ? would : await recalculatePeriod({ pool, store, now }, device, request))
    }
  }
  return { trackers: imeis.size, added: added.size, changed: changed.size, removed: removed.size }
}

/** Infinity where all have expired: nothing can be cut again there. */
async function firstWaypoint(store: TrackStore, { deviceId }: KnownDevice): Promise<number> {
  const [first] = await store.readWaypoints(deviceId, 0, Date.now(), { limit: 1 })
  return first?.fix.positionedAt ?? Infinity
}

/** Whether a trip's own waypoints have expired in part: nothing can tell any more what it was, so what it reaches into stays. */
async function isCutOff(store: TrackStore, { deviceId }: KnownDevice, first: number): Promise<boolean> {
  if (first === Infinity) return false
  return (await store.readTrips(deviceId, first, first)).some(({ startedAt }) => startedAt < first)
}

/** A tracker on a vehicle of the business, within the period; milliseconds since 1970 UTC. */
interface Stay {
  imei: string
  from: string
  till: string
}

const STAYS = `SELECT d.imei, floor(extract(epoch FROM greatest(i.installed_at, $2)) * 1000)::bigint AS from,
    floor(extract(epoch FROM least(i.removed_at, $3)) * 1000)::bigint AS till
  FROM installations i JOIN devices d ON d.id = i.device_id AND d.deleted_at IS NULL JOIN businesses b ON b.id = i.business_id
  WHERE $1 = ANY (b.path) AND i.installed_at < $3 AND coalesce(i.removed_at, 'infinity') > $2
  ORDER BY d.imei, i.installed_at`
