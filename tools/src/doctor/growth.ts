import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'
import type pg from 'pg'
import { kindOf } from './checks/waypoints.js'

const DAY_MS = 86_400_000
/** A week that has only begun says little. */
const SHORTEST_MS = DAY_MS
/** How long packets stay in the event log. */
const LOG_DAYS = 7

/** How fast the database grows; rates are absent where it is too early to tell. */
export interface Growth {
  waypointBytes: number
  waypointBytesPerDay?: number
  /** How much of a day's waypoints remains once they are compressed; 1 where nothing is. */
  compressedShare: number
  /** How much more the event log will take until what comes equals what is dropped. */
  logBytesToCome: number
}

interface Week {
  bytes: number
  /** What it took before it was compressed; absent where it is not. */
  raw_bytes?: number | null
  begins: Date
  ends: Date
}

/** Reads what waypoints and event log take, and how that grows, off the sizes of this and the last week's partitions. */
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

/** Of this week when at least a day of it is over, else of the last one. */
export function bytesPerDay(weeks: readonly Week[], now: number): number | undefined {
  const uncompressed = weeks.filter(({ raw_bytes }) => raw_bytes == null)
  const thisWeek = uncompressed.find(({ begins, ends }) => begins.getTime() <= now && now < ends.getTime())
  const elapsedMs = thisWeek ? now - thisWeek.begins.getTime() : 0
  if (thisWeek && elapsedMs >= SHORTEST_MS) return (thisWeek.bytes / elapsedMs) * DAY_MS
  const lastWeek = uncompressed.find(({ ends }) => ends.getTime() <= now && now - ends.getTime() < 7 * DAY_MS)
  return lastWeek && lastWeek.bytes > EMPTY_BYTES ? lastWeek.bytes / 7 : undefined
}

/** Of the newest compressed week: what is sent changes with the fleet. */
export function compressedShare(weeks: readonly Week[]): number {
  const newest = weeks.findLast(({ raw_bytes }) => raw_bytes != null && raw_bytes > EMPTY_BYTES)
  return newest ? Math.min(1, newest.bytes / newest.raw_bytes!) : 1
}

/** What a partition takes that nobody has written to: its index's first page. */
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

// A compressed chunk's rows are in a table of their own, which counts; `raw_bytes` is what it took before.
const HYPERTABLE = `SELECT s.total_bytes::float8 AS bytes, c.range_start AS begins, c.range_end AS ends,
    CASE WHEN c.is_compressed THEN k.before_compression_total_bytes::float8 END AS raw_bytes
  FROM timescaledb_information.chunks c JOIN chunks_detailed_size('waypoints') s USING (chunk_schema, chunk_name)
  LEFT JOIN chunk_compression_stats('waypoints') k USING (chunk_schema, chunk_name)
  WHERE c.hypertable_name = 'waypoints' ORDER BY c.range_start`
