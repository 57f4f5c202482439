import type pg from 'pg'
import type { Ledger } from './ledger.js'
import type { Item, Kind, Loss } from './item.js'
import type { Plan } from './plan.js'

/** A tracker that Roadbook has. */
export interface FoundTracker {
  id: number
  /** True if the tracker was registered after the import had begun. It may then come from the import itself. */
  isNew: boolean
  isDeleted: boolean
  /**
   * Reason why the tracker cannot be put on a vehicle of the import. Null if the tracker is free in the business that gets
   * everything.
   */
  taken: string | null
}

const TRACKERS = `SELECT d.imei, d.id, d.deleted_at IS NOT NULL AS "isDeleted",
    coalesce(d.created_at >= (SELECT begun_at FROM imports WHERE name = $3), false) AS "isNew",
    CASE WHEN d.deleted_at IS NOT NULL THEN format('it is a deleted tracker of business %s "%s"; restore it there, or free it', b.id, b.name)
      WHEN i.id IS NOT NULL THEN format('it is on vehicle %s "%s" already', e.id, e.name)
      WHEN d.returned_at IS NOT NULL THEN 'it is marked as returned'
      WHEN d.business_id <> $2 THEN format('it belongs to business %s "%s"', b.id, b.name) END AS taken
  FROM devices d JOIN businesses b ON b.id = d.business_id
  LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL LEFT JOIN entities e ON e.id = i.entity_id
  WHERE d.imei = ANY ($1::text[])`

/** Looks for trackers of all businesses by their IMEIs, including deleted trackers. */
export async function findTrackers(
  pool: pg.Pool,
  imeis: readonly string[],
  { into, name }: { into: number; name: string },
): Promise<ReadonlyMap<string, FoundTracker>> {
  const { rows } = await pool.query<FoundTracker & { imei: string }>(TRACKERS, [imeis, into, name])
  return new Map(rows.map((row) => [row.imei, row]))
}

/** Looks for users by their e-mail addresses, including deleted users. Returns the addresses in lower case. */
export async function findUsers(pool: pg.Pool, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ email: string }>(
    'SELECT lower(email) AS email FROM users WHERE lower(email) IN (SELECT lower(email) FROM unnest($1::text[]) email)',
    [emails],
  )
  return new Set(rows.map(({ email }) => email))
}

/**
 * Adds to a plan the trackers and users that Roadbook has already. If a tracker cannot be used, its vehicle is added as a
 * loss.
 */
export async function withWhatIsThere(
  plan: Plan,
  pool: pg.Pool,
  { into, name, ledger }: { into: number; name: string; ledger: Ledger | undefined },
): Promise<Plan> {
  const items = plan.items.filter(({ kind, sourceId }) => ledger?.idOf(kind, sourceId) === undefined)
  const of = (kind: Kind) => items.filter((item) => item.kind === kind)
  const trackers = await findTrackers(
    pool,
    of('device').map(({ body }) => String(body.imei)),
    { into, name },
  )
  const users = await findUsers(
    pool,
    of('user').map(({ name }) => name),
  )
  const losses: Loss[] = []
  const present: Loss[] = []
  for (const { sourceId, name, body } of of('device')) {
    const found = trackers.get(String(body.imei))
    const thing = { kind: 'device', id: Number(sourceId), name }
    if (found?.taken)
      losses.push({
        ...thing,
        why: `its vehicle will be left out, because tracker ${String(body.imei)} is in Roadbook: ${found.taken}`,
      })
    else if (found)
      present.push({ ...thing, why: `tracker ${String(body.imei)} is registered and free: it goes onto its new vehicle` })
  }
  for (const { sourceId, name } of of('user'))
    if (users.has(name.toLowerCase()))
      present.push({
        kind: 'user',
        id: Number(sourceId),
        name,
        why: 'there is a user with this e-mail address, who stays as they are',
      })
  losses.push(...(await alsoForOthers(plan, pool, { into, ledger })))
  return { ...plan, losses: [...plan.losses, ...losses], present }
}

/**
 * Names the rules for all vehicles of the business that gets everything, if the business or those below it have vehicles that
 * are not from this import.
 */
async function alsoForOthers(
  { items }: Plan,
  pool: pg.Pool,
  { into, ledger }: { into: number; ledger: Ledger | undefined },
): Promise<Loss[]> {
  const isForAll = ({ kind, group, links }: Item) => kind === 'rule' && group === null && !links?.tagged && !links?.groups.length
  const rules = items.filter(isForAll)
  if (rules.length === 0) return []
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM entities e JOIN businesses b ON b.id = e.business_id
     WHERE $1 = ANY (b.path) AND e.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM imported_rows r WHERE r.import = $2 AND r.kind = 'vehicle' AND r.target_id = e.id)`,
    [into, ledger?.name ?? ''],
  )
  const { count } = rows[0]!
  if (count === 0) return []
  const why = `the rule applies also to ${count} ${count === 1 ? 'vehicle' : 'vehicles'} that ${count === 1 ? 'is' : 'are'} not from Traccar`
  const remedy = 'choose another business with --into, or give the rule tags in the portal'
  return rules.map(({ sourceId, name }) => ({
    kind: 'notification',
    id: Number.parseInt(String(sourceId), 10),
    name,
    why,
    remedy,
  }))
}

/** Returns the type of the business that gets everything. @throws Error when there is no such business */
export async function typeOfBusiness(pool: pg.Pool, id: number): Promise<string> {
  const { rows } = await pool.query<{ kind: string }>('SELECT kind FROM businesses WHERE id = $1', [id])
  if (!rows[0]) throw new Error(`there is no business ${id}: use --into with the id of one, from the portal`)
  return rows[0].kind
}
