import {
  type AlertKind,
  type AlertRule,
  type Geofence,
  GeofenceIndex,
  type GeofenceShape,
  type HourSpan,
  type Watch,
} from '@roadbook/alerts'
import type pg from 'pg'

/** Businesses that move in the tree turn no page; they are looked at again after this. */
const STALE_MS = 60_000

/**
 * All rules of alerts that are active, with the fences and businesses that they concern, in memory: one small question tells
 * whether it is still what the database has.
 */
export class RuleBook {
  #stamp: string | undefined
  #readAt = -Infinity
  /** From the root down to itself, of each business that some rule holds for. */
  #paths = new Map<number, readonly number[]>()
  #rules = new Map<number, StoredRule[]>()
  #fences = new Map<number, Geofence>()
  #indexes = new Map<number, GeofenceIndex>()

  constructor(private readonly pool: pg.Pool) {}

  /** Whether there is any rule at all. */
  get isEmpty(): boolean {
    return this.#rules.size === 0
  }

  /** Whether some rule holds for vehicles of this business. */
  isWatched(businessId: number): boolean {
    return this.#paths.has(businessId)
  }

  /** The rules of a vehicle; undefined where there are none. */
  watchOf(businessId: number, tagIds: readonly number[]): Watch | undefined {
    const path = this.#paths.get(businessId)
    const rules = path?.flatMap((id) => this.#rules.get(id) ?? []).filter((rule) => holdsFor(rule, tagIds)) ?? []
    if (!path || rules.length === 0) return undefined
    const indexes = path.flatMap((id) => this.#indexes.get(id) ?? [])
    const near = rules.some(({ kind }) => kind === 'entry' || kind === 'exit' || kind === 'speeding') ? indexes : []
    return {
      rules,
      fences: { at: (position) => near.flatMap((index) => index.at(position)) },
      fenceOf: (id) => this.#fences.get(id),
    }
  }

  /** Whether it is what the database has, as a transaction sees it. */
  async isCurrent(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
    return (await readStamp(client)) === this.#stamp
  }

  /** Reads what changed since, if anything. @returns whether rules or fences did, but for the first time */
  async refresh(now: number): Promise<boolean> {
    const stamp = await readStamp(this.pool)
    const isOther = stamp !== this.#stamp
    if (!isOther && now - this.#readAt < STALE_MS) return false
    const isFirst = this.#stamp === undefined
    if (isOther) await this.#readRules()
    const { rows: businesses } = await this.pool.query<{ id: number; path: number[] }>(
      'SELECT id, path FROM businesses WHERE path && $1::int[]',
      [[...this.#rules.keys()]],
    )
    this.#paths = new Map(businesses.map(({ id, path }) => [id, path]))
    this.#stamp = stamp
    this.#readAt = now
    return isOther && !isFirst
  }

  async #readRules(): Promise<void> {
    const { rows } = await this.pool.query<RuleRow>(RULES)
    this.#rules = groupBy(rows.map(toRule), ({ businessId }) => businessId)
    const fences = this.isEmpty ? [] : (await this.pool.query<FenceRow>(FENCES)).rows
    this.#fences = new Map(fences.map((row) => [row.id, toFence(row)]))
    const byOwner = groupBy(fences, ({ business_id }) => business_id)
    this.#indexes = new Map(
      [...byOwner].map(([owner, of]) => [owner, new GeofenceIndex(of.flatMap(({ id }) => this.#fences.get(id) ?? []))]),
    )
  }
}

async function readStamp(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  return (await client.query<{ stamp: string }>('SELECT stamp FROM alert_rulebook')).rows[0]?.stamp
}

type StoredRule = AlertRule & { businessId: number; tagIds: readonly number[] }

const holdsFor = ({ tagIds }: StoredRule, worn: readonly number[]) =>
  tagIds.length === 0 || tagIds.some((id) => worn.includes(id))

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`

interface RuleRow {
  id: number
  revision: number
  business_id: number
  kind: AlertKind
  effective_from: number
  threshold: number | null
  lasting_s: number
  hours: HourSpan[] | null
  time_zone: string
  geofence_ids: number[]
  tag_ids: number[]
}
const RULES = `SELECT r.id, r.revision, r.business_id, r.kind, ${milliseconds('r.effective_from')} AS effective_from, r.threshold, r.lasting_s,
    r.hours, r.time_zone, ARRAY(SELECT geofence_id FROM alert_rule_geofences WHERE rule_id = r.id) AS geofence_ids,
    ARRAY(SELECT tag_id FROM alert_rule_tags WHERE rule_id = r.id) AS tag_ids
  FROM alert_rules r WHERE r.active AND r.deleted_at IS NULL ORDER BY r.id`

const toRule = (row: RuleRow): StoredRule => ({
  id: row.id,
  revision: row.revision,
  businessId: row.business_id,
  kind: row.kind,
  effectiveFrom: row.effective_from,
  lastingS: row.lasting_s,
  tagIds: row.tag_ids,
  ...(row.threshold !== null && { threshold: row.threshold }),
  ...(row.hours && { hours: { timeZone: row.time_zone, spans: row.hours } }),
  ...(row.geofence_ids.length > 0 && { geofenceIds: new Set(row.geofence_ids) }),
})

type Degrees = [longitude: number, latitude: number]
interface FenceRow {
  id: number
  revision: number
  business_id: number
  effective_from: number
  shape:
    | { type: 'Point'; coordinates: Degrees }
    | { type: 'Polygon'; coordinates: Degrees[][] }
    | { type: 'LineString'; coordinates: Degrees[] }
  reach_m: number | null
  south: number
  north: number
  west: number
  east: number
  limit_kph: number | null
}
const FENCES = `SELECT id, revision, business_id, ${milliseconds('effective_from')} AS effective_from, shape, reach_m, south, north, west, east,
    limit_kph FROM geofences WHERE deleted_at IS NULL`

const toFence = ({ id, revision, effective_from, south, north, west, east, limit_kph, ...row }: FenceRow): Geofence => ({
  id,
  revision,
  effectiveFrom: effective_from,
  bounds: { south, north, west, east },
  shape: toShape(row),
  ...(limit_kph !== null && { limitKph: limit_kph }),
})

const toPosition = ([longitude, latitude]: Degrees) => ({ latitude, longitude })

function toShape({ shape, reach_m }: Pick<FenceRow, 'shape' | 'reach_m'>): GeofenceShape {
  const reachM = reach_m ?? 0
  if (shape.type === 'Point') return { kind: 'circle', center: toPosition(shape.coordinates), reachM }
  if (shape.type === 'LineString') return { kind: 'corridor', line: shape.coordinates.map(toPosition), reachM }
  return { kind: 'polygon', rings: shape.coordinates.map((ring) => ring.map(toPosition)) }
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
