import type { ClientBase } from 'pg'

// One index look-up per device, in the newest partition first.
const NEWEST = `SELECT asked.device_id, last.newest FROM unnest($1::int[]) AS asked(device_id)
  CROSS JOIN LATERAL (
    SELECT w.positioned_at AS newest FROM waypoints w
    WHERE w.device_id = asked.device_id ORDER BY w.positioned_at DESC LIMIT 1
  ) last`

/** Returns the time of each device's newest waypoint, by device id. Devices without waypoints are left out. */
export async function newestTimes(client: Pick<ClientBase, 'query'>, deviceIds: readonly number[]): Promise<Map<number, number>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await client.query<{ device_id: number; newest: Date }>(NEWEST, [[...deviceIds]])
  return new Map(rows.map(({ device_id, newest }) => [device_id, newest.getTime()]))
}
