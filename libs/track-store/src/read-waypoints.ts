import type { Pool } from 'pg'
import type { ReadOptions, WaypointRow } from './track-store.js'
import { fromSelected, SELECTED } from './waypoint-columns.js'

/** A device's track between two times, both included. The times are constants, so that only their weeks are looked at. */
export async function readWaypoints(
  pool: Pool,
  deviceId: number,
  from: number,
  till: number,
  { after, limit, validOnly = false, newestFirst = false, client }: ReadOptions = {},
): Promise<WaypointRow[]> {
  const { rows } = await (client ?? pool).query<unknown[]>({
    rowMode: 'array',
    text: `SELECT ${SELECTED} FROM waypoints
      WHERE device_id = $1 AND positioned_at >= $2::timestamptz AND positioned_at <= $3::timestamptz
      ${after === undefined ? '' : `AND positioned_at ${newestFirst ? '<' : '>'} $5::timestamptz`}
      ${validOnly ? 'AND validity = 0' : ''}
      ORDER BY positioned_at ${newestFirst ? 'DESC' : ''} LIMIT $4`,
    values: [deviceId, new Date(from), new Date(till), limit ?? null, ...(after === undefined ? [] : [new Date(after)])],
  })
  return rows.map(fromSelected)
}
