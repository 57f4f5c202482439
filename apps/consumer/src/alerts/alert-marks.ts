import type { WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from '../device-directory.js'
import type { RuleBook } from './rule-book.js'

/** Waypoints of a device came or changed from this time on: milliseconds since 1970 UTC. */
export interface AlertMark {
  deviceId: number
  from: number
}

/** Of the devices that some rule holds for. */
export function marksOf(
  tracks: Iterable<{ device: KnownDevice; rows: readonly { fix: Pick<WaypointRow['fix'], 'positionedAt'> }[] }>,
  book: Pick<RuleBook, 'isEmpty' | 'isWatched'>,
): AlertMark[] {
  if (book.isEmpty) return []
  const marks: AlertMark[] = []
  for (const { device, rows } of tracks) {
    if (rows.length === 0 || !device.installations.some(({ businessId }) => book.isWatched(businessId))) continue
    marks.push({ deviceId: device.deviceId, from: Math.min(...rows.map(({ fix }) => fix.positionedAt)) })
  }
  return marks
}

/** In the transaction that writes the waypoints: a crash loses both or neither. */
export async function writeMarks(client: Pick<pg.ClientBase, 'query'>, marks: readonly AlertMark[]): Promise<void> {
  if (marks.length === 0) return
  await client.query(MARK, [marks.map(({ deviceId }) => deviceId), marks.map(({ from }) => new Date(from))])
}

const MARK = 'INSERT INTO alert_marks (device_id, from_at) SELECT * FROM unnest($1::int[], $2::timestamptz[])'
