import type pg from 'pg'
import type { Item, Joining, Kind } from '../item.js'
import type { Ledger } from '../ledger.js'
import { Refused, type RoadbookApi } from '../roadbook-api.js'

interface Target {
  pool: pg.Pool
  api: RoadbookApi
  ledger: Ledger
}

interface Write {
  /** Id of the business that gets the row. */
  business: number
  /** Idempotency key. */
  key: string
}

/**
 * Makes an alert rule, and the tag that selects its vehicles. Leaves out users and geofences that somebody has deleted since.
 * @throws Refused when the rule would then apply to something else
 */
export async function makeRule(item: Item, target: Target, { business, key }: Write): Promise<void> {
  const { pool, api, ledger } = target
  const { users, geofences, groups } = item.links!
  const user_ids = await usersOf(users, target)
  if (user_ids.length === 0) throw new Refused(404, 'none of its users is in Roadbook')
  const geofence_ids = await present(pool, 'geofences', idsIn(ledger, 'geofence', geofences))
  // Without geofences, the rule would apply to all.
  if (geofences.length > 0 && geofence_ids.length === 0) throw new Refused(404, 'none of its geofences is in Roadbook')
  const tag_ids = await present(pool, 'tags', idsIn(ledger, 'tag', groups))
  if (tag_ids.length < groups.length) throw new Refused(404, 'a tag that selects its vehicles is not in Roadbook')
  const selection = await selectionOf(item, target, { business, key })
  if (selection !== undefined) tag_ids.push(selection)
  const body = { ...item.body, business_id: business, user_ids, geofence_ids, tag_ids }
  const { id } = await api.write('POST', '/alert-rules', body, key)
  await ledger.add({ kind: 'rule', sourceId: item.sourceId, targetId: id })
}

/** Makes the tag that selects the vehicles of a rule, and adds it to these vehicles. */
async function selectionOf({ sourceId, links }: Item, target: Target, { business, key }: Write): Promise<number | undefined> {
  const { api, ledger } = target
  const { tagged } = links!
  if (!tagged) return undefined
  const made = ledger.idOf('selection', sourceId)
  if (made !== undefined) return made
  const entities = [...(await vehiclesOf(tagged.devices, target, business)).values()]
  const tag = { name: tagged.name, type: 'general', business_id: business }
  const { id } = await api.write('POST', '/tags', tag, `${key}-tag`.slice(-200))
  for (let at = 0; at < entities.length; at += AT_ONCE)
    await api.write('PUT', '/entities/tags/bulk', { entities: entities.slice(at, at + AT_ONCE), attach: [id] })
  await ledger.add({ kind: 'selection', sourceId, targetId: id })
  return id
}

/** Number of vehicles that one call tags or adds to a plan. Limit of the API. */
const AT_ONCE = 1_000

const idsIn = (ledger: Ledger, kind: Kind, ids: readonly number[]): number[] => ids.flatMap((id) => ledger.idOf(kind, id) ?? [])

/** Returns the ids of rows that are not deleted. */
async function present(pool: pg.Pool, table: 'geofences' | 'tags', ids: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE id = ANY ($1::int[]) AND deleted_at IS NULL ORDER BY id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the imported vehicles by their ids in Traccar. Leaves out vehicles that somebody has deleted, or moved out of the
 * business.
 * @throws Refused when there are none
 */
async function vehiclesOf(
  devices: readonly number[],
  { pool, ledger }: Target,
  business: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ device: number; id: number }>(
    `SELECT r.source_id::int AS device, e.id FROM imported_rows r JOIN entities e ON e.id = r.target_id AND e.deleted_at IS NULL
       JOIN businesses b ON b.id = e.business_id
     WHERE r.import = $1 AND r.kind = 'vehicle' AND r.source_id = ANY ($2::text[]) AND $3 = ANY (b.path) ORDER BY e.id`,
    [ledger.name, devices.map(String), business],
  )
  if (rows.length === 0) throw new Refused(404, 'none of its vehicles is in Roadbook')
  return new Map(rows.map(({ device, id }) => [device, id]))
}

/**
 * Returns the users of a rule who are in Roadbook. If a user was in Roadbook before the import, the user is found by the e-mail
 * address. Such a user counts only if their business is above or below the business that gets everything.
 */
async function usersOf(users: readonly { id: number; email: string }[], { pool, ledger }: Target): Promise<number[]> {
  const made = idsIn(
    ledger,
    'user',
    users.map(({ id }) => id),
  )
  const before = users.filter(({ id }) => ledger.idOf('user', id) === undefined).map(({ email }) => email.toLowerCase())
  const { rows } = await pool.query<{ id: number }>(
    `SELECT u.id FROM users u LEFT JOIN businesses b ON b.id = u.business_id
     WHERE u.deleted_at IS NULL AND (u.id = ANY ($1::int[]) OR lower(u.email) = ANY ($2::text[]) AND (u.business_id IS NULL
       OR $3 = ANY (b.path) OR b.id = ANY (SELECT unnest(i.path) FROM businesses i WHERE i.id = $3))) ORDER BY u.id`,
    [made, before, ledger.route.into],
  )
  return rows.map(({ id }) => id)
}

/** Makes a maintenance plan. Its vehicles join with intervals that make the first service due at the same value as in Traccar. */
export async function makeMaintenance(item: Item, target: Target, { business, key }: Write): Promise<void> {
  const { pool, api, ledger } = target
  const joining = item.joining!
  const vehicles = await vehiclesOf(
    joining.map(({ device }) => device),
    target,
    business,
  )
  const [trigger] = item.body.triggers as readonly { value: number }[]
  const { id } = await api.write('POST', '/maintenance-plans', { ...item.body, business_id: business }, key)
  const entity_ids = [...vehicles.values()]
  const starts = await startsOf(pool, joining, { plan: id, vehicles, value: trigger!.value })
  for (let at = 0; at < entity_ids.length; at += AT_ONCE) {
    const some = entity_ids.slice(at, at + AT_ONCE)
    const body = { entity_ids: some, starts: starts.filter(({ entity_id }) => some.includes(entity_id)) }
    await api.write('POST', `/maintenance-plans/${id}/entities`, body)
  }
  // The plan enters the ledger last. If the command is killed before, the next run adds the vehicles to the same plan.
  await ledger.add({ kind: 'maintenance', sourceId: item.sourceId, targetId: id })
}

interface Start {
  entity_id: number
  counted_from?: string
  counted_from_m?: number
}

/**
 * Returns the start of each vehicle's first interval, so that the interval ends when the first service is due. Days are
 * subtracted in the zone of the plan, because the plan adds them in its zone.
 */
async function startsOf(
  pool: pg.Pool,
  joining: readonly Joining[],
  { plan, vehicles, value }: { plan: number; vehicles: ReadonlyMap<number, number>; value: number },
): Promise<Start[]> {
  const due = joining.flatMap(({ device, left = null, dueAt = null }) => {
    const id = vehicles.get(device)
    return id === undefined || (left === null && dueAt === null) ? [] : [{ id, left, due_at: dueAt }]
  })
  const { rows } = await pool.query<{ id: number; counted_from: Date | null; counted_from_m: number | null }>(
    `SELECT d.id, round(vehicle_odometer_m(d.id) + d."left") - $3::int * 1000::bigint AS counted_from_m,
       (to_timestamp(d.due_at / 1000) AT TIME ZONE p.time_zone - make_interval(days => $3)) AT TIME ZONE p.time_zone AS counted_from
     FROM maintenance_plans p, jsonb_to_recordset($2::jsonb) AS d (id int, "left" float8, due_at float8) WHERE p.id = $1`,
    [plan, JSON.stringify(due), value],
  )
  return rows.map(({ id, counted_from, counted_from_m }) => ({
    entity_id: id,
    ...(counted_from && { counted_from: counted_from.toISOString() }),
    ...(counted_from_m !== null && { counted_from_m: Number(counted_from_m) }),
  }))
}
