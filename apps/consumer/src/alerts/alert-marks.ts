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

/** Of more times than a call takes arguments. */
const oldestOf = (times: readonly number[]): number => times.reduce((oldest, time) => Math.min(oldest, time), Infinity)

const isWatched = ({ installations }: KnownDevice, book: Book) =>
  installations.some(({ businessId }) => book.isWatched(businessId))

/**
 * Of the devices that some rule holds for.
 * @param isRepeat what only came again was marked when it came first
 */
export function marksOf(
  tracks: Iterable<{ device: KnownDevice; rows: readonly WaypointRow[] }>,
  book: Book,
  isRepeat: (row: WaypointRow) => boolean,
): AlertMark[] {
  if (book.isEmpty) return []
  const marks: AlertMark[] = []
  for (const { device, rows } of tracks) {
    if (!isWatched(device, book)) continue
    const stored = rows.filter((row) => asideReason(row.fix, row.receivedAt) === undefined && !isRepeat(row))
    const readings = stored.map(({ fix, receivedAt }) => toReading(fix, receivedAt))
    if (readings.length > 0) marks.push({ deviceId: device.deviceId, from: oldestOf(readings.map(({ at }) => at)), readings })
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
    verdicts.size > 0 && isWatched(device, book) ? [{ deviceId: device.deviceId, from: oldestOf([...verdicts.keys()]) }] : [],
  )
}

/** In the transaction that changes what is stored: a crash loses both or neither. */
export async function writeMarks(client: Pick<pg.ClientBase, 'query'>, marks: readonly AlertMark[]): Promise<void> {
  if (marks.length === 0) return
  await client.query(MARK, [marks.map(({ deviceId }) => deviceId), marks.map(({ from }) => new Date(from))])
}

const MARK = `INSERT INTO alert_marks (device_id, from_at) SELECT * FROM unnest($1::int[], $2::timestamptz[])`

/**
 * Marks of what is stored together, as one row: a packet costs little more than its fixes do.
 * @param keeper who has what they stand for at hand, and looks first
 * @returns its id; undefined where there is nothing to mark
 */
export async function writeBatch(
  client: Pick<pg.ClientBase, 'query'>,
  marks: readonly AlertMark[],
  keeper: number,
): Promise<number | undefined> {
  if (marks.length === 0) return undefined
  const values = [keeper, marks.map(({ deviceId }) => deviceId), marks.map(({ from }) => from)]
  return (await client.query<{ id: number }>({ name: 'alert-batch', text: BATCH, values })).rows[0]?.id
}

const BATCH = 'INSERT INTO alert_batches (keeper, device_ids, from_ms) VALUES ($1, $2, $3) RETURNING id::float8'
