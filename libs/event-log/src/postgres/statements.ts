import type { QueryConfig } from 'pg'
import { MESSAGE_COLUMNS } from './stored-message.js'

/** A partition that a member holds, as `event_log_beat` returns it. */
export interface HeldRow {
  partition: number
  token: string
  committed: string
  next_offset: string
  surplus: boolean
}

// int8 travels as text: pools differ in what they make of it.
export const Statement = {
  beat: (topic: string, group: string, member: string, leaseMs: number, fromLatest: boolean): QueryConfig => ({
    name: 'event-log-beat',
    text: `SELECT partition, token::text, committed::text, next_offset::text, surplus
      FROM event_log_beat($1, $2, $3::uuid, $4::int, $5::boolean)`,
    values: [topic, group, member, leaseMs, fromLatest],
  }),
  release: (topic: string, group: string, member: string, partitions: readonly number[] | null): QueryConfig => ({
    name: 'event-log-release',
    text: 'SELECT event_log_release($1, $2, $3::uuid, $4::smallint[])',
    values: [topic, group, member, partitions],
  }),
  /** Changes nothing unless the partition is still held under the token; never moves backwards. */
  commit: (topic: string, group: string, partition: number, token: bigint, next: bigint): QueryConfig => ({
    name: 'event-log-commit',
    text: `UPDATE event_log_leases SET committed = greatest(committed, $5::bigint)
      WHERE topic = $1 AND group_name = $2 AND partition = $3 AND token = $4::bigint AND owner IS NOT NULL`,
    values: [topic, group, partition, token, next],
  }),
  heads: (topic: string): QueryConfig => ({
    name: 'event-log-heads',
    text: 'SELECT partition, next_offset::text FROM event_log_heads WHERE topic = $1',
    values: [topic],
  }),
  read: (topic: string, partition: number, position: bigint, limit: number): QueryConfig => ({
    name: 'event-log-read',
    text: `SELECT ${MESSAGE_COLUMNS}
      FROM event_log m WHERE topic = $1 AND partition = $2::smallint AND log_offset >= $3::bigint
      -- Qualified: the bare name would be a text.
      ORDER BY m.log_offset LIMIT $4::int`,
    values: [topic, partition, position, limit],
  }),
  lag: (topic: string, group: string): QueryConfig => ({
    name: 'event-log-lag',
    text: `SELECT h.partition, greatest(0, h.next_offset - greatest(coalesce(l.committed, 0), coalesce((
        SELECT min(m.log_offset) FROM event_log m WHERE m.topic = $1 AND m.partition = h.partition
      ), h.next_offset)))::text AS lag
      FROM event_log_heads h
      LEFT JOIN event_log_leases l ON l.topic = h.topic AND l.partition = h.partition AND l.group_name = $2
      WHERE h.topic = $1 ORDER BY h.partition`,
    values: [topic, group],
  }),
} as const
