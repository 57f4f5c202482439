import { setTimeout as pause } from 'node:timers/promises'
import { type Fix, Topic } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage, OpenEventLog } from '@roadbook/event-log'
import { FORWARDED, forwardedName } from '@roadbook/protocols'
import type pg from 'pg'
import type { Ledger } from './ledger.js'
import type { Cursor, TraccarPosition, TraccarSource } from './source/model.js'

/** Format in which a Traccar server forwards. The history is read as if it had been forwarded. */
const traccar = FORWARDED.find(({ name }) => name === 'traccar')!

/** Fixes in one packet. More make the log smaller, and give consumers less to do for each fix. */
const FIXES_A_PACKET = 50
/** Trackers that are read at the same time. */
const AT_ONCE = 2
/** Attempts of a write while database or event log do not answer, and the pause between them. */
const TRIES = 10
const PAUSE_MS = 3_000
/** Packets that may wait for the consumers. History waits above this, so that what trackers send now is not late. */
const MOST_WAITING = 2_000
const LOOK_AGAIN_MS = 500
/** Group in which consumers read the log. */
const CONSUMERS = 'consumer'

export interface HistoryOptions {
  source: TraccarSource
  ledger: Ledger
  pool: pg.Pool
  log: OpenEventLog
  /** First day, `2024-01-01`, UTC. */
  from: string
  say: (line: string) => void
}

export interface History {
  /** Positions of Traccar that were published, also those that an earlier run had not noted. */
  positions: number
  fixes: number
  /** Positions that can never be stored, with the reason and how many there are. */
  refused: Map<string, number>
}

interface Tracker {
  sourceId: number
  imei: string
  uniqueId: string
  cursor: Cursor
}

/**
 * Publishes the positions of imported trackers to the event log, as if Traccar had forwarded them when it received them. So
 * consumers judge, store and cut them as any others, and what is stored already changes nothing. The ledger has the last position
 * of each tracker that is durable, and the next run goes on from there.
 */
export async function importPositions({ source, ledger, pool, log, from, say }: HistoryOptions): Promise<History> {
  const trackers = await trackersOf(pool, ledger, Date.parse(`${from}T00:00:00Z`))
  const result: History = { positions: 0, fixes: 0, refused: new Map() }
  const gate = new Gate(log)
  let done = 0
  const queue = [...trackers]
  const work = async () => {
    for (let tracker = queue.shift(); tracker; tracker = queue.shift()) {
      for await (const page of source.positions(tracker.sourceId, tracker.cursor)) {
        await gate.open()
        const messages = packetsOf(tracker, page, result)
        // Each changes nothing when it is done twice.
        await repeated(() => announce(pool, ledger, tracker, page))
        if (messages.length > 0) await repeated(() => log.publish(Topic.packets, messages))
        await repeated(() => note(pool, ledger, tracker.sourceId, page))
        result.positions += page.length
      }
      done++
      if (done % SAY_EVERY === 0) say(`${done} of ${trackers.length} trackers, ${result.positions} positions`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
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

/** Decodes positions and gathers their fixes to packets, in order. A packet has fixes of one protocol. */
function packetsOf({ imei, uniqueId }: Tracker, page: readonly TraccarPosition[], result: History): LogMessage[] {
  const messages: LogMessage[] = []
  let protocol = ''
  let receivedAt = 0
  let fixes: Fix[] = []
  const flush = () => {
    if (fixes.length === 0) return
    const packet = { imei, protocol, receivedAt, gateway: 'import', quarantined: false, fixes }
    messages.push({ key: imei, value: encodePacket(packet) })
    result.fixes += fixes.length
    fixes = []
  }
  const device = JSON.stringify({ uniqueId })
  for (const { json, serverTime } of page) {
    const decoded = traccar.decode(Buffer.from(`{"device":${device},"position":${json}}`), { now: serverTime })
    if (decoded.kind === 'decodeError') {
      result.refused.set(decoded.reason, (result.refused.get(decoded.reason) ?? 0) + 1)
      continue
    }
    const name = forwardedName(traccar, decoded.kind === 'packet' ? decoded.spoken : undefined)
    if (name !== protocol || fixes.length >= FIXES_A_PACKET) flush()
    protocol = name
    receivedAt = serverTime
    fixes.push(...(decoded.fixes ?? []))
  }
  flush()
  return messages
}

/** Notes what is about to be published, so that undo does not take it for somebody else's after a kill. */
async function announce(
  pool: pg.Pool,
  ledger: Ledger,
  { sourceId, cursor }: Tracker,
  page: readonly TraccarPosition[],
): Promise<void> {
  await pool.query(
    `INSERT INTO imported_tracks (import, source_id, last_fix_at, last_position_id, newest_at, positions)
     VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4, to_timestamp($5::float8 / 1000), 0)
     ON CONFLICT (import, source_id) DO UPDATE SET newest_at = greatest(imported_tracks.newest_at, excluded.newest_at)`,
    [ledger.name, String(sourceId), cursor.fixTime, cursor.id, Math.max(...page.map(({ serverTime }) => serverTime))],
  )
}

/** Notes the last position that is durable. The next run goes on after it. */
async function note(pool: pg.Pool, ledger: Ledger, sourceId: number, page: readonly TraccarPosition[]): Promise<void> {
  const last = page.at(-1)!
  await pool.query(
    `UPDATE imported_tracks SET last_fix_at = to_timestamp($3::float8 / 1000), last_position_id = $4, positions = positions + $5
     WHERE import = $1 AND source_id = $2`,
    [ledger.name, String(sourceId), last.fixTime, last.id, page.length],
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

/** Waits while many packets wait for the consumers. */
class Gate {
  #looking: Promise<void> | undefined
  #passes = 0

  constructor(private readonly log: OpenEventLog) {}

  /** Resolves when more may be published. Looks once in a few pages. */
  async open(): Promise<void> {
    if (this.#passes++ % PAGES_A_LOOK === 0) this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(): Promise<void> {
    while ((await this.#waiting()) > MOST_WAITING) await pause(LOOK_AGAIN_MS)
  }

  async #waiting(): Promise<number> {
    const lag = await this.log.lag(Topic.packets, CONSUMERS)
    return [...lag.values()].reduce((sum, packets) => sum + Number(packets), 0)
  }
}
const PAGES_A_LOOK = 4
