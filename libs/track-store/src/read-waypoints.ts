import type { ClientBase, Pool } from 'pg'
import type { ReadOptions, WaypointRow } from './track-store.js'
import { fromSelected, SELECTED } from './waypoint-columns.js'

/**
 * Reads a device's track between two times, both included. The two times are parameters of the statement, so that the
 * database scans only the weeks between them. All readings of one instant are on the same page, so a page may exceed its
 * limit.
 */
export async function readWaypoints(
  pool: Pool,
  deviceId: number,
  from: number,
  till: number,
  options: ReadOptions = {},
): Promise<WaypointRow[]> {
  const { limit, newestFirst = false } = options
  const client = options.client ?? pool
  const rows = await read(client, deviceId, from, till, { ...options, ...(limit !== undefined && { limit: limit + 1 }) })
  if (limit === undefined || rows.length <= limit) return rows
  const next = rows.pop()!.fix.positionedAt
  if (rows.at(-1)?.fix.positionedAt !== next) return rows
  const whole = await read(client, deviceId, next, next, { ...options, after: undefined, limit: undefined, newestFirst })
  return [...rows.filter(({ fix }) => fix.positionedAt !== next), ...whole]
}

async function read(
  client: Pick<ClientBase, 'query'>,
  deviceId: number,
  from: number,
  till: number,
  { after, limit, validOnly = false, newestFirst = false }: { [Name in keyof ReadOptions]: ReadOptions[Name] | undefined },
): Promise<WaypointRow[]> {
  const first = after === undefined || newestFirst ? from : Math.max(from, after + 1)
  const beyond = after === undefined || !newestFirst ? till + 1 : Math.min(till + 1, after)
  const { rows } = await client.query<unknown[]>({
    rowMode: 'array',
    text: `SELECT ${SELECTED} FROM waypoints
      WHERE device_id = $1 AND positioned_at >= $2::timestamptz AND positioned_at < $3::timestamptz
      ${validOnly ? 'AND validity = 0' : ''}
      ORDER BY positioned_at ${newestFirst ? 'DESC' : ''} LIMIT $4`,
    values: [deviceId, new Date(first), new Date(beyond), limit ?? null],
  })
  return rows.map(fromSelected)
}
