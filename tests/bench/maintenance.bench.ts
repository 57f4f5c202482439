// T-09: measures the evaluation of due services for 100 000 vehicles with three triggers each and 30 days of trips. One
// scheduled run evaluates all vehicles, and one those that reported in the last 20 minutes. Counts CPU time of the process
// and the database. The comparison is a plain join of the same tables, which computes the same times without checking
// permissions.
import pg from 'pg'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import { MaintenanceEvaluation } from '@roadbook/api/features/maintenance/evaluation/evaluation'
import { EvaluationRepository } from '@roadbook/api/features/maintenance/evaluation/evaluation.repository'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { serverCpuMs } from './support/cpu-time.ts'
import { measureRatio, report } from './support/ratio.ts'

const VEHICLES = 100_000
const TRIGGERS = 3
const ZONE = 'Europe/Amsterdam'

const PLAIN = `SELECT count(*) FILTER (WHERE due.at <= now() OR due.m <= due.odometer_m), min(due.at), max(due.days)
  FROM (
    SELECT (m.counted_from AT TIME ZONE p.time_zone + CASE t.metric WHEN 'days' THEN make_interval(days => t.value)
        WHEN 'months' THEN make_interval(months => t.value) END) AT TIME ZONE p.time_zone AS at,
      m.counted_from_m + CASE t.metric WHEN 'kilometers' THEN t.value * 1000::bigint END AS m,
      s.odometer_m, (m.counted_from_m + t.value * 1000 - s.odometer_m) / nullif(y.metres, 0) AS days
    FROM maintenance_plan_entities m
    JOIN maintenance_plans p ON p.id = m.plan_id AND p.active
    JOIN maintenance_triggers t ON t.plan_id = p.id
    JOIN entities e ON e.id = m.entity_id
    JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
    JOIN device_states s ON s.device_id = i.device_id
    LEFT JOIN maintenance_notifications n ON n.entity_id = e.id AND n.trigger_id = t.id AND n.status = 'open'
    LEFT JOIN (SELECT entity_id, sum(distance_m) / 30 AS metres FROM trip_days WHERE day >= current_date - 30 GROUP BY 1) y
      ON y.entity_id = e.id
  ) due`

const server = await startPostgres()
const pool = createPool({ url: server.url, name: 'bench', max: 1 })
try {
  await migrate(server.url)
  await fill()
  const evaluation = new MaintenanceEvaluation(
    new RequestDatabase(pool),
    new EvaluationRepository({ SUMMARY_TIME_ZONES: [ZONE] }),
  )
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
    const total = () => serverCpuMs(rows[0]!.pid) + (process.cpuUsage().user + process.cpuUsage().system) / 1_000
    const before = total()
    await work()
    return total() - before
  }
  const first = Math.round(await cpuOf(() => evaluation.byClock()))
  const opened = (await pool.query<{ count: string }>('SELECT count(*) FROM maintenance_notifications')).rows[0]!.count
  await pool.query('VACUUM ANALYZE maintenance_notifications')
  const ratio = await measureRatio(
    () => cpuOf(() => pool.query(PLAIN)),
    () => cpuOf(() => evaluation.byClock()),
  )
  const moved = Math.round(await cpuOf(() => evaluation.byOdometer(new Date(Date.now() - 20 * 60_000))))
  const again = (await pool.query<{ count: string }>('SELECT count(*) FROM maintenance_notifications')).rows[0]!.count
  if (again !== opened) throw new Error(`${again} are open after several runs, and were ${opened} after the first`)
  report('maintenance', ratio, 'ms of CPU a run', {
    first,
    moved,
    opened: Number(opened),
    vehicles: VEHICLES,
    triggers: TRIGGERS,
  })
} finally {
  await pool.end()
  await server.stop()
}

/** Adds the fleet. Every fifth vehicle has just reported. Every tenth one belongs to a customer without consent. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const steps = [
    "INSERT INTO businesses (kind, name) VALUES ('vendor', 'Fleet')",
    "INSERT INTO consumers (business_id, first_name, last_name) VALUES (1, 'Con', 'Sumer')",
    `INSERT INTO entities (business_id, name, vehicle_type, consumer_id)
     SELECT 1, 'Bike ' || n, 'eBike', CASE WHEN n % 10 = 0 THEN 1 END FROM generate_series(1, ${VEHICLES}) n`,
    'INSERT INTO devices (imei, business_id) SELECT (350000000000000 + id)::text, 1 FROM entities',
    `INSERT INTO installations (device_id, entity_id, business_id, installed_at)
     SELECT d.id, e.id, 1, now() - interval '2 years' FROM entities e JOIN devices d ON d.imei = (350000000000000 + e.id)::text`,
    // Without statistics, the planner would join two tables of a hundred thousand rows each by nested loops, which is slow.
    'ANALYZE entities, devices, installations',
    `INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
       valid_positioned_at, latitude, longitude, speed_kph, heading, moving, odometer_m)
     SELECT i.device_id, d.imei, 1, i.entity_id, 1, now() - CASE WHEN i.id % 5 = 0 THEN interval '5 minutes' ELSE interval '5 hours' END,
       now(), now(), 520000000, 50000000, 10, 90, FALSE, i.id * 7919 % 600000
     FROM installations i JOIN devices d ON d.id = i.device_id`,
    `INSERT INTO trip_days (entity_id, device_id, business_id, day, zone_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph)
     SELECT i.entity_id, i.device_id, 1, current_date - day, z.id, 2, 8000 + i.id % 9000, 3600, 0, 340
     FROM installations i, generate_series(1, 30) day, summary_zones z`,
    `WITH plan AS (INSERT INTO maintenance_plans (business_id, title) VALUES (1, 'Service') RETURNING id)
     INSERT INTO maintenance_triggers (plan_id, name, value, metric)
     SELECT id, 'Service', value, metric FROM plan, (VALUES (500, 'kilometers'), (12, 'months'), (90, 'days')) every (value, metric)`,
    `INSERT INTO maintenance_plan_entities (plan_id, entity_id, counted_from, counted_from_m)
     SELECT 1, id, now() - id % 360 * interval '1 day', 0 FROM entities`,
    'VACUUM ANALYZE',
  ]
  for (const step of steps) await client.query(step)
  await client.end()
}
