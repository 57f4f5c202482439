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
  /** How much more the event log will take until what comes equals what is dropped. */
  logBytesToCome: number
}

interface Week {
  bytes: number
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
    ...(perDay !== undefined && { waypointBytesPerDay: perDay }),
    logBytesToCome: log ? await logBytesToCome(log, now) : 0,
  }
}

/** Of this week when at least a day of it is over, else of the last one. */
export function bytesPerDay(weeks: readonly Week[], now: number): number | undefined {
  const thisWeek = weeks.find(({ begins, ends }) => begins.getTime() <= now && now < ends.getTime())
  const elapsedMs = thisWeek ? now - thisWeek.begins.getTime() : 0
  if (thisWeek && elapsedMs >= SHORTEST_MS) return (thisWeek.bytes / elapsedMs) * DAY_MS
  const lastWeek = weeks.find(({ ends }) => ends.getTime() <= now && now - ends.getTime() < 7 * DAY_MS)
  return lastWeek && lastWeek.bytes > EMPTY_BYTES ? lastWeek.bytes / 7 : undefined
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

// Chunks of today are not compressed yet: what they tell is the most that it can be.
const HYPERTABLE = `SELECT coalesce(pg_total_relation_size(format('%I.%I', chunk_schema, chunk_name)::regclass), 0)::float8 AS bytes,
    range_start AS begins, range_end AS ends
  FROM timescaledb_information.chunks WHERE hypertable_name = 'waypoints'`
