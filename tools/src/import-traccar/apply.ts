import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { Ledger } from './ledger.js'
import type { Mapping } from './mapping.js'
import type { Item, Kind, Plan } from './plan.js'
import { Refused, type RoadbookApi } from './roadbook-api.js'

export interface Target {
  pool: pg.Pool
  api: RoadbookApi
  ledger: Ledger
  /** Business that takes everything. */
  into: number
}

export interface Applied {
  made: number
  /** Made by an earlier run. */
  kept: number
  /** In Roadbook before the import: trackers by their IMEI, users by their e-mail address. They stay as they are. */
  existing: string[]
  /** Refused by Roadbook, with its reason. */
  failed: string[]
}

/**
 * Makes what the plan has and the ledger has not. It may be ended at any moment and run again: each write has a key, so that one
 * whose answer was lost is not done twice.
 */
export async function apply(plan: Plan, mapping: Mapping, target: Target, say: (line: string) => void): Promise<Applied> {
  const result: Applied = { made: 0, kept: 0, existing: [], failed: [] }
  const missing = new Set<string>()
  for (const [at, item] of plan.items.entries()) {
    const name = `${item.kind} ${item.sourceId} "${item.name}"`
    if (target.ledger.idOf(item.kind, item.sourceId) !== undefined) result.kept++
    else if (await isInCatalogue(item, target)) result.kept++
    else if (needsOf(item).some((need) => missing.has(need))) missing.add(keyOf(item))
    else {
      try {
        await make(item, mapping, target)
        result.made++
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (await isThere(item, target)) result.existing.push(name)
        else result.failed.push(`${name}: ${error.message}`)
        missing.add(keyOf(item))
      }
    }
    if ((at + 1) % SAY_EVERY === 0) say(`${at + 1} of ${plan.items.length}`)
  }
  return result
}

const SAY_EVERY = 500

const keyOf = ({ kind, sourceId }: Pick<Item, 'kind' | 'sourceId'>): string => `${kind} ${sourceId}`

/** Returns what must be there before an item can be made. */
function needsOf({ kind, sourceId, group, tags = [], body }: Item): string[] {
  const own: Partial<Record<Kind, string[]>> = {
    vehicle: [`device ${sourceId}`, `brand ${String(body.brand)}`],
    installation: [`device ${sourceId}`, `vehicle ${sourceId}`],
  }
  return [...(group === null ? [] : [`business ${group}`]), ...tags.map((id) => `tag ${id}`), ...(own[kind] ?? [])]
}

/**
 * Returns true for a tracker or a user that Roadbook had before. Only a refused write is checked, because the rows of a write
 * whose answer was lost are there, too.
 */
async function isThere({ kind, body }: Item, { pool }: Target): Promise<boolean> {
  if (kind !== 'device' && kind !== 'user') return false
  const { rowCount } =
    kind === 'device'
      ? await pool.query('SELECT FROM devices WHERE imei = $1', [body.imei])
      : await pool.query('SELECT FROM users WHERE lower(email) = lower($1)', [body.email])
  return rowCount! > 0
}

/** Returns true for a brand that the vehicles can have already. */
async function isInCatalogue({ kind, name }: Item, { pool, into }: Target): Promise<boolean> {
  if (kind !== 'brand') return false
  const { rowCount } = await pool.query(
    `SELECT FROM tags t WHERE t.type = 'brand' AND t.deleted_at IS NULL AND lower(t.name) = lower($1)
       AND (t.business_id IS NULL OR t.business_id = ANY (SELECT unnest(path) FROM businesses WHERE id = $2))`,
    [name, into],
  )
  return rowCount! > 0
}

async function make(item: Item, mapping: Mapping, target: Target): Promise<void> {
  const { api, ledger, into } = target
  const { kind, sourceId, group, tags = [], body } = item
  const business = group === null ? into : ledger.idOf('business', group)!
  // A key has no spaces, and a brand may have.
  const key = `import-${ledger.key}-${kind}-${encodeURIComponent(sourceId)}`.slice(0, 200)
  const post = (path: string, more: object = {}) => api.write('POST', path, { ...body, ...more }, key)
  const add = ({ id }: { id: number }) => ledger.add({ kind, sourceId, targetId: id })
  switch (kind) {
    case 'business':
      return add(await post(`/businesses/${business}`))
    case 'brand':
    case 'tag':
      return add(await post('/tags', { business_id: business }))
    case 'device':
      return add(await post('/devices', { business_id: business }))
    case 'vehicle':
      return add(await post('/entities', { business_id: business, tags: tags.map((id) => ledger.idOf('tag', id)!) }))
    case 'geofence':
      return add(await post('/geofences', { business_id: business }))
    case 'user':
      return add(await post('/users', { parent: business }))
    case 'installation':
      return install(item, mapping, target, key)
  }
}

/**
 * Puts a tracker on its vehicle. It counts as installed since the first day of the history, because positions from before an
 * installation belong to no vehicle.
 */
async function install({ sourceId }: Item, { history_from }: Mapping, { pool, api, ledger }: Target, key: string): Promise<void> {
  const deviceId = ledger.idOf('device', sourceId)!
  const vehicleId = ledger.idOf('vehicle', sourceId)!
  await api.write('POST', `/devices/${deviceId}/attach`, { entity_id: vehicleId }, key)
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE installations SET installed_at = least(installed_at, $3::timestamptz)
       WHERE device_id = $1 AND entity_id = $2 AND removed_at IS NULL RETURNING id`,
      [deviceId, vehicleId, history_from === null ? 'infinity' : `${history_from}T00:00:00Z`],
    )
    if (!rows[0]) throw new Refused(409, 'somebody has taken the tracker off the vehicle meanwhile')
    await ledger.add({ kind: 'installation', sourceId, targetId: rows[0].id }, client)
    await ledger.settle(sourceId, ['device', 'vehicle', 'installation'], client)
  })
}
