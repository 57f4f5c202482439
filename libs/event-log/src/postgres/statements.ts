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

/** A position to commit for one partition under one lease. */
export interface Commit {
  partition: number
  token: bigint
  next: bigint
}

// int8 is sent as text, because pools parse it differently.
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
  /**
   * Commits positions. If a partition is no longer held under the token, its position stays unchanged. A committed position
   * never moves backwards.
   */
  commit: (topic: string, group: string, commits: readonly Commit[]): QueryConfig => ({
    name: 'event-log-commit',
    text: `UPDATE event_log_leases l SET committed = greatest(l.committed, g.next)
      FROM unnest($3::smallint[], $4::bigint[], $5::bigint[]) AS g (partition, token, next)
      WHERE l.topic = $1 AND l.group_name = $2 AND l.partition = g.partition AND l.token = g.token AND l.owner IS NOT NULL
      RETURNING l.partition, l.token::text`,
    values: [topic, group, commits.map((one) => one.partition), commits.map((one) => one.token), commits.map((one) => one.next)],
  }),
  /**
   * Returns the head of each partition, which is the first offset not yet in the log. For a partition that was read up to
   * its head, the same query also returns the first messages from its offset in `positions` on.
   */
  news: (topic: string, partitions: readonly number[], positions: readonly bigint[], limit: number): QueryConfig => ({
    name: 'event-log-news',
    text: `SELECT h.partition, h.next_offset::text, n.*
      FROM event_log_heads h
      LEFT JOIN unnest($2::smallint[], $3::bigint[]) AS w (partition, position)
        ON w.partition = h.partition AND w.position < h.next_offset
      LEFT JOIN LATERAL (
        SELECT m.log_offset AS place, ${MESSAGE_COLUMNS}
        FROM event_log m WHERE m.topic = $1 AND m.partition = w.partition AND m.log_offset >= w.position
        ORDER BY m.log_offset LIMIT $4::int
      ) n ON true
      WHERE h.topic = $1 ORDER BY h.partition, n.place`,
    values: [topic, partitions, positions, limit],
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
  /**
   * Adds partitions to a topic, and their leases for every group. The leases begin at the first message. Returns the
   * previous number of partitions, or no row if the topic does not exist. Changes nothing if the new number is not greater.
   */
  raisePartitions: (topic: string, partitions: number): QueryConfig => ({
    text: `WITH before AS (
        SELECT topic, partitions::int FROM event_log_topics WHERE topic = $1 FOR UPDATE
      ), added AS (
        SELECT b.topic, n::smallint AS partition FROM before b, generate_series(b.partitions, $2::int - 1) n
      ), raised AS (
        UPDATE event_log_topics t SET partitions = $2 FROM before b WHERE t.topic = b.topic AND b.partitions < $2
      ), heads AS (
        INSERT INTO event_log_heads (topic, partition) SELECT topic, partition FROM added
      ), leases AS (
        INSERT INTO event_log_leases (topic, group_name, partition, committed)
        SELECT g.topic, g.group_name, a.partition, 0 FROM event_log_groups g JOIN added a USING (topic)
      )
      SELECT partitions AS before FROM before`,
    values: [topic, partitions],
  }),
} as const
