import type pg from 'pg'

interface DemoPlan {
  title: string
  description: string
  vehicleTypes: readonly string[]
  triggers: readonly { name: string; value: number; metric: 'months' | 'kilometers' }[]
}

/** The plans of the first vendor, for its vehicles and those of the businesses below it. */
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

/**
 * Two maintenance plans of a business, each for every other vehicle that it is made for, which joined it at different times: some
 * services are overdue, some due soon, and of most there is no word yet. After the fleet's past, which its odometers come from.
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
       WHERE p.business_id = $1 AND p.title = $2 AND $1 = ANY (b.path) AND e.vehicle_type = ANY ($3) AND e.id % 2 = 0`,
      [businessId, title, [...vehicleTypes]],
    )
  }
}
