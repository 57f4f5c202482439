import { type Reading, toReading } from '@roadbook/alerts'
import { asideReason, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import type { KnownDevice } from '../registry/known-device.js'
import type { RuleBook } from './rule-book.js'

/**
 * A mark is a request to evaluate the alerts of a device again. The evaluation starts at the oldest waypoint that is new or
 * changed. Times are milliseconds since 1970 UTC.
 */
export interface AlertMark {
  deviceId: number
  from: number
  /**
   * The readings of the new waypoints, which are stored in the same transaction as the mark. Absent if the mark is for stored
   * waypoints that changed.
   */
  readings?: readonly Reading[]
}

type Book = Pick<RuleBook, 'isEmpty' | 'isWatched'>

/** Uses reduce, because there may be more times than Math.min accepts as arguments. */
const oldestOf = (times: readonly number[]): number => times.reduce((oldest, time) => Math.min(oldest, time), Infinity)

const isWatched = ({ installations, isHistory }: KnownDevice, book: Book) =>
  !isHistory && installations.some(({ businessId }) => book.isWatched(businessId))

/**
 * Returns marks for the tracks of devices to which a rule applies.
 * @param isRepeat returns true for a waypoint that was received before. The mark of such a waypoint was written the first
 *   time
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

/**
 * Returns marks for devices whose stored fixes got another validity. Such a change adds readings to a track or removes
 * readings from it.
 */
export function marksOfVerdicts(
  devices: Iterable<{ device: KnownDevice; verdicts: ReadonlyMap<number, unknown> }>,
  book: Book,
): AlertMark[] {
  if (book.isEmpty) return []
  return [...devices].flatMap(({ device, verdicts }) =>
    verdicts.size > 0 && isWatched(device, book) ? [{ deviceId: device.deviceId, from: oldestOf([...verdicts.keys()]) }] : [],
  )
}

/** Writes marks. Call it in the transaction that changes the waypoints, so that a crash never loses only the marks. */
export async function writeMarks(client: Pick<pg.ClientBase, 'query'>, marks: readonly AlertMark[]): Promise<void> {
  if (marks.length === 0) return
  await client.query(MARK, [marks.map(({ deviceId }) => deviceId), marks.map(({ from }) => new Date(from))])
}

const MARK = `INSERT INTO alert_marks (device_id, from_at) SELECT * FROM unnest($1::int[], $2::timestamptz[])`

/**
 * Writes the marks of waypoints that are stored together, as one row, because one row takes little time compared with the
 * waypoints.
 * @param keeper number of the process that has the readings in memory. For ten seconds only this process may evaluate them
 * @returns the row's id. Undefined if there is nothing to mark
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
