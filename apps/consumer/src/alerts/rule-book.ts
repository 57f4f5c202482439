import {
  type AlertRule,
  type FenceRow,
  type Geofence,
  GeofenceIndex,
  type RuleRow,
  toFence,
  toRule,
  type Watch,
  watchAlong,
} from '@roadbook/alerts'
import type { VehicleType } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import type pg from 'pg'

/**
 * Maximum age of the businesses in memory, in milliseconds. They are read again after this time. The stamp, which shows
 * changes of rules, does not show that a business was moved in the tree.
 */
const STALE_MS = 60_000

/**
 * All active rules about readings, in memory, with their geofences and businesses. One small query checks if the rules in
 * memory are current. Rules about disputes are left out, because readings neither raise nor disprove a dispute.
 */
export class RuleBook {
  #stamp: string | undefined
  #readAt = -Infinity
  /** Path from the root to the business itself, for each business to which a rule applies. */
  #paths = new Map<number, readonly number[]>()
  #rules = new Map<number, StoredRule[]>()
  #fences = new Map<number, Geofence>()
  #indexes = new Map<number, GeofenceIndex>()
  /** The businesses from which the paths were made, as JSON. Used to detect changes. */
  #tree = ''
  /** Watches (the rules of a vehicle) by business, tags and vehicle type. Cleared when rules or businesses are read again. */
  #watches = new Map<string, Watch | undefined>()

  constructor(private readonly pool: pg.Pool) {}

  get isEmpty(): boolean {
    return this.#rules.size === 0
  }

  /** Returns true if a rule applies to vehicles of this business. */
  isWatched(businessId: number): boolean {
    return this.#paths.has(businessId)
  }

  /**
   * Returns the rules of a vehicle. Undefined if there are none. Vehicles with the same rules share one object as long as
   * nothing changes.
   * @param vehicleType determines the highest speed at which a reading is plausible. If absent, every speed is plausible
   */
  watchOf(businessId: number, tagIds: readonly number[], vehicleType?: VehicleType): Watch | undefined {
    const key = `${businessId}/${tagIds.join()}/${vehicleType ?? ''}`
    if (!this.#watches.has(key)) {
      const watch = this.#watchOf(businessId, tagIds)
      this.#watches.set(key, watch && vehicleType ? { ...watch, ceilingKph: TRIP_PARAMETERS[vehicleType].ceilingKph } : watch)
    }
    return this.#watches.get(key)
  }

  #watchOf(businessId: number, tagIds: readonly number[]): Watch | undefined {
    const path = this.#paths.get(businessId)
    const rules = path?.flatMap((id) => this.#rules.get(id) ?? []).filter((rule) => holdsFor(rule, tagIds)) ?? []
    if (!path || rules.length === 0) return undefined
    const indexes = path.flatMap((id) => this.#indexes.get(id) ?? [])
    return watchAlong(rules, indexes, (id) => this.#fences.get(id))
  }

  /** Returns true if the book matches the database as the transaction sees it. */
  async isCurrent(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
    return (await readStamp(client)) === this.#stamp
  }

  /**
   * Reads rules and businesses again if the rules changed. If they did not change, reads only the businesses, at most once a
   * minute.
   * @returns true if rules or geofences changed. False for the first reading
   */
  async refresh(now: number): Promise<boolean> {
    const stamp = await readStamp(this.pool)
    const isOther = stamp !== this.#stamp
    if (!isOther && now - this.#readAt < STALE_MS) return false
    const isFirst = this.#stamp === undefined
    if (isOther) await this.#readRules()
    const { rows: businesses } = await this.pool.query<{ id: number; path: number[] }>(
      'SELECT id, path FROM businesses WHERE path && $1::int[] ORDER BY id',
      [[...this.#rules.keys()]],
    )
    const tree = JSON.stringify(businesses)
    if (isOther || tree !== this.#tree) {
      this.#paths = new Map(businesses.map(({ id, path }) => [id, path]))
      this.#watches = new Map()
      this.#tree = tree
    }
    this.#stamp = stamp
    this.#readAt = now
    return isOther && !isFirst
  }

  async #readRules(): Promise<void> {
    const { rows } = await this.pool.query<StoredRow>(RULES)
    this.#rules = groupBy(rows.map(toStoredRule), ({ businessId }) => businessId)
    const fences = this.isEmpty ? [] : (await this.pool.query<FenceRow>(FENCES)).rows
    this.#fences = new Map(fences.map((row) => [row.id, toFence(row)]))
    const byOwner = groupBy(fences, ({ business_id }) => business_id)
    this.#indexes = new Map(
      [...byOwner].map(([owner, of]) => [owner, new GeofenceIndex(of.flatMap(({ id }) => this.#fences.get(id) ?? []))]),
    )
  }
}

async function readStamp(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  const question = { name: 'alert-rulebook', text: 'SELECT stamp FROM alert_rulebook' }
  return (await client.query<{ stamp: string }>(question)).rows[0]?.stamp
}

type StoredRule = AlertRule & { businessId: number; tagIds: readonly number[] }

const holdsFor = ({ tagIds }: StoredRule, worn: readonly number[]) =>
  tagIds.length === 0 || tagIds.some((id) => worn.includes(id))

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`

type StoredRow = RuleRow & { business_id: number; tag_ids: number[] }
const RULES = `SELECT r.id, r.revision, r.business_id, r.kind, ${milliseconds('r.effective_from')} AS effective_from, r.threshold, r.lasting_s,
    r.hours, r.time_zone, ARRAY(SELECT geofence_id FROM alert_rule_geofences WHERE rule_id = r.id) AS geofence_ids,
    ARRAY(SELECT tag_id FROM alert_rule_tags WHERE rule_id = r.id) AS tag_ids
  FROM alert_rules r WHERE r.active AND r.deleted_at IS NULL AND r.kind <> 'dispute' ORDER BY r.id`

const toStoredRule = (row: StoredRow): StoredRule => ({ ...toRule(row), businessId: row.business_id, tagIds: row.tag_ids })

const FENCES = `SELECT id, revision, business_id, ${milliseconds('effective_from')} AS effective_from, shape, reach_m, south, north, west, east,
    limit_kph FROM geofences WHERE deleted_at IS NULL`

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
