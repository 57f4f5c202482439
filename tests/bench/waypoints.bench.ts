// G8, G21: compares the rate of the waypoint store with the rate of a bare COPY of ready-made bytes into the same table with
// the same index. Each uses one connection and writes every commit to disk. The fixes come as from a fleet: those of all
// devices are mixed, 1 % are late, and 1 % are repeated.
import { once } from 'node:events'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { migrate } from '@roadbook/migrations'
import { createTrackStore, type WaypointRow } from '@roadbook/track-store'
import { names, packCopy } from '@roadbook/track-store/columns'
import { toValues, WAYPOINT_COLUMNS } from '@roadbook/track-store/waypoint-columns'
import { startPostgres } from '../support/database/postgres-server.mjs'

const DEVICES = 10_000
const BATCH = 2_000
const BATCHES_A_SLICE = 5
const SLICES_A_ROUND = 10
const ROUNDS = 3
const BEGIN = Date.now() - 3 * 86_400_000

/** Returns the n-th fix of the fleet. Every device has a fix every ten seconds. */
function fix(n: number): WaypointRow {
  const positionedAt = BEGIN + Math.floor(n / DEVICES) * 10_000 + (n % DEVICES)
  return {
    deviceId: 1 + (n % DEVICES),
    receivedAt: positionedAt + 800,
    fix: {
      positionedAt,
      validity: 0,
      latitude: 52 + (n % 9_973) * 1e-5,
      longitude: 5 + (n % 9_967) * 1e-5,
      altitudeM: 12,
      speedKph: n % 50,
      heading: n % 360,
      satellites: 9,
      hdop: 0.9,
      ignition: true,
      movement: true,
      odometerM: 1_000_000 + n,
      externalBatteryMv: 36_500,
      batteryMv: 4_012,
      gsmSignal: 4,
    },
  }
}

let next = 0
/** Returns a batch in the order in which it arrives, and the rows of this batch that are new. */
function batch(): { arriving: WaypointRow[]; fresh: WaypointRow[] } {
  const fresh = Array.from({ length: BATCH }, () => fix(next++))
  const arriving = [...fresh]
  // One in a hundred is two rounds of the fleet late, and one in a hundred is repeated.
  const late = next > 2 * DEVICES
  if (late) for (let at = 0; at < BATCH; at += 100) arriving[at] = fix(next - BATCH + at - 2 * DEVICES)
  for (let at = 50; at < BATCH; at += 100) if (next > BATCH) arriving.push(fix(next - BATCH - 100 + at))
  return { arriving, fresh }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const server = await startPostgres({ durable: true })
try {
  await migrate(server.url)
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const store = createTrackStore(pool)
  await client.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'bench')")
  await client.query("INSERT INTO devices (imei, business_id) SELECT lpad(n::text, 15, '0'), 1 FROM generate_series(1, $1) n", [
    DEVICES,
  ])
  for (const table of ['limit_before', 'limit_after']) await client.query(`CREATE TABLE ${table} (LIKE waypoints INCLUDING ALL)`)
  const copyInto = async (table: string, bytes: Buffer) => {
    const stream = client.query(copyStreams.from(`COPY ${table} (${names(WAYPOINT_COLUMNS)}) FROM STDIN (FORMAT binary)`))
    stream.end(bytes)
    await once(stream, 'finish')
  }

  const rounds: { limit: number; system: number; repeats: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    let [limitMs, systemMs, repeatsMs, limitRows, systemRows, repeatedRows] = [0, 0, 0, 0, 0, 0]
    for (let slice = 0; slice < SLICES_A_ROUND; slice++) {
      const batches = Array.from({ length: BATCHES_A_SLICE }, batch)
      const ready = batches.map(({ fresh }) => packCopy(WAYPOINT_COLUMNS, fresh.map(toValues)))
      const bare = async (table: string) => {
        for (const bytes of ready) await copyInto(table, bytes)
      }
      const write = async () => {
        for (const { arriving } of batches) await store.writeWaypoints(arriving)
      }
      limitMs += await timed(() => bare('limit_before'))
      systemMs += await timed(write)
      limitMs += await timed(() => bare('limit_after'))
      repeatsMs += await timed(write)
      const arrived = batches.reduce((sum, { arriving }) => sum + arriving.length, 0)
      limitRows += 2 * BATCH * BATCHES_A_SLICE
      systemRows += arrived
      repeatedRows += arrived
    }
    rounds.push({
      limit: (limitRows / limitMs) * 1_000,
      system: (systemRows / systemMs) * 1_000,
      repeats: (repeatedRows / repeatsMs) * 1_000,
    })
  }
  // The first round is a warm-up.
  rounds.shift()

  const states = Array.from({ length: 2_000 }, (_, n) => ({
    deviceId: n + 1,
    imei: String(n + 1).padStart(15, '0'),
    revision: 0,
    lastReceivedAt: BEGIN,
    lastPositionedAt: BEGIN,
    validPositionedAt: BEGIN,
    latitude: 52,
    longitude: 5,
    moving: true,
    segmentation: { phase: 'moving', since: BEGIN, points: [1, 2, 3, 4, 5, 6, 7, 8] },
  }))
  const checkpoints: number[] = []
  for (let n = 0; n < 10; n++) {
    checkpoints.push(await timed(() => store.saveCheckpoint({ states, trips: { insert: [], update: [], remove: [] } })))
    for (const state of states) state.revision++
  }
  const { rows: sizes } = await client.query<{ bytes: string; rows: string }>(
    `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes, (SELECT count(*) FROM waypoints) AS rows
     FROM pg_inherits WHERE inhparent = 'waypoints'::regclass`,
  )
  const week = await timed(() => store.closeWeek(BEGIN))
  const { rows: closed } = await client.query<{ bytes: string }>(
    "SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'waypoints'::regclass",
  )
  const stored = Number(sizes[0]?.rows)
  const perRow = (bytes: string | undefined) => Number((Number(bytes) / stored).toFixed(1))
  console.log(
    JSON.stringify({
      repeatedRowsPerS: Math.round(median(rounds.map((round) => round.repeats))),
      microsecondsAState: Number(((median(checkpoints) * 1_000) / states.length).toFixed(1)),
      rows: stored,
      bytesARow: perRow(sizes[0]?.bytes),
      bytesARowOfAClosedWeek: perRow(closed[0]?.bytes),
      closeWeekMs: Math.round(week),
    }),
  )
  await pool.end()
  await client.end()
  const system = Math.round(median(rounds.map((round) => round.system)))
  const limit = Math.round(median(rounds.map((round) => round.limit)))
  const ratio = Number(median(rounds.map((round) => round.system / round.limit)).toFixed(2))
  console.log(JSON.stringify({ bench: 'waypoints', system, limit, ratio, unit: 'rows/s' }))
} finally {
  await server.stop()
}
