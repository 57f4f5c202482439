// G8: what the whole consumer (decode, store once, segment, states, trips, live, checkpoints) keeps of a bare COPY of ready-made
// bytes into the same table with the same index, every commit on disk. A fleet of moving bikes, ten fixes a packet.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { Topic, type Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog } from '@roadbook/event-log'
import { migrate } from '@roadbook/migrations'
import { names, packCopy } from '@roadbook/track-store/columns'
import { toValues, WAYPOINT_COLUMNS } from '@roadbook/track-store/waypoint-columns'
import { startPostgres } from '../support/postgres-server.mjs'

const DEVICES = 1_000
const PACKETS_A_ROUND = 12
const FIXES_A_PACKET = 10
const ROUNDS = 3
const BEGIN = Date.now() - 6 * 3_600_000
const COPY_ROWS = 2_000

/** Ten minutes of riding, five of standing, for ever; every bike on a street of its own. */
function fix(device: number, n: number): Fix {
  const cycle = n % 90
  const ridden = Math.floor(n / 90) * 60 + Math.min(cycle, 60)
  const isRiding = cycle < 60
  return {
    positionedAt: BEGIN + n * 10_000 + device,
    validity: 0,
    latitude: 50 + device * 0.002,
    longitude: 5 + ridden * 0.0007,
    altitudeM: 12,
    speedKph: isRiding ? 18 : 0,
    heading: 90,
    satellites: 9,
    ignition: isRiding,
    movement: isRiding,
    odometerM: 1_000_000 + ridden * 48,
    externalBatteryMv: 36_500,
    gsmSignal: 4,
  }
}

const imeiOf = (device: number) => String(350_000_000_000_000 + device)
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const server = await startPostgres({ durable: true })
try {
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'bench')")
  await client.query(
    'INSERT INTO devices (imei, business_id) SELECT (350000000000000 + n)::text, 1 FROM generate_series(1, $1) n',
    [DEVICES],
  )
  await client.query("INSERT INTO entities (business_id, name, vehicle_type) SELECT 1, 'bike ' || id, 'eBike' FROM devices")
  await client.query(
    "INSERT INTO installations (device_id, entity_id, business_id, installed_at) SELECT id, id, 1, '2020-01-01' FROM devices",
  )
  for (const table of ['limit_before', 'limit_after']) await client.query(`CREATE TABLE ${table} (LIKE waypoints INCLUDING ALL)`)
  const log = openEventLog('postgres', { clientId: 'bench', databaseUrl: server.url })
  await log.prepare()

  const copyAll = async (table: string, ready: readonly Buffer[]) => {
    for (const bytes of ready) {
      const stream = client.query(copyStreams.from(`COPY ${table} (${names(WAYPOINT_COLUMNS)}) FROM STDIN (FORMAT binary)`))
      stream.end(bytes)
      await once(stream, 'finish')
    }
  }
  const consume = async () => {
    const consumer = await startConsumer({
      DATABASE_URL: server.url,
      EVENT_LOG: 'postgres',
      LOG_LEVEL: 'warn',
      CONSUMER_HEALTH_PORT: '0',
    })
    const isQuiet = async () => {
      const lag = await log.lag(Topic.packets, 'consumer')
      return lag.size > 0 && [...lag.values()].every((messages) => messages === 0n)
    }
    while (!(await isQuiet())) await wait(50)
    return consumer
  }

  const rounds: { limit: number; system: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const rows = []
    for (let packet = 0; packet < PACKETS_A_ROUND; packet++) {
      const from = (round * PACKETS_A_ROUND + packet) * FIXES_A_PACKET
      const messages = []
      for (let device = 1; device <= DEVICES; device++) {
        const fixes = Array.from({ length: FIXES_A_PACKET }, (_, n) => fix(device, from + n))
        const receivedAt = fixes.at(-1)!.positionedAt + 800
        rows.push(...fixes.map((own) => ({ deviceId: device, receivedAt, fix: own })))
        const value = encodePacket({
          imei: imeiOf(device),
          protocol: 'teltonika',
          receivedAt,
          gateway: 'bench',
          quarantined: false,
          fixes,
        })
        messages.push({ key: imeiOf(device), value })
      }
      await log.publish(Topic.packets, messages)
    }
    const ready: Buffer[] = []
    for (let at = 0; at < rows.length; at += COPY_ROWS)
      ready.push(packCopy(WAYPOINT_COLUMNS, rows.slice(at, at + COPY_ROWS).map(toValues)))
    let consumer: { close(): Promise<void> } | undefined
    const before = await timed(() => copyAll('limit_before', ready))
    const systemMs = await timed(async () => (consumer = await consume()))
    const after = await timed(() => copyAll('limit_after', ready))
    await consumer?.close()
    rounds.push({ limit: (2 * rows.length * 1_000) / (before + after), system: (rows.length * 1_000) / systemMs })
  }
  // The first round warms up.
  rounds.shift()
  const { rows: counts } = await client.query<{ waypoints: string; trips: string }>(
    'SELECT (SELECT count(*) FROM waypoints) AS waypoints, (SELECT count(*) FROM trips) AS trips',
  )
  console.log(JSON.stringify(counts[0]))
  await log.close()
  await client.end()
  const system = Math.round(median(rounds.map((round) => round.system)))
  const limit = Math.round(median(rounds.map((round) => round.limit)))
  const ratio = Number(median(rounds.map((round) => round.system / round.limit)).toFixed(2))
  console.log(JSON.stringify({ bench: 'ingest', system, limit, ratio, unit: 'fixes/s' }))
} finally {
  await server.stop()
}
