import type { ClientBase } from 'pg'
import { arrayParameters, names, packArrays } from './columns.js'
import type { WaypointRow } from './track-store.js'
import { storedTime, toValues, WAYPOINT_COLUMNS } from './waypoint-columns.js'

const INSERT = `INSERT INTO waypoints (${names(WAYPOINT_COLUMNS)}) SELECT * FROM unnest(${arrayParameters(WAYPOINT_COLUMNS)})
  ON CONFLICT (device_id, positioned_at) DO NOTHING
  RETURNING device_id, (extract(epoch FROM positioned_at) * 1000000)::float8 AS microseconds`

/**
 * Inserts rows that may be stored already.
 * @returns the rows that were not inserted, because another row has their time
 */
export async function offer(client: ClientBase, rows: readonly WaypointRow[]): Promise<WaypointRow[]> {
  if (rows.length === 0) return []
  const values = packArrays(WAYPOINT_COLUMNS, rows.map(toValues))
  const { rows: inserted } = await client.query<{ device_id: number; microseconds: number }>(INSERT, values)
  if (inserted.length === rows.length) return []
  const isNew = new Set(inserted.map(({ device_id, microseconds }) => `${device_id} ${microseconds}`))
  // If several rows have the same time, the first of them is stored.
  return rows.filter((row) => !isNew.delete(`${row.deviceId} ${Math.round(storedTime(row) * 1_000)}`))
}
