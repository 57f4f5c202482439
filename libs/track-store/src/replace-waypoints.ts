import type { ClientBase } from 'pg'

// The statement is not prepared, and compares with values of type timestamptz. Otherwise TimescaleDB would decompress a
// whole compressed chunk, or skip it without an error.
const DELETE = `DELETE FROM waypoints WHERE device_id = $1 AND positioned_at = ANY ($2::timestamptz[])
  AND positioned_at BETWEEN $3::timestamptz AND $4::timestamptz`

/**
 * Removes waypoints of one device from the track.
 * @param times as returned by `storedTime`
 * @returns the number of removed waypoints
 */
export async function removeWaypoints(client: ClientBase, deviceId: number, times: readonly number[]): Promise<number> {
  if (times.length === 0) return 0
  const dates = [...times].sort((left, right) => left - right).map(toText)
  const { rowCount } = await client.query(DELETE, [deviceId, dates, dates[0], dates.at(-1)])
  return rowCount ?? 0
}

/** Formats a time with its microseconds. A Date has no microseconds. */
function toText(time: number): string {
  const microseconds = Math.round(time * 1_000)
  const milliseconds = Math.floor(microseconds / 1_000)
  const rest = String(microseconds - milliseconds * 1_000).padStart(3, '0')
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`)
}
