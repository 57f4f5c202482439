import type { Reading } from '@roadbook/alerts'
import { asideReason, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from '../device-directory.js'
import type { RuleBook } from './rule-book.js'
import { toReading } from './to-reading.js'

/** Waypoints of a device came or changed from this time on: milliseconds since 1970 UTC. */
export interface AlertMark {
  deviceId: number
  from: number
  /** What was stored with it; absent where something stored has changed. */
  readings?: readonly Reading[]
}

type Book = Pick<RuleBook, 'isEmpty' | 'isWatched'>

const isWatched = ({ installations }: KnownDevice, book: Book) =>
  installations.some(({ businessId }) => book.isWatched(businessId))

/** Of the devices that some rule holds for. */
export function marksOf(tracks: Iterable<{ device: KnownDevice; rows: readonly WaypointRow[] }>, book: Book): AlertMark[] {
  if (book.isEmpty) return []
  const marks: AlertMark[] = []
  for (const { device, rows } of tracks) {
    if (!isWatched(device, book)) continue
    const stored = rows.filter(({ fix, receivedAt }) => asideReason(fix, receivedAt) === undefined)
    const readings = stored.map(({ fix }) => toReading(fix))
    if (readings.length > 0) marks.push({ deviceId: device.deviceId, from: Math.min(...readings.map(({ at }) => at)), readings })
  }
  return marks
}

/** Of devices of which stored fixes are judged anew: what a verdict takes out of a track, or puts back, is news. */
export function marksOfVerdicts(
  devices: Iterable<{ device: KnownDevice; verdicts: ReadonlyMap<number, unknown> }>,
  book: Book,
): AlertMark[] {
  if (book.isEmpty) return []
  return [...devices].flatMap(({ device, verdicts }) =>
    verdicts.size > 0 && isWatched(device, book) ? [{ deviceId: device.deviceId, from: Math.min(...verdicts.keys()) }] : [],
  )
}

/** In the transaction that writes the waypoints: a crash loses both or neither. @returns their ids, in their order */
export async function writeMarks(client: Pick<pg.ClientBase, 'query'>, marks: readonly AlertMark[]): Promise<string[]> {
  if (marks.length === 0) return []
  const values = [marks.map(({ deviceId }) => deviceId), marks.map(({ from }) => new Date(from))]
  return (await client.query<{ id: string }>(MARK, values)).rows.map(({ id }) => id)
}

const MARK = `INSERT INTO alert_marks (device_id, from_at)
  SELECT device_id, from_at FROM unnest($1::int[], $2::timestamptz[]) WITH ORDINALITY AS new (device_id, from_at, nth) ORDER BY nth
  RETURNING id`
