// Measures requests for a vehicle's whole track over HTTP, compared with the bare statement that reads the same readings. For
// a day with a reading per minute, measures the CPU time of API and database, and the response time. For a hundred thousand
// readings, measures the API's memory while it sends them. CPU time does not depend on other work.
import pg from 'pg'
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { addCaller, ApiProcess } from './support/api-process.ts'
import { cpuMs, serverCpuMs } from './support/cpu-time.ts'
import { measureRatio, percentile, report } from './support/ratio.ts'

const MINUTES = 1_440
const MANY = 100_000
const REPEATS = 60
const [ONCE_A_MINUTE, EACH_SECOND] = [1, 2]
const DAY = { from: '2025-03-01T00:00:00Z', till: '2025-03-01T23:59:59Z' }

const server = await startPostgres()
const client = new pg.Client({ connectionString: server.url })
let api: ApiProcess | undefined
try {
  await migrate(server.url)
  await client.connect()
  await fill()
  api = await ApiProcess.start(server.url)
  const { pid } = api
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const used = () => cpuMs(pid) + serverCpuMs(rows[0]!.pid)
  const times: number[] = []
  const day = () => api!.ask(`/entities/${ONCE_A_MINUTE}/track?from=${DAY.from}&till=${DAY.till}`)
  const plain = () =>
    client.query(`SELECT positioned_at, latitude, longitude, speed_tenths_kph, heading, altitude_m, validity FROM waypoints
      WHERE device_id = ${ONCE_A_MINUTE} AND positioned_at >= '${DAY.from}' AND positioned_at <= '${DAY.till}' ORDER BY positioned_at`)
  for (let warm = 0; warm < REPEATS; warm++) await day()
  const ratio = await measureRatio(
    () => cpuOf(() => process.cpuUsage().user / 1_000 + serverCpuMs(rows[0]!.pid), plain),
    () => cpuOf(used, day, times),
  )
  // The second request is measured. The first one also allocates memory that the process keeps, such as caches.
  const whole = `/entities/${EACH_SECOND}/track?from=2025-03-01&till=2025-03-05`
  await api.ask(whole)
  const before = api.residentMb()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, api!.residentMb())), 5)
  const bytes = await api.ask(whole)
  clearInterval(watch)
  report('track', ratio, 'ms of CPU a day with a reading a minute', {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    readings: MINUTES,
    streamed: MANY,
    streamedMb: Math.round(bytes / 2 ** 20),
    moreMemoryMb: Math.round(most - before),
  })
} finally {
  await api?.stop()
  await client.end()
  await server.stop()
}

/** Returns the CPU milliseconds per call. @param all receives each response time */
async function cpuOf(used: () => number, one: () => Promise<unknown>, all: number[] = []): Promise<number> {
  const before = used()
  for (let n = 0; n < REPEATS; n++) {
    const began = performance.now()
    await one()
    all.push(performance.now() - began)
  }
  return (used() - before) / REPEATS
}

async function fill(): Promise<void> {
  await addCaller(client)
  await client.query(
    "INSERT INTO entities (business_id, name, vehicle_type) SELECT 1, 'Bike ' || n, 'eBike' FROM generate_series(1, 2) n",
  )
  await client.query("INSERT INTO devices (imei, business_id) SELECT lpad(id::text, 15, '0'), 1 FROM entities")
  await client.query(`INSERT INTO installations (device_id, entity_id, business_id, installed_at)
    SELECT d.id, e.id, 1, '2020-01-01' FROM devices d JOIN entities e ON lpad(e.id::text, 15, '0') = d.imei`)
  await client.query("SELECT make_waypoint_partition('2025-03-01'), make_waypoint_partition('2025-03-04')")
  for (const [device, readings, everyS] of [
    [ONCE_A_MINUTE, MINUTES, 60],
    [EACH_SECOND, MANY, 1],
  ])
    await client.query(`INSERT INTO waypoints (device_id, positioned_at, received_at, latitude, longitude, speed_tenths_kph, heading, validity)
      SELECT ${device}, at, at, 520000000 + n % 5000 * 100, 50000000 + n % 7000 * 70, 50 + n % 300, n % 360, 0
      FROM generate_series(0, ${readings! - 1}) n CROSS JOIN LATERAL (SELECT '2025-03-01Z'::timestamptz + n * interval '${everyS} s' AS at) t`)
  await client.query('VACUUM ANALYZE')
}
