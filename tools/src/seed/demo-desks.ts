import type pg from 'pg'

interface DemoPreset {
  email: string
  name: string
  /** True for the preset that is selected when the form opens. */
  autoImport?: boolean
  vehicleType: string
  brand: string
  model: string
  color: string
  engineBrand: string
  powerUnit: string
  tags: readonly string[]
  targetGroup: string | null
  /** Title of one of the vendor's products; null for none. */
  subscription: string | null
}

/** Installation presets in the language of their users. */
const PRESETS: readonly DemoPreset[] = [
  {
    email: 'claire@rheintal.example',
    name: 'Vélo cargo de livraison',
    autoImport: true,
    vehicleType: 'eCargoBike',
    brand: 'Urban Arrow',
    model: 'Cargo L',
    color: 'black',
    engineBrand: 'Bosch',
    powerUnit: '545 Wh',
    tags: ['Spring check'],
    targetGroup: 'Delivery',
    subscription: 'Track & Recover',
  },
  {
    email: 'claire@rheintal.example',
    name: 'Vélo de location',
    vehicleType: 'eBike',
    brand: 'Gazelle',
    model: 'Ultimate C380',
    color: 'grey',
    engineBrand: 'Bosch',
    powerUnit: '400 Wh',
    tags: [],
    targetGroup: 'Pool bikes',
    subscription: 'Track & Trace',
  },
  {
    email: 'marit@rheintal.example',
    name: 'Pool e-bike',
    vehicleType: 'eBike',
    brand: 'Riese & Müller',
    model: 'Charger4',
    color: 'white',
    engineBrand: 'Bosch',
    powerUnit: '625 Wh',
    tags: ['Winter tyres'],
    targetGroup: 'Pool bikes',
    subscription: 'Track & Trace',
  },
  {
    email: 'jonas@unterland.example',
    name: 'Leihrad',
    vehicleType: 'eBike',
    brand: 'Koga',
    model: 'Pace B10',
    color: 'blue',
    engineBrand: 'Bosch',
    powerUnit: '500 Wh',
    tags: [],
    targetGroup: 'Leihräder',
    subscription: 'Track & Trace',
  },
]

/** Charts in the order in which people would arrange them, the most important first. */
const CHARTS: Readonly<Record<string, readonly (readonly [preset: string, period: string])[]>> = {
  'marit@rheintal.example': [
    ['totalDistancePerTrip', 'last30'],
    ['activityWeek', 'last30'],
    ['activityDay', 'last7'],
    ['averageSpeedPerTrip', 'last30'],
  ],
  'sanne@oberland.example': [
    ['totalDurationPerDay', 'last30'],
    ['averageDistancePerTrip', 'last30'],
    ['newEntitiesPerDay', 'last30'],
  ],
}

interface DemoSchedule {
  email: string
  name: string
  mode: string
  format: string
  every: 'week' | 'month'
  targetGroup: string
}

const SCHEDULES: readonly DemoSchedule[] = [
  {
    email: 'marit@rheintal.example',
    name: 'Deliveries of the week',
    mode: 'all',
    format: 'xlsx',
    every: 'week',
    targetGroup: 'Delivery',
  },
  {
    email: 'marit@rheintal.example',
    name: 'Use of the pool',
    mode: 'utilisation',
    format: 'pdf',
    every: 'month',
    targetGroup: 'Pool bikes',
  },
  {
    email: 'sanne@oberland.example',
    name: 'Maandoverzicht',
    mode: 'summary',
    format: 'pdf',
    every: 'month',
    targetGroup: 'Servicewagens',
  },
]

/**
 * Adds what people of the demo have set up for themselves: installation presets, charts, and reports that arrive by mail. Users
 * and tags must exist before.
 */
export async function addDesks(client: pg.PoolClient): Promise<void> {
  for (const preset of PRESETS) await addPreset(client, preset)
  for (const [email, charts] of Object.entries(CHARTS)) {
    const kept = charts.map(([preset, kind], nth) => ({
      id: `demo-${nth + 1}`,
      preset,
      target_group_id: null,
      period: { kind },
      title: null,
    }))
    await client.query('INSERT INTO analytics_charts (user_id, charts) SELECT id, $2 FROM users WHERE email = $1', [
      email,
      JSON.stringify(kept),
    ])
  }
  for (const { email, name, mode, format, every, targetGroup } of SCHEDULES)
    await client.query(
      `INSERT INTO report_schedules (name, user_id, business_id, mode, format, target_group_id, time_zone, every, recipients, next_run_at)
       SELECT $2, u.id, u.business_id, $3, $4, t.id, u.time_zone, $5, ARRAY[u.id],
         (date_trunc($5, now() AT TIME ZONE u.time_zone) + ('1 ' || $5)::interval + interval '6 hours') AT TIME ZONE u.time_zone
       FROM users u JOIN tags t ON t.business_id = u.business_id AND t.type = 'group' AND t.name = $6 WHERE u.email = $1`,
      [email, name, mode, format, every, targetGroup],
    )
}

async function addPreset(client: pg.PoolClient, { email, name, autoImport = false, tags, ...one }: DemoPreset): Promise<void> {
  await client.query(
    `INSERT INTO install_presets (user_id, name, auto_import, vehicle_type, brand, model, color, engine_brand, power_unit, tags, target_group_id,
       business_id, subscription_id)
     SELECT u.id, $2, $3, $4, $5, $6, $7, $8, $9, ARRAY(SELECT t.id FROM tags t WHERE t.business_id = u.business_id AND t.name = ANY ($10) ORDER BY t.id),
       (SELECT t.id FROM tags t WHERE t.business_id = u.business_id AND t.type = 'group' AND t.name = $11), u.business_id,
       (SELECT s.id FROM subscriptions s WHERE s.business_id = u.business_id AND s.title = $12)
     FROM users u WHERE u.email = $1`,
    [
      ...[email, name, autoImport, one.vehicleType, one.brand, one.model, one.color, one.engineBrand, one.powerUnit],
      ...[tags, one.targetGroup, one.subscription],
    ],
  )
}
