import { type AreaKind, type AreaShape, boundsOfArea } from '@roadbook/geo'
import type pg from 'pg'

interface DemoPlace {
  name: string
  description: string
  kind: AreaKind
  shape: AreaShape
  reachM?: number
  limitKph?: number
}

/** A yard, a town and a road that the demo fleet comes by all day. Degrees, longitude first. */
const PLACES: readonly DemoPlace[] = [
  {
    name: 'Vaduz centre',
    description: 'Pedestrians first',
    kind: 'circle',
    reachM: 350,
    limitKph: 25,
    shape: { type: 'Point', coordinates: [9.5215, 47.1405] },
  },
  {
    name: 'Schaan',
    description: 'Deliveries, north',
    kind: 'polygon',
    shape: {
      type: 'Polygon',
      coordinates: [
        [
          [9.496, 47.157],
          [9.521, 47.157],
          [9.524, 47.176],
          [9.499, 47.178],
          [9.496, 47.157],
        ],
      ],
    },
  },
  {
    name: 'Road to Triesen',
    description: 'Deliveries, south',
    kind: 'corridor',
    reachM: 60,
    shape: {
      type: 'LineString',
      coordinates: [
        [9.5205, 47.132],
        [9.5235, 47.12],
        [9.5275, 47.107],
      ],
    },
  },
]

interface DemoRule {
  name: string
  kind: string
  threshold?: number
  places?: readonly string[]
  mail: 'never' | 'each' | 'daily'
  pauseMin: number
  hours?: readonly { days: readonly number[]; from: string; till: string }[]
}

/** What the vendor's manager asked to be told of; the causes are what the fleet does. */
const RULES: readonly DemoRule[] = [
  { name: 'Comes to Schaan', kind: 'entry', places: ['Schaan'], mail: 'daily', pauseMin: 240 },
  { name: 'Leaves the centre', kind: 'exit', places: ['Vaduz centre'], mail: 'never', pauseMin: 240 },
  { name: 'Faster than 60', kind: 'speeding', threshold: 60, mail: 'daily', pauseMin: 240 },
  { name: 'Battery nearly empty', kind: 'lowBattery', threshold: 15, mail: 'daily', pauseMin: 0 },
  {
    name: 'Moved at night',
    kind: 'outsideHours',
    mail: 'never',
    pauseMin: 60,
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '05:00', till: '23:00' }],
  },
]

/** Geofences and alert rules of a vendor, told to its manager. What they find is for the consumer to find. */
export async function addAlertRules(client: pg.PoolClient, business: string): Promise<void> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  const { rows } = await client.query<{ id: number; user_id: number }>(
    `SELECT b.id, u.id AS user_id FROM businesses b JOIN users u ON u.business_id = b.id JOIN roles r ON r.id = u.role_id AND r.key = 'manager'
     WHERE b.name = $1 AND NOT EXISTS (SELECT FROM geofences) LIMIT 1`,
    [business],
  )
  const [owner] = rows
  if (!owner) return
  const places = new Map<string, number>()
  for (const place of PLACES) places.set(place.name, await addPlace(client, owner, place))
  for (const rule of RULES) await addRule(client, owner, rule, places)
}

async function addPlace(
  client: pg.PoolClient,
  owner: { id: number; user_id: number },
  { name, description, kind, shape, reachM, limitKph }: DemoPlace,
): Promise<number> {
  const { south, north, west, east } = boundsOfArea(kind, shape, reachM ?? 0)
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO geofences (business_id, name, description, kind, shape, reach_m, limit_kph, south, north, west, east, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      ...[owner.id, name, description, kind, JSON.stringify(shape), reachM ?? null, limitKph ?? null],
      ...[south, north, west, east, owner.user_id],
    ],
  )
  return rows[0]!.id
}

async function addRule(
  client: pg.PoolClient,
  owner: { id: number; user_id: number },
  { name, kind, threshold, places = [], mail, pauseMin, hours }: DemoRule,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO alert_rules (business_id, name, kind, threshold, hours, time_zone, tell_mail, cool_down_min, created_by)
     VALUES ($1, $2, $3, $4, $5, 'Europe/Zurich', $6, $7, $8) RETURNING id`,
    [owner.id, name, kind, threshold ?? null, hours ? JSON.stringify(hours) : null, mail, pauseMin, owner.user_id],
  )
  const ruleId = rows[0]!.id
  await client.query('INSERT INTO alert_rule_users (rule_id, user_id) VALUES ($1, $2)', [ruleId, owner.user_id])
  await client.query('INSERT INTO alert_rule_geofences (rule_id, geofence_id) SELECT $1, unnest($2::int[])', [
    ruleId,
    places.map((place) => ids.get(place)),
  ])
}
