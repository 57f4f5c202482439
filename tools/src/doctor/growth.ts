import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'
import type pg from 'pg'
import { kindOf } from './checks/waypoints.js'

const DAY_MS = 86_400_000
/** Minimum age of a week before its growth is used, in milliseconds. The growth of a shorter time is not representative. */
const SHORTEST_MS = DAY_MS
/** Number of days for which packets stay in the event log. */
const LOG_DAYS = 7

/** Growth of the database. Rates are absent while there is too little data. */
export interface Growth {
  waypointBytes: number
  waypointBytesPerDay?: number
  /** Share of a day's waypoints that remains after compression; 1 without compression. */
  compressedShare: number
  /** Number of bytes by which the event log will still grow. After that, the log drops as much as arrives. */
  logBytesToCome: number
}

interface Week {
  bytes: number
  /** Size before compression; absent without compression. */
  raw_bytes?: number | null
  begins: Date
  ends: Date
}

/** Reads the size and growth of waypoints and event log from the partitions of this week and the last. */
export async function readGrowth(pool: pg.Pool, log: LogReader | undefined, now: number): Promise<Growth | undefined> {
  const kind = await kindOf(pool)
  if (kind === 'missing') return undefined
  const { rows: weeks } = await pool.query<Week>(kind === 'native' ? NATIVE : HYPERTABLE)
  const perDay = bytesPerDay(weeks, now)
  return {
    waypointBytes: weeks.reduce((sum, { bytes }) => sum + bytes, 0),
    compressedShare: compressedShare(weeks),
    ...(perDay !== undefined && { waypointBytesPerDay: perDay }),
    logBytesToCome: log ? await logBytesToCome(log, now) : 0,
  }
}

/** Returns the growth per day in this week if at least a day of it has passed, otherwise in the last week. */
export function bytesPerDay(weeks: readonly Week[], now: number): number | undefined {
  const uncompressed = weeks.filter(({ raw_bytes }) => raw_bytes == null)
  const thisWeek = uncompressed.find(({ begins, ends }) => begins.getTime() <= now && now < ends.getTime())
  const elapsedMs = thisWeek ? now - thisWeek.begins.getTime() : 0
  if (thisWeek && elapsedMs >= SHORTEST_MS) return (thisWeek.bytes / elapsedMs) * DAY_MS
  const lastWeek = uncompressed.find(({ ends }) => ends.getTime() <= now && now - ends.getTime() < 7 * DAY_MS)
  return lastWeek && lastWeek.bytes > EMPTY_BYTES ? lastWeek.bytes / 7 : undefined
}

/** Returns the compressed share of the newest compressed week, because the data change with the fleet. */
export function compressedShare(weeks: readonly Week[]): number {
  const newest = weeks.findLast(({ raw_bytes }) => raw_bytes != null && raw_bytes > EMPTY_BYTES)
  return newest ? Math.min(1, newest.bytes / newest.raw_bytes!) : 1
}

/** Size of an empty partition in bytes: the first page of its index. */
const EMPTY_BYTES = 32_768

async function logBytesToCome(log: LogReader, now: number): Promise<number> {
  const { bytes = 0, oldestAt } = await log.stats(Topic.packets)
  const ageMs = oldestAt === undefined ? 0 : now - oldestAt
  if (ageMs < SHORTEST_MS) return 0
  return Math.max(0, (bytes / ageMs) * LOG_DAYS * DAY_MS - bytes)
}

const NATIVE = `SELECT pg_total_relation_size(c.oid)::float8 AS bytes,
    to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS begins,
    (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp AT TIME ZONE 'UTC' AS ends
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'waypoints'::regclass`

// The rows of a compressed chunk are in a separate table. The size of that table counts. `raw_bytes` is the size before the
// compression.
const HYPERTABLE = `SELECT s.total_bytes::float8 AS bytes, c.range_start AS begins, c.range_end AS ends,
    CASE WHEN c.is_compressed THEN k.before_compression_total_bytes::float8 END AS raw_bytes
  FROM timescaledb_information.chunks c JOIN chunks_detailed_size('waypoints') s USING (chunk_schema, chunk_name)
  LEFT JOIN chunk_compression_stats('waypoints') k USING (chunk_schema, chunk_name)
  WHERE c.hypertable_name = 'waypoints' ORDER BY c.range_start`
