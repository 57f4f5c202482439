import { readDevices } from '@roadbook/consumer/registry/read-devices'
import { recalculateStay } from '@roadbook/consumer/recalculate-stay'
import { createTrackStore } from '@roadbook/track-store'
import type pg from 'pg'

interface RecalculateOptions {
  /** Business whose trips are recalculated, together with all businesses below it. */
  businessId: number
  from: number
  till: number
  /** True to report the changes without saving them. */
  dryRun: boolean
  now?: () => number
}

/** Number of trackers with trips in the period, and numbers of their changed trips. */
export interface Recalculated {
  trackers: number
  added: number
  changed: number
  removed: number
}

/**
 * Recalculates the trips of a business with today's rules and rest times (G-104). Covers only the periods in which a tracker was
 * on a vehicle of the business, each extended to the stable rests around it.
 * @throws Error if there is no such business
 */
export async function recalculateBusiness(pool: pg.Pool, options: RecalculateOptions): Promise<Recalculated> {
  const { businessId, now = Date.now } = options
  const { rowCount } = await pool.query('SELECT 1 FROM businesses WHERE id = $1', [businessId])
  if (!rowCount) throw new Error(`there is no business ${businessId}`)
  const { rows } = await pool.query<StayRow>(STAYS, [businessId, new Date(options.from), new Date(options.till)])
  const store = createTrackStore(pool)
  const [added, changed, removed] = [new Set<string>(), new Set<number>(), new Set<number>()]
  const imeis = new Set(rows.map(({ imei }) => imei))
  for (const { imei, from, till } of rows) {
    const device = (await readDevices(pool, [imei])).get(imei)
    if (!device) continue
    const stay = { from: Number(from), till: Number(till) }
    for await (const told of recalculateStay({ pool, store, now }, device, stay, { dryRun: options.dryRun })) {
      // Two periods may report the same trip, which must be counted only once.
      for (const { startedAt } of told.added) added.add(`${imei} ${startedAt}`)
      for (const { stored } of told.changed) changed.add(stored.id)
      for (const { id } of told.removed) removed.add(id)
    }
  }
  return { trackers: imeis.size, added: added.size, changed: changed.size, removed: removed.size }
}

/** Period of a tracker on a vehicle of the business, within the requested period; milliseconds since 1970 UTC. */
interface StayRow {
  imei: string
  from: string
  till: string
}

const STAYS = `SELECT d.imei, floor(extract(epoch FROM greatest(i.installed_at, $2)) * 1000)::bigint AS from,
    floor(extract(epoch FROM least(i.removed_at, $3)) * 1000)::bigint AS till
  FROM installations i JOIN devices d ON d.id = i.device_id AND d.deleted_at IS NULL JOIN businesses b ON b.id = i.business_id
  WHERE $1 = ANY (b.path) AND i.installed_at < $3 AND coalesce(i.removed_at, 'infinity') > $2
  ORDER BY d.imei, i.installed_at`
