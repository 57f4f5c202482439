import type pg from 'pg'
import type { Topic } from '@roadbook/contracts'
import type { ReceivedMessage } from '../event-log.js'
import type { ReadOptions } from '../log-reader.js'
import { mergeByTime } from '../merge-by-time.js'
import { bounded } from './bounded-query.js'
import { readSpans, offsetAt, type Span } from './offset-at.js'
import { partitionOf } from './partition-of.js'
import { MESSAGE_COLUMNS, toReceived, type MessageRow } from './stored-message.js'

const PAGE_MESSAGES = 500
/**
 * Number of offsets that one statement scans if it filters by key. With so few offsets, the statement finishes before any
 * time-out, even if none of them has the key.
 */
const PAGE_OFFSETS = 20_000
const PATIENCE_MS = 60_000

/** Reads the stored messages of a topic; see {@link LogReader.read}. */
export async function* readTopic(
  pool: pg.Pool,
  topic: Topic,
  { keys, from, till }: ReadOptions,
): AsyncGenerator<ReceivedMessage> {
  const spans = await readSpans(pool, topic)
  const wanted = keys && new Set(keys.map((key) => partitionOf(Buffer.from(key), spans.length)))
  const bound = async (span: Span): Promise<Span> => ({
    partition: span.partition,
    first: from === undefined ? span.first : await offsetAt(pool, topic, span, from),
    next: till === undefined ? span.next : await offsetAt(pool, topic, span, till),
  })
  const chosen = await Promise.all(spans.filter(({ partition }) => wanted?.has(partition) ?? true).map(bound))
  yield* mergeByTime(chosen.map((span) => readPartition(pool, topic, span, keys)))
}

async function* readPartition(
  pool: pg.Pool,
  topic: Topic,
  { partition, first, next }: Span,
  keys: readonly string[] | undefined,
): AsyncGenerator<ReceivedMessage> {
  const page = BigInt(keys ? PAGE_OFFSETS : PAGE_MESSAGES)
  const wanted = keys?.map((key) => Buffer.from(key)) ?? null
  for (let at = first; at < next; at += page) {
    const end = at + page < next ? at + page : next
    const values = [topic, partition, at, end, wanted]
    const { rows } = await pool.query<MessageRow>(bounded({ text: READ, values }, PATIENCE_MS))
    for (const row of rows) yield toReceived(partition, row)
  }
}

const READ = `SELECT ${MESSAGE_COLUMNS}
  FROM event_log m
  WHERE topic = $1 AND partition = $2::smallint AND log_offset >= $3::bigint AND log_offset < $4::bigint
    AND ($5::bytea[] IS NULL OR key = ANY ($5::bytea[]))
  ORDER BY m.log_offset`
