import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { findTrackers, findUsers } from './in-roadbook.js'
import type { Ledger } from './ledger.js'
import type { Mapping } from './mapping.js'
import type { Item, Kind } from './item.js'
import { makeMaintenance, makeRule } from './rules/make.js'
import type { Plan } from './plan.js'
import { Refused, type RoadbookApi } from './roadbook-api.js'

export interface Target {
  pool: pg.Pool
  api: RoadbookApi
  /** Ledger of the import. Its route contains the business that gets everything. */
  ledger: Ledger
}

export interface Applied {
  made: number
  /** Number of items that an earlier run of the import made. */
  kept: number
  /**
   * Items that were in Roadbook before the import. Free trackers among them have been put on the imported vehicles. Users
   * among them stay unchanged.
   */
  existing: string[]
  /** Items that were not made, with the reason: something that they need is missing or not available. */
  left: string[]
  /** Items that Roadbook refused, with its reason. */
  failed: string[]
}

/** Error for a tracker that Roadbook has already and that cannot be used. */
class Taken extends Error {}

/**
 * Makes every item that is not in the ledger. The import may be interrupted at any moment and run again. Each
 * write has a key. If the answer to a write was lost, the key prevents that the write is done twice.
 */
export async function apply(
  { items }: Pick<Plan, 'items'>,
  mapping: Mapping,
  target: Target,
  say: (line: string) => void,
): Promise<Applied> {
  const result: Applied = { made: 0, kept: 0, existing: [], left: [], failed: [] }
  /** Reasons why items are missing, by the name of the item. */
  const missing = new Map<string, string>()
  for (const [at, item] of items.entries()) {
    const name = `${item.kind} ${item.sourceId} "${item.name}"`
    const need = needsOf(item).find((one) => missing.has(one))
    if (target.ledger.idOf(item.kind, item.sourceId) !== undefined) result.kept++
    else if (await isInCatalogue(item, target)) result.kept++
    else if (need !== undefined) {
      missing.set(keyOf(item), `${need} is missing`)
      // If a vehicle is left out, its tracker and its installation are not reported separately.
      if (item.kind !== 'device' && item.kind !== 'installation')
        result.left.push(`${name} is left out, because ${need} is missing: ${missing.get(need)}`)
    } else {
      try {
        if ((await make(item, mapping, target)) === 'used') result.existing.push(`${name} is on its new vehicle`)
        else result.made++
      } catch (error) {
        if (error instanceof Taken) missing.set(keyOf(item), error.message)
        else if (!(error instanceof Refused)) throw error
        else {
          missing.set(keyOf(item), error.message)
          if (await isUserThere(item, target)) result.existing.push(`${name} stays as they are`)
          else result.failed.push(`${name}: ${error.message}`)
        }
      }
    }
    if ((at + 1) % SAY_EVERY === 0) say(`${at + 1} of ${items.length}`)
  }
  return result
}

const SAY_EVERY = 500

const keyOf = ({ kind, sourceId }: Pick<Item, 'kind' | 'sourceId'>): string => `${kind} ${sourceId}`

/** Returns the items that must exist before an item can be made. */
function needsOf({ kind, sourceId, group, tags = [], body }: Item): string[] {
  const own: Partial<Record<Kind, string[]>> = {
    vehicle: [`device ${sourceId}`, `brand ${String(body.brand)}`],
    installation: [`device ${sourceId}`, `vehicle ${sourceId}`],
  }
  return [...(group === null ? [] : [`business ${group}`]), ...tags.map((id) => `tag ${id}`), ...(own[kind] ?? [])]
}

/**
 * Returns true for a user whom Roadbook had before. Call this function only after a refused write. Before that, the user
 * may come from a write of this import whose answer was lost.
 */
const isUserThere = async ({ kind, name }: Item, { pool }: Target): Promise<boolean> =>
  kind === 'user' && (await findUsers(pool, [name])).size > 0

/** Returns true for a brand that is in the catalogue already and that the vehicles can use. */
async function isInCatalogue({ kind, name }: Item, { pool, ledger }: Target): Promise<boolean> {
  if (kind !== 'brand') return false
  const { rowCount } = await pool.query(
    `SELECT FROM tags t WHERE t.type = 'brand' AND t.deleted_at IS NULL AND lower(t.name) = lower($1)
       AND (t.business_id IS NULL OR t.business_id = ANY (SELECT unnest(path) FROM businesses WHERE id = $2))`,
    [name, ledger.route.into],
  )
  return rowCount! > 0
}

/** Makes an item. Returns `used` for a tracker that was there before. */
async function make(item: Item, mapping: Mapping, target: Target): Promise<'made' | 'used'> {
  const { api, ledger } = target
  const { kind, sourceId, group, tags = [], body } = item
  const business = group === null ? ledger.route.into : ledger.idOf('business', group)
  if (business === undefined) throw new Refused(404, `the business of group ${group} is not in Roadbook`)
  // A key must not contain spaces, but a brand may.
  const key = `import-${ledger.key}-${kind}-${encodeURIComponent(sourceId)}`.slice(0, 200)
  const post = (path: string, more: object = {}) => api.write('POST', path, { ...body, ...more }, key)
  const add = async (path: string, more: object = {}) => {
    const { id: targetId } = await post(path, more)
    await ledger.add({ kind, sourceId, targetId })
    return 'made' as const
  }
  switch (kind) {
    case 'business':
      return add(`/businesses/${business}`)
    case 'brand':
    case 'tag':
      return add('/tags', { business_id: business })
    case 'device':
      return addTracker(item, target, () => post('/devices', { business_id: business }))
    case 'vehicle':
      return add('/entities', { business_id: business, tags: tags.map((id) => ledger.idOf('tag', id)!) })
    case 'geofence':
      return add('/geofences', { business_id: business })
    case 'rule':
      await makeRule(item, target, { business, key })
      return 'made'
    case 'maintenance':
      await makeMaintenance(item, target, { business, key })
      return 'made'
    case 'selection':
      throw new Error('a tag that selects vehicles is made with its rule')
    case 'user':
      return add('/users', { parent: business })
    case 'installation':
      await install(item, mapping, target, key)
      return 'made'
  }
}

/**
 * Registers a tracker, or uses one that is free in the business that gets everything. The IMEI is looked up first.
 * Otherwise a super admin's `POST /devices` could restore a deleted tracker of any business, with its history.
 */
async function addTracker(item: Item, target: Target, post: () => Promise<{ id: number }>): Promise<'made' | 'used'> {
  const { pool, ledger } = target
  const { imei, tracker_id: otherName } = item.body as { imei: string; tracker_id?: string }
  const look = async () => (await findTrackers(pool, [imei], { into: ledger.route.into, name: ledger.name })).get(imei)
  const entry = { kind: item.kind, sourceId: item.sourceId, uniqueId: otherName ?? imei }
  const adopt = async ({ id, taken }: { id: number; taken: string | null }) => {
    if (taken) throw new Taken(`tracker ${imei} is in Roadbook: ${taken}`)
    await ledger.add({ ...entry, targetId: id, adopted: true })
    return 'used' as const
  }
  const before = await look()
  // A tracker that is new may come from a write of this import whose answer was lost. Repeating the write with the same key
  // then returns this tracker.
  if (before && (!before.isNew || before.isDeleted)) return adopt(before)
  const made = await post().catch((error: unknown) => (error instanceof Refused ? error : Promise.reject(error as Error)))
  const after = await look()
  if (made instanceof Refused) {
    if (!after) throw made
    return adopt(after)
  }
  if (after?.id !== made.id || !after.isNew) throw new Taken(`tracker ${imei} was deleted by somebody at the same time`)
  await ledger.add({ ...entry, targetId: made.id })
  return 'made'
}

/**
 * Puts a tracker on its vehicle. Positions from before an installation belong to no vehicle, so the installation is dated
 * on the first day of the history. If the tracker was on another vehicle after that day, the installation is dated when it
 * was removed from that vehicle. The earlier positions belong to the other vehicle.
 */
async function install({ sourceId }: Item, { history_from }: Mapping, { pool, api, ledger }: Target, key: string): Promise<void> {
  const deviceId = ledger.idOf('device', sourceId)!
  const vehicleId = ledger.idOf('vehicle', sourceId)!
  await api.write('POST', `/devices/${deviceId}/attach`, { entity_id: vehicleId }, key)
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE installations i SET installed_at = least(i.installed_at, greatest($3::timestamptz,
         (SELECT max(o.removed_at) FROM installations o WHERE o.device_id = $1 AND o.id <> i.id)))
       WHERE i.device_id = $1 AND i.entity_id = $2 AND i.removed_at IS NULL RETURNING i.id`,
      [deviceId, vehicleId, history_from === null ? 'infinity' : `${history_from}T00:00:00Z`],
    )
    if (!rows[0]) throw new Refused(409, 'somebody has taken the tracker off the vehicle meanwhile')
    await ledger.add({ kind: 'installation', sourceId, targetId: rows[0].id }, client)
    await ledger.settle(sourceId, ['device', 'vehicle', 'installation'], client)
  })
}
