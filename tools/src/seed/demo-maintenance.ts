import type pg from 'pg'

interface DemoPlan {
  title: string
  description: string
  vehicleTypes: readonly string[]
  triggers: readonly { name: string; value: number; metric: 'months' | 'kilometers' }[]
}

/** Maintenance plans of the first vendor, for vehicles of the vendor and of the businesses below it. */
const PLANS: readonly DemoPlan[] = [
  {
    title: 'E-bike service',
    description: 'Chain, brakes, tyres and screws; update of the motor',
    vehicleTypes: ['eBike', 'speedPedelec'],
    triggers: [
      { name: 'Yearly service', value: 12, metric: 'months' },
      { name: 'Chain and brake pads', value: 2_000, metric: 'kilometers' },
    ],
  },
  {
    title: 'Cargo bike service',
    description: 'As of an e-bike, and the bearings of the box',
    vehicleTypes: ['eCargoBike'],
    triggers: [{ name: 'Half-yearly service', value: 6, metric: 'months' }],
  },
]

/** Notes on completed services, and the services' cost in cents. They contain no personal data. */
const DONE = [
  ['Chain and cassette renewed, brakes bled', 11_850],
  ['All screws tightened, tyres at 4 bar', 4_900],
  ['Front brake pads renewed; the rim is near its end', 7_420],
] as const

/**
 * Adds two maintenance plans of a business. Each covers every other vehicle of its type. Vehicles joined the plans at
 * different times, so some services are overdue, some due soon, and most not due yet. Needs the fleet's past, because the
 * plans use the odometers.
 */
export async function addMaintenancePlans(client: pg.PoolClient, business: string): Promise<void> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM businesses b WHERE name = $1 AND NOT EXISTS (SELECT FROM maintenance_plans p WHERE p.business_id = b.id)',
    [business],
  )
  const businessId = rows[0]?.id
  if (businessId === undefined) return
  for (const { title, description, vehicleTypes, triggers } of PLANS) {
    await client.query(
      `WITH plan AS (
         INSERT INTO maintenance_plans (business_id, title, description) VALUES ($1, $2, $3) RETURNING id
       ), due AS (
         INSERT INTO maintenance_triggers (plan_id, name, value, metric)
         SELECT plan.id, t.name, t.value, t.metric FROM plan, jsonb_to_recordset($4) t (name text, value int, metric text)
         RETURNING plan_id
       )
       SELECT count(*) FROM due`,
      [businessId, title, description, JSON.stringify(triggers)],
    )
    await client.query(
      `INSERT INTO maintenance_plan_entities (plan_id, entity_id, since, counted_from_m)
       SELECT p.id, e.id, now() - make_interval(days => 20 + e.id * 37 % 180),
         greatest(0, coalesce(vehicle_odometer_m(e.id), 0) - e.id * 37 % 2100 * 1000)
       FROM maintenance_plans p, entities e JOIN businesses b ON b.id = e.business_id
       WHERE p.business_id = $1 AND p.title = $2 AND $1 = ANY (b.path) AND e.vehicle_type = ANY ($3) AND (e.id % 2 = 0 OR e.id = (SELECT min(id) FROM entities))`,
      [businessId, title, [...vehicleTypes]],
    )
  }
  await addServices(client, businessId)
}

/**
 * Adds services that are due by date, as the first timed run would create them. A third of them is planned within the next
 * fortnight, half of these with a mechanic. Also adds services that were completed in the last weeks, with a note and a cost.
 */
async function addServices(client: pg.PoolClient, businessId: number): Promise<void> {
  await client.query(
    `WITH counted AS (
       SELECT m.entity_id, m.plan_id, t.id AS trigger_id,
         (m.counted_from AT TIME ZONE p.time_zone + make_interval(months => t.value)) AT TIME ZONE p.time_zone AS due_at,
         row_number() OVER (ORDER BY m.counted_from, m.entity_id) AS at
       FROM maintenance_plan_entities m JOIN maintenance_plans p ON p.id = m.plan_id
       JOIN maintenance_triggers t ON t.plan_id = p.id AND t.metric = 'months' WHERE p.business_id = $1
     )
     INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_at, planned_at, assigned_user_id)
     SELECT entity_id, plan_id, trigger_id, due_at,
       CASE WHEN at % 3 = 0 THEN date_trunc('day', now()) + make_interval(days => (1 + at % 12)::int, hours => 9) END,
       CASE WHEN at % 6 = 0 THEN (SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id AND r.key = 'technician' WHERE u.business_id = $1 LIMIT 1) END
     FROM counted WHERE due_at < now() + interval '7 days'`,
    [businessId],
  )
  await client.query(
    `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_at, status, created_at, completed_at, restarted_at,
       odometer_m, note, cost_minor, currency, completed_by)
     SELECT m.entity_id, m.plan_id, m.trigger_id, done.at - interval '3 days', 'done', done.at - interval '9 days', done.at, done.at,
       greatest(0, vehicle_odometer_m(m.entity_id) - 40000), $2::jsonb -> (m.at % 3)::int ->> 0, ($2::jsonb -> (m.at % 3)::int ->> 1)::int, 'CHF',
       (SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id AND r.key = 'technician' WHERE u.business_id = $1 LIMIT 1)
     FROM (
       SELECT m.entity_id, m.plan_id, t.id AS trigger_id, row_number() OVER (ORDER BY m.entity_id DESC) AS at
       FROM maintenance_plan_entities m JOIN maintenance_plans p ON p.id = m.plan_id
       JOIN maintenance_triggers t ON t.plan_id = p.id AND t.metric = 'months'
       WHERE p.business_id = $1 AND NOT EXISTS (SELECT FROM maintenance_notifications n WHERE n.entity_id = m.entity_id)
     ) m, LATERAL (SELECT now() - make_interval(days => (m.at * 4)::int, hours => (m.at % 5)::int) AS at) done
     WHERE m.at <= 9`,
    [businessId, JSON.stringify(DONE)],
  )
}
