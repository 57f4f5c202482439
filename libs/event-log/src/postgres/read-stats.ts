import type pg from 'pg'
import type { Topic } from '@roadbook/contracts'
import { RECENT_MS, type GroupStats, type TopicStats } from '../log-reader.js'
import { bounded } from './bounded-query.js'
import { appendedAt, offsetAt, readSpans, type Span } from './offset-at.js'

const SIZE = `SELECT coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::float8 AS bytes,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
  FROM event_log_segments WHERE topic = $1`

const GROUPS = `SELECT l.group_name, l.partition, l.committed::text,
    (SELECT count(*) FROM event_log_members m
     WHERE m.topic = l.topic AND m.group_name = l.group_name AND m.expires_at > clock_timestamp())::int AS members
  FROM event_log_leases l WHERE l.topic = $1 ORDER BY l.group_name, l.partition`

/** Returns the current content of a topic; see {@link LogReader.stats}. */
export async function readStats(pool: pg.Pool, topic: Topic): Promise<TopicStats> {
  const spans = await readSpans(pool, topic)
  const size = await pool.query<{ bytes: number; now: number }>(bounded({ text: SIZE, values: [topic] }))
  const { bytes, now } = size.rows[0] as { bytes: number; now: number }
  const held = spans.filter(({ first, next }) => first < next)
  const at = (partition: number, offset: bigint) => appendedAt(pool, topic, partition, offset)
  const oldest = await Promise.all(held.map(({ partition, first }) => at(partition, first)))
  const newest = await Promise.all(held.map(({ partition, next }) => at(partition, next - 1n)))
  const recent = await Promise.all(
    held.map(async (span) => Number(span.next - (await offsetAt(pool, topic, span, now - RECENT_MS)))),
  )
  const oldestAt = least(oldest)
  const newestAt = least(newest.map((time) => time && -time))
  return {
    partitions: spans.length,
    messages: held.reduce((sum, { first, next }) => sum + Number(next - first), 0),
    bytes,
    ...(oldestAt !== undefined && { oldestAt }),
    ...(newestAt !== undefined && { newestAt: -newestAt }),
    recentMessages: recent.reduce((sum, messages) => sum + messages, 0),
    groups: await readGroups(pool, topic, spans),
  }
}

async function readGroups(pool: pg.Pool, topic: Topic, spans: readonly Span[]): Promise<GroupStats[]> {
  const { rows } = await pool.query<{ group_name: string; partition: number; committed: string; members: number }>(
    bounded({ text: GROUPS, values: [topic] }),
  )
  const groups: GroupStats[] = []
  for (const group of new Set(rows.map((row) => row.group_name))) {
    const leases = rows.filter((row) => row.group_name === group)
    const pending = leases.flatMap(({ partition, committed }) => {
      const span = spans.find((one) => one.partition === partition)
      if (!span) return []
      const from = BigInt(committed) > span.first ? BigInt(committed) : span.first
      return from < span.next ? [{ partition, from, messages: Number(span.next - from) }] : []
    })
    const waitingSince = least(await Promise.all(pending.map(({ partition, from }) => appendedAt(pool, topic, partition, from))))
    groups.push({
      group,
      lag: pending.reduce((sum, { messages }) => sum + messages, 0),
      members: leases[0]?.members ?? 0,
      ...(waitingSince !== undefined && { waitingSince }),
    })
  }
  return groups
}

/** Returns the earliest of the known times. */
const least = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}
