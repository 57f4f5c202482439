import { lookAgain } from '@roadbook/consumer/alerts/look'
import { RuleBook } from '@roadbook/consumer/alerts/rule-book'
import { readStays } from '@roadbook/consumer/alerts/stays'
import { writeFindings } from '@roadbook/consumer/alerts/write-alerts'
import { type AreaKind, type AreaShape, boundsOfArea } from '@roadbook/geo'
import { inTransaction } from '@roadbook/platform'
import { createTrackStore } from '@roadbook/track-store'
import type pg from 'pg'

interface DemoPlace {
  name: string
  description: string
  kind: AreaKind
  shape: AreaShape
  reachM?: number
  limitKph?: number
}

/** A town centre, a town and a road that the demo fleet passes all day. Coordinates are in degrees, longitude first. */
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
  /** Tag of the vehicles to which the rule applies. When absent, it applies to all vehicles. */
  tag?: string
  mail: 'never' | 'each' | 'daily'
  pauseMin: number
  hours?: readonly { days: readonly number[]; from: string; till: string }[]
}

const MINUTE_MS = 60_000
const SILENT_MIN = 2 * 24 * 60
/**
 * Age of the rules, in milliseconds. It is three hours more than the threshold of the silence rule. Some trackers have
 * therefore been silent for longer than the threshold since the rule took effect.
 */
const WATCHED_MS = (SILENT_MIN + 180) * MINUTE_MS

/** Minimum time in minutes between two alerts of a rule about one vehicle. It is a day, so that the inbox stays readable. */
const DAILY_MIN = 24 * 60

/**
 * Rules of the vendor's manager. Most apply to a target group, because the simulated fleet drives day and night, and its vans
 * reach 80 km/h on every longer trip.
 */
const RULES: readonly DemoRule[] = [
  { name: 'Comes to Schaan', kind: 'entry', places: ['Schaan'], tag: 'Delivery', mail: 'daily', pauseMin: DAILY_MIN },
  { name: 'Leaves the centre', kind: 'exit', places: ['Vaduz centre'], tag: 'Pool bikes', mail: 'never', pauseMin: DAILY_MIN },
  { name: 'Vans faster than 75', kind: 'speeding', threshold: 75, tag: 'Service vans', mail: 'daily', pauseMin: DAILY_MIN },
  { name: 'Battery nearly empty', kind: 'lowBattery', threshold: 15, mail: 'daily', pauseMin: 0 },
  { name: 'Silent for two days', kind: 'silent', threshold: SILENT_MIN, mail: 'daily', pauseMin: 0 },
  {
    name: 'Moved at night',
    kind: 'outsideHours',
    tag: 'Pool bikes',
    mail: 'never',
    pauseMin: DAILY_MIN,
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '05:00', till: '23:00' }],
  },
]

/**
 * Adds a vendor's geofences and alert rules, with the manager as the recipient. Also adds the alerts of the fleet's past,
 * found with the code of the consumer process. The running consumer process later continues where this function has stopped.
 */
export async function addAlerts(pool: pg.Pool, business: string, now = Date.now()): Promise<void> {
  const since = new Date(now - WATCHED_MS)
  const owner = await inTransaction(pool, (client) => addRules(client, business, since))
  if (owner) await inTransaction(pool, (client) => findAlerts(pool, client, owner, since.getTime(), now))
}

interface Owner {
  id: number
  user_id: number
}

/**
 * Adds the rules.
 * @returns the owner of the rules; undefined if the database has alerts already, or the business has no manager
 */
async function addRules(client: pg.PoolClient, business: string, since: Date): Promise<Owner | undefined> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  const { rows } = await client.query<Owner>(
    `SELECT b.id, u.id AS user_id FROM businesses b JOIN users u ON u.business_id = b.id JOIN roles r ON r.id = u.role_id AND r.key = 'manager'
     WHERE b.name = $1 AND NOT EXISTS (SELECT FROM alert_states) AND NOT EXISTS (SELECT FROM alerts) LIMIT 1`,
    [business],
  )
  const [owner] = rows
  if (!owner) return undefined
  const { rows: before } = await client.query('SELECT FROM geofences LIMIT 1')
  if (before.length > 0) return owner
  const places = new Map<string, number>()
  for (const place of PLACES) places.set(place.name, await addPlace(client, owner, place))
  for (const rule of RULES) await addRule(client, owner, rule, places)
  await client.query('UPDATE geofences SET effective_from = $1, created_at = $1', [since])
  await client.query('UPDATE alert_rules SET effective_from = $1, created_at = $1', [since])
  return owner
}

async function findAlerts(pool: pg.Pool, client: pg.PoolClient, owner: Owner, since: number, now: number): Promise<void> {
  const store = createTrackStore(pool)
  const book = new RuleBook(pool)
  await book.refresh(now)
  const { rows } = await client.query<{ deviceId: number; from: number }>(
    `SELECT i.device_id AS "deviceId", $2::float8 AS "from" FROM installations i JOIN entities e ON e.id = i.entity_id JOIN businesses b ON b.id = e.business_id
     WHERE i.removed_at IS NULL AND $1 = ANY (b.path) ORDER BY i.device_id`,
    [owner.id, since],
  )
  const findings = []
  for (const stay of await readStays(client, rows)) {
    const watch = book.watchOf(stay.businessId, stay.tagIds, stay.vehicleType)
    if (watch) findings.push((await lookAgain(stay, watch, { alerts: [] }, { store, client, now })).findings)
  }
  await writeFindings(client, findings, now)
  await client.query('DELETE FROM alert_marks')
  await asTheyCame(client, owner, new Date(since))
}

/** Some of this number of newest alerts of each kind stay unacknowledged. All older alerts are acknowledged. */
const NEWEST = 6
/** Notes of people who acknowledged an alert. Null: the person wrote no note. */
const NOTES = ['Called the driver', null, 'Had a look at the yard', null, null, 'As agreed with the customer'] as const

/**
 * Sets the times of the alerts to the times when they happened. Acknowledges all alerts except some of the newest of each
 * kind.
 */
async function asTheyCame(client: pg.PoolClient, { user_id }: Owner, since: Date): Promise<void> {
  await client.query(
    `UPDATE alerts SET late = FALSE, raised_at = least(now(), CASE WHEN kind IN ('entry', 'exit') THEN coalesce(ended_at, began_at)
       WHEN kind = 'silent' THEN greatest(began_at, $1) + make_interval(mins => $2) ELSE began_at END + interval '3 seconds')`,
    [since, SILENT_MIN],
  )
  await client.query(
    `UPDATE alerts a SET acknowledged_at = least(now(), raised_at + interval '25 minutes'), acknowledged_by = $1,
       note = ($2::text[])[1 + seen.nth % cardinality($2::text[])]
     FROM (SELECT id, row_number() OVER (PARTITION BY kind ORDER BY raised_at DESC, id)::int AS nth FROM alerts) seen
     WHERE seen.id = a.id AND (seen.nth > $3 OR seen.nth % 3 = 2)`,
    [user_id, NOTES, NEWEST],
  )
  // Notifications about acknowledged alerts must not be sent.
  await client.query(
    'DELETE FROM alert_news n USING alerts a WHERE a.id = n.alert_id AND (a.acknowledged_at IS NOT NULL OR n.change <> $1)',
    ['raised'],
  )
}

async function addPlace(
  client: pg.PoolClient,
  owner: Owner,
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
  owner: Owner,
  { name, kind, threshold, places = [], tag, mail, pauseMin, hours }: DemoRule,
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
  await client.query(
    'INSERT INTO alert_rule_tags (rule_id, tag_id) SELECT $1, id FROM tags WHERE business_id = $2 AND name = $3',
    [...[ruleId, owner.id, tag ?? null]],
  )
}
