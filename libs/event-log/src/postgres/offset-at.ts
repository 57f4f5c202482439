import type pg from 'pg'
import type { Topic } from '@roadbook/contracts'
import { bounded } from './bounded-query.js'

/** The offsets of a partition's stored messages. `first` is the oldest of them, and `next` is the one after the newest. */
export interface Span {
  partition: number
  first: bigint
  next: bigint
}

const SPANS = `SELECT h.partition, h.next_offset::text AS next,
    coalesce((SELECT min(m.log_offset) FROM event_log m WHERE m.topic = $1 AND m.partition = h.partition), h.next_offset)::text AS first
  FROM event_log_heads h WHERE h.topic = $1 ORDER BY h.partition`

/** Returns the offsets of the messages that each partition of a topic stores now. */
export async function readSpans(pool: pg.Pool, topic: Topic): Promise<Span[]> {
  const { rows } = await pool.query<{ partition: number; first: string; next: string }>(bounded({ text: SPANS, values: [topic] }))
  return rows.map(({ partition, first, next }) => ({ partition, first: BigInt(first), next: BigInt(next) }))
}

const APPENDED_AT = `SELECT (extract(epoch FROM appended_at) * 1000)::float8 AS at FROM event_log
  WHERE topic = $1 AND partition = $2::smallint AND log_offset = $3::bigint`

/** Returns the time when a message was appended. `undefined` if retention has dropped the message. */
export async function appendedAt(pool: pg.Pool, topic: Topic, partition: number, offset: bigint): Promise<number | undefined> {
  const { rows } = await pool.query<{ at: number }>(bounded({ text: APPENDED_AT, values: [topic, partition, offset] }))
  return rows[0] && Math.floor(rows[0].at)
}

/**
 * Returns the first offset appended at `time` or later. A publisher locks the partition while it appends, so the times of
 * appending rise with the offsets. A binary search therefore finds the offset with about twenty look-ups. A scan from the
 * start of the segment might read the messages of a whole day.
 */
export async function offsetAt(pool: pg.Pool, topic: Topic, { partition, first, next }: Span, time: number): Promise<bigint> {
  let low = first
  let high = next
  while (low < high) {
    const middle = (low + high) >> 1n
    const at = await appendedAt(pool, topic, partition, middle)
    if (at === undefined || at < time) low = middle + 1n
    else high = middle
  }
  return low
}
