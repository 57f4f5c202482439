import type { ClientBase } from 'pg'
import { arrayParameters, names, packArrays, type Column } from './columns.js'
import type { WaypointRow } from './track-store.js'
import { toValues, WAYPOINT_COLUMNS } from './waypoint-columns.js'

const INSERT = `INSERT INTO waypoints (${names(WAYPOINT_COLUMNS)}) SELECT * FROM unnest(${arrayParameters(WAYPOINT_COLUMNS)})
  ON CONFLICT (device_id, positioned_at) DO NOTHING
  RETURNING device_id, (extract(epoch FROM positioned_at) * 1000)::float8 AS time`

const KEY: readonly Column<WaypointRow>[] = [
  { name: 'device_id', type: 'int4', of: ({ deviceId }) => deviceId },
  { name: 'positioned_at', type: 'timestamptz', of: ({ fix }) => fix.positionedAt },
]

// OFFSET 0 keeps the probe a probe: the planner must not join the whole table instead.
const MISSING = `SELECT n::int FROM unnest(${arrayParameters(KEY)}) WITH ORDINALITY AS key (device_id, positioned_at, n)
  WHERE NOT EXISTS (
    SELECT FROM waypoints w WHERE w.device_id = key.device_id AND w.positioned_at = key.positioned_at OFFSET 0)
  ORDER BY n`

/**
 * Writes rows of which some may be stored already. While a log is read again nearly all are: then asking first which are
 * missing costs less than half of offering every row to the table; as long as most are new, asking would be a waste.
 */
export class WaypointMerger {
  private mostlyRepeats = false

  /** @returns the rows that are new. */
  async merge(client: ClientBase, rows: readonly WaypointRow[]): Promise<readonly WaypointRow[]> {
    const offered = this.mostlyRepeats ? await missing(client, rows) : rows
    const inserted = offered.length > 0 ? await insert(client, offered) : []
    this.mostlyRepeats = inserted.length < rows.length / 2
    return inserted
  }
}

async function missing(client: ClientBase, rows: readonly WaypointRow[]): Promise<WaypointRow[]> {
  const found = await client.query<{ n: number }>(MISSING, packArrays(KEY, rows))
  return found.rows.map(({ n }) => rows[n - 1] as WaypointRow)
}

async function insert(client: ClientBase, rows: readonly WaypointRow[]): Promise<readonly WaypointRow[]> {
  const values = packArrays(WAYPOINT_COLUMNS, rows.map(toValues))
  const { rows: inserted } = await client.query<{ device_id: number; time: number }>(INSERT, values)
  if (inserted.length === rows.length) return rows
  const isNew = new Set(inserted.map(({ device_id, time }) => `${device_id} ${time}`))
  // Of several with one time the first is stored.
  return rows.filter(({ deviceId, fix }) => isNew.delete(`${deviceId} ${Math.round(fix.positionedAt)}`))
}
