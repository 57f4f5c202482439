import { setTimeout as pause } from 'node:timers/promises'
import { Topic } from '@roadbook/contracts'
import { Gate, type OpenEventLog } from '@roadbook/event-log'
import type pg from 'pg'
import { packetsOf } from './history/packets.js'
import { beginStays } from './history/stays.js'
import type { Ledger } from './ledger.js'
import type { Cursor, TraccarPosition, TraccarSource } from './source/model.js'

/** Number of trackers that are read at the same time. */
const AT_ONCE = 2
/** Number of attempts of a write while the database or event log does not answer, and the pause between two attempts. */
const TRIES = 10
const PAUSE_MS = 3_000

export interface HistoryOptions {
  source: TraccarSource
  ledger: Ledger
  pool: pg.Pool
  log: OpenEventLog
  /** First day, `2024-01-01`, UTC. */
  from: string
  say: (line: string) => void
  /** Milliseconds after which every consumer process has read a change of the registry. */
  registryMs?: number
}

export interface History {
  /**
   * Number of Traccar's positions that were published. If an earlier run published a position without recording it, it
   * counts again.
   */
  positions: number
  fixes: number
  /** Number of positions that can never be stored, by reason. */
  refused: Map<string, number>
  /** Number of packets that no consumer process had read at the end. */
  waiting: number
}

interface Tracker {
  sourceId: number
  imei: string
  uniqueId: string
  cursor: Cursor
}

/**
 * Publishes the positions of imported trackers to the event log, as if Traccar had forwarded each position at its
 * reception. Consumer processes therefore treat them like all other positions. Positions that are stored already change
 * nothing. The ledger contains the last durable position of each tracker, and the next run continues after this position.
 */
export async function importPositions({
  source,
  ledger,
  pool,
  log,
  from,
  say,
  registryMs = 25_000,
}: HistoryOptions): Promise<History> {
  const moved = await beginStays(pool, ledger.name, from)
  if (moved > 0) {
    say(`${moved} trackers count as installed since ${from}, or since an earlier stay ended; waiting until consumers know`)
    // A fixed wait, because consumer processes read the registry at intervals and do not report that they have read it.
    await pause(registryMs)
  }
  const trackers = await trackersOf(pool, ledger, Date.parse(`${from}T00:00:00Z`))
  const result: History = { positions: 0, fixes: 0, refused: new Map(), waiting: 0 }
  const gate = new Gate(log, say)
  let done = 0
  const queue = [...trackers]
  const work = async () => {
    for (let tracker = queue.shift(); tracker; tracker = queue.shift()) {
      for await (const page of source.positions(tracker.sourceId, tracker.cursor)) {
        await gate.open()
        const { messages, fixes, refused } = packetsOf(tracker, page)
        // A repetition of these writes changes nothing.
        await repeated(() => announce(pool, ledger, tracker, { page, from }))
        if (messages.length > 0) await repeated(() => log.publish(Topic.packets, messages))
        await repeated(() => note(pool, ledger, tracker.sourceId, page))
        result.positions += page.length
        result.fixes += fixes
        for (const reason of refused) result.refused.set(reason, (result.refused.get(reason) ?? 0) + 1)
      }
      done++
      if (done % SAY_EVERY === 0) say(`${done} of ${trackers.length} trackers, ${result.positions} positions`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  result.waiting = await gate.waiting()
  return result
}

const SAY_EVERY = 20

async function trackersOf(pool: pg.Pool, ledger: Ledger, from: number): Promise<Tracker[]> {
  const { rows } = await pool.query<{
    source_id: string
    imei: string
    name: string
    fix_time: string | null
    position_id: string | null
  }>(
    `SELECT r.source_id, d.imei, coalesce(d.tracker_id, d.imei) AS name,
       (extract(epoch FROM t.last_fix_at) * 1000)::bigint AS fix_time, t.last_position_id AS position_id
     FROM imported_rows r JOIN devices d ON d.id = r.target_id AND d.deleted_at IS NULL
     LEFT JOIN imported_tracks t ON t.import = r.import AND t.source_id = r.source_id
     WHERE r.import = $1 AND r.kind = 'device' ORDER BY r.source_id::int`,
    [ledger.name],
  )
  return rows.map((row) => ({
    sourceId: Number(row.source_id),
    imei: row.imei,
    uniqueId: row.name,
    cursor: row.fix_time === null ? { fixTime: from, id: 0 } : { fixTime: Number(row.fix_time), id: Number(row.position_id) },
  }))
}

/**
 * Records the time of the newest position that is about to be published. If the command is then killed, undo still
 * recognises these positions as the import's.
 */
async function announce(
  pool: pg.Pool,
  ledger: Ledger,
  { sourceId, cursor }: Tracker,
  { page, from }: { page: readonly TraccarPosition[]; from: string },
): Promise<void> {
  const newest = Math.max(...page.map(({ serverTime }) => serverTime))
  await pool.query(
    `INSERT INTO imported_tracks (import, source_id, last_fix_at, last_position_id, newest_at, positions, since)
     VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4, to_timestamp($5::float8 / 1000), 0, $6)
     ON CONFLICT (import, source_id) DO UPDATE SET newest_at = greatest(imported_tracks.newest_at, excluded.newest_at)`,
    [ledger.name, String(sourceId), cursor.fixTime, cursor.id, newest, `${from}T00:00:00Z`],
  )
}

/**
 * Returns the place in a tracker's positions up to which they have been imported, given the last position of a page. If
 * this position is dated after its reception, the place is the time of reception. Otherwise correctly dated positions that
 * arrive later would be skipped.
 */
export function reached({ fixTime, serverTime, id }: TraccarPosition): Cursor {
  return fixTime <= serverTime ? { fixTime, id } : { fixTime: serverTime, id: 0 }
}

/** Records the last position that is durable. The next run continues after this position. A run never goes back. */
async function note(pool: pg.Pool, ledger: Ledger, sourceId: number, page: readonly TraccarPosition[]): Promise<void> {
  const { fixTime, id } = reached(page.at(-1)!)
  await pool.query(
    `UPDATE imported_tracks t SET positions = t.positions + $5, (last_fix_at, last_position_id) = (
       SELECT p.at, p.id FROM (VALUES (t.last_fix_at, t.last_position_id), (to_timestamp($3::float8 / 1000), $4::bigint)) p (at, id)
       ORDER BY p.at DESC, p.id DESC LIMIT 1)
     WHERE import = $1 AND source_id = $2`,
    [ledger.name, String(sourceId), fixTime, id, page.length],
  )
}

/** Repeats a write that failed, so that a busy or restarted database does not end hours of work. */
async function repeated(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt >= TRIES) throw error
      await pause(PAUSE_MS)
    }
  }
}
