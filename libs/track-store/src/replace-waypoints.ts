import type { ClientBase } from 'pg'

// Unnamed, and compared with timestamptz: a compressed chunk would otherwise be unpacked whole, or silently missed.
const DELETE = `DELETE FROM waypoints WHERE device_id = $1 AND positioned_at = ANY ($2::timestamptz[])
  AND positioned_at BETWEEN $3::timestamptz AND $4::timestamptz`

/**
 * Takes waypoints of one device out of the track.
 * @param times as `storedTime` gives them
 * @returns how many were there.
 */
export async function removeWaypoints(client: ClientBase, deviceId: number, times: readonly number[]): Promise<number> {
  if (times.length === 0) return 0
  const dates = [...times].sort((left, right) => left - right).map(toText)
  const { rowCount } = await client.query(DELETE, [deviceId, dates, dates[0], dates.at(-1)])
  return rowCount ?? 0
}

/** With its microseconds, which a date has no place for. */
function toText(time: number): string {
  const microseconds = Math.round(time * 1_000)
  const milliseconds = Math.floor(microseconds / 1_000)
  const rest = String(microseconds - milliseconds * 1_000).padStart(3, '0')
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`)
}
