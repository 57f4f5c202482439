// T-14, T-11: measures requests over a year of a fleet of 10 000 vehicles with a million trips:
// - a month's report of 100 vehicles
// - a vehicle's list of trips over three months
// - charts of the whole fleet over the whole year
// The requests are sent over HTTP, as the portal does. The comparison is a plain SELECT of the same data from the trips.
// Counts wall time, because a person waits for it, and CPU time of the API and its database, which other work does not
// affect.
// REPORTS_WAYPOINTS is the total number of waypoints of the trips. Its default of a hundred million takes some 15 GB of disk.
// Writing them takes half an hour on two busy cores.
import pg from 'pg'
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { addCaller, ApiProcess } from './support/api-process.ts'
import { cpuMs, serverCpuMs } from './support/cpu-time.ts'
import { measureRatio, percentile, type Ratio, report } from './support/ratio.ts'

const ENTITIES = 10_000
/** Number of vehicles with two trips a day. The other vehicles share the rest of the million trips. */
const BUSY = 1_000
const TRIPS = 1_000_000
const KIND_REPEATS = 20
const WAYPOINTS = Number(process.env.REPORTS_WAYPOINTS ?? 100_000_000)
const ZONE = 'Europe/Amsterdam'
/**
 * All kinds of report on screen. Their parameters are chosen so that each report has rows: stops of at least five minutes, and
 * trips faster than 30 km/h.
 */
const KINDS = { all: '', summary: '', stops: '&min_minutes=5', utilisation: '', speeding: '&limit_kph=30', activity: '' }

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const YEAR = { from: dayAgo(365), till: dayAgo(1) }
const MONTH = { from: dayAgo(62), till: dayAgo(32) }
const QUARTER = { from: dayAgo(92), till: dayAgo(1) }
const everyTenth = Array.from({ length: 100 }, (_, at) => 1 + at * 10)

/** Returns the query for a month of a hundred vehicles. */
const monthOf = (kind: keyof typeof KINDS, n: number) =>
  `/reports/${kind}?from=${MONTH.from}&till=${MONTH.till}&tz=${ZONE}&entity_ids=${everyTenth.map((id) => id + (n % 10)).join()}${KINDS[kind]}`

/** Requests, each with the bare statement that answers it. `n` varies the rows that are read. */
const QUESTIONS = {
  month: {
    repeats: 20,
    path: (n: number) => monthOf('summary', n),
    plain: (n: number) => `SELECT entity_id, count(*), sum(distance_m), sum(idle_s), sum(ended_at - started_at) FROM trips
      WHERE entity_id = ANY ('{${everyTenth.map((id) => id + (n % 10)).join()}}') AND started_at >= '${MONTH.from}'
        AND started_at < '${MONTH.till}'::date + 1 AND deleted_at IS NULL GROUP BY entity_id`,
  },
  trips: {
    repeats: 20,
    path: (n: number) =>
      `/trips?search=entity_id:${1 + n}&from=${QUARTER.from}&till=${QUARTER.till}&orderBy=trip_started_at&sortedBy=desc&limit=200&tz=${ZONE}`,
    plain: (n: number) => `SELECT * FROM trips WHERE entity_id = ${1 + n} AND started_at >= '${QUARTER.from}'
        AND started_at < '${QUARTER.till}'::date + 1 AND deleted_at IS NULL ORDER BY started_at DESC LIMIT 200`,
  },
  year: {
    repeats: 3,
    path: () => `/analytics/averageSpeedPerTrip?from=${YEAR.from}&till=${YEAR.till}&tz=${ZONE}`,
    plain: () => `SELECT date(started_at AT TIME ZONE '${ZONE}'), avg(average_speed_kph) FROM trips
      WHERE started_at >= '${YEAR.from}' AND started_at < '${YEAR.till}'::date + 1 AND deleted_at IS NULL GROUP BY 1`,
  },
  hours: {
    repeats: 5,
    path: () => `/analytics/activityDay?from=${MONTH.from}&till=${MONTH.till}&tz=${ZONE}`,
    plain: () => `SELECT extract(hour FROM started_at AT TIME ZONE '${ZONE}'), count(*) FROM trips
      WHERE started_at >= '${MONTH.from}' AND started_at < '${MONTH.till}'::date + 1 AND deleted_at IS NULL GROUP BY 1`,
  },
}
type Question = keyof typeof QUESTIONS

const server = await startPostgres()
const client = new pg.Client({ connectionString: server.url })
let api: ApiProcess | undefined
try {
  await migrate(server.url)
  await client.connect()
  await fill()
  const asked = (api = await ApiProcess.start(server.url))
  const found: Partial<Record<Question, Ratio & { p95: number }>> = {}
  for (const name of Object.keys(QUESTIONS) as Question[]) {
    const times: number[] = []
    const { path, plain, repeats } = QUESTIONS[name]
    const ratio = await measureRatio(
      () => medianOf(repeats, (n) => client.query(plain(n))),
      () => medianOf(repeats, (n) => asked.ask(path(n)), times),
    )
    found[name] = { ...ratio, p95: percentile(times, 0.95) }
  }
  const { month, ...more } = found
  if (!month) throw new Error('the month was not measured')
  const kinds = await measureKinds(asked)
  report('reports', month, 'ms a month of 100 vehicles', {
    p95: month.p95,
    ...more,
    kinds,
    vehicles: ENTITIES,
    stored: TRIPS,
    waypoints: WAYPOINTS,
  })
} finally {
  await api?.stop()
  await client.end()
  await server.stop()
}

/**
 * Returns for each kind the 95th percentile of the response time, and the CPU time of API and database per request, in
 * milliseconds.
 */
async function measureKinds(api: ApiProcess): Promise<Record<string, { p95: number; cpu: number }>> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const used = () => cpuMs(api.pid) + serverCpuMs(rows[0]!.pid)
  const found: Record<string, { p95: number; cpu: number }> = {}
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const times: number[] = []
    await api.ask(monthOf(kind, 0))
    const before = used()
    await medianOf(KIND_REPEATS, (n) => api.ask(monthOf(kind, n)), times)
    found[kind] = { p95: percentile(times, 0.95), cpu: (used() - before) / KIND_REPEATS }
  }
  return found
}

/** Returns the median in milliseconds. @param all receives each duration */
async function medianOf(repeats: number, one: (n: number) => Promise<unknown>, all: number[] = []): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < repeats; n++) {
    const began = performance.now()
    await one(n)
    times.push(performance.now() - began)
  }
  all.push(...times)
  return percentile(times, 0.5)
}

async function fill(): Promise<void> {
  const others = Math.round((TRIPS - BUSY * 730) / (ENTITIES - BUSY))
  await addCaller(client)
  await client.query(
    `INSERT INTO entities (business_id, name, vehicle_type) SELECT 1, 'Bike ' || n, 'eBike' FROM generate_series(1, ${ENTITIES}) n`,
  )
  await client.query(`INSERT INTO devices (imei, business_id) SELECT lpad(id::text, 15, '0'), business_id FROM entities`)
  await client.query(`INSERT INTO installations (device_id, entity_id, business_id, installed_at) SELECT d.id, e.id, 1, '2020-01-01'
    FROM devices d JOIN entities e ON lpad(e.id::text, 15, '0') = d.imei`)
  await client.query('ANALYZE entities, devices, installations')
  // Each statement writes the trips of a thousand vehicles in the order of days, because real trips arrive in this order.
  await client.query(`INSERT INTO trips (device_id, entity_id, business_id, started_at, ended_at, is_open, start_latitude, start_longitude,
      stop_latitude, stop_longitude, distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count)
    SELECT i.device_id, i.entity_id, 1, began, began + make_interval(secs => 600 + n % 1200), FALSE, 520000000, 50000000, 521000000,
      50100000, 1000 + n % 9000, 10 + n % 20, 35, n % 120, 60
    FROM installations i CROSS JOIN LATERAL generate_series(0, CASE WHEN i.entity_id <= ${BUSY} THEN 729 ELSE ${others - 1} END) n
    CROSS JOIN LATERAL (SELECT now() - interval '365 days' + i.entity_id % 600 * interval '1 minute'
      + n * CASE WHEN i.entity_id <= ${BUSY} THEN interval '12 hours' ELSE interval '365 days' / ${others} END AS began) t
    ORDER BY began`)
  await fillWaypoints()
  await client.query('VACUUM ANALYZE')
}

/**
 * Writes the same number of waypoints for each trip, at equal intervals. Writes week by week, and within a week vehicle by
 * vehicle.
 */
async function fillWaypoints(): Promise<void> {
  const each = Math.max(2, Math.round(WAYPOINTS / TRIPS))
  await client.query("SELECT make_waypoint_partition(now() - n * interval '7 days') FROM generate_series(-1, 54) n")
  for (let week = 53; week >= 0; week--) {
    await client.query(`INSERT INTO waypoints (device_id, positioned_at, received_at, latitude, longitude, speed_tenths_kph, validity)
      SELECT t.device_id, at, at, 520000000 + k * 1000, 50000000 + k * 700, 50 + k % 300, 0 FROM trips t
      CROSS JOIN generate_series(0, ${each} - 1) k
      CROSS JOIN LATERAL (SELECT t.started_at + k * (t.ended_at - t.started_at) / (${each} - 1) AS at) w
      WHERE t.started_at >= now() - ${week} * interval '7 days' AND t.started_at < now() - ${week - 1} * interval '7 days'
      ORDER BY t.device_id, at ON CONFLICT DO NOTHING`)
  }
}
