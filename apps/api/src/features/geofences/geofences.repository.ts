import { Injectable } from '@nestjs/common'
import { boundsOfArea } from '@roadbook/geo'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { GeofenceOnMapDto } from './dto/geofence-on-map.dto.js'
import { GeofenceDto, type UpdateGeofenceDto } from './dto/geofence.dto.js'
import texts from './texts.json' with { type: 'json' }

export type GeofenceRow = RowOf<GeofenceDto>

const FROM = sql`FROM geofences g JOIN businesses b ON b.id = g.business_id`
const seen = (transaction: ScopedTransaction): Sql => sql`g.deleted_at IS NULL AND ${transaction.within(sql`g.business_id`)}`

const geofenceRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT g.id, g.name, g.description, g.business_id, b.name AS business_name, g.kind, g.shape, g.reach_m, g.south, g.west, g.north, g.east,
    g.limit_kph, g.effective_from, g.created_at, g.updated_at
  ${FROM} WHERE ${seen(transaction)} AND g.id = ANY (${[...ids]}::int[])`

const toGeofenceDto = ({ effective_from, ...row }: GeofenceRow): GeofenceDto => ({
  ...toApiRow(row),
  effective_from: new Date(effective_from).toISOString(),
})

/** Geofences in scope. Aliases: g geofence, b its business. */
export const GEOFENCE_LIST = defineList<GeofenceRow, GeofenceDto>({
  name: 'geofences',
  objectType: 'geofence',
  plural: 'geofences',
  permission: 'read:map',
  description: 'Lists the geofences that the caller may see.',
  dto: GeofenceDto,
  toDto: toGeofenceDto,
  texts,
  key: sql`g.id`,
  from: FROM,
  where: seen,
  rows: geofenceRows,
  columns: {
    id: id(sql`g.id`, { order: true }),
    name: text(sql`g.name`, { isPlain: true, csv: 'name' }),
    description: text(sql`g.description`, { order: false, isPlain: true, csv: 'description' }),
    business_id: id(sql`g.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    kind: code(sql`g.kind`, { csv: 'kind', isWord: true }),
    reach_m: number(sql`g.reach_m`, { csv: 'reach_m' }),
    limit_kph: number(sql`g.limit_kph`, { csv: 'limit_kph' }),
    created_at: time(sql`g.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`g.updated_at`),
  },
})

/** Maximum geofences on a map. More would make the map unreadable. */
export const MOST_ON_MAP = 500

/**
 * Returns the condition that a geofence overlaps a box. A geofence across the 180th meridian has parts on both sides of the
 * meridian. There are few such geofences, and they have a separate index.
 */
function reaches(west: number, south: number, east: number, north: number): Sql {
  if (west > east) return sql`${reaches(west, south, 180, north)} OR ${reaches(-180, south, east, north)}`
  return sql`(g.west <= g.east AND box(point(g.west, g.south), point(g.east, g.north))
        && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8)))
      OR (g.west > g.east AND (g.west <= ${east}::float8 OR g.east >= ${west}::float8)
        AND g.south <= ${north}::float8 AND g.north >= ${south}::float8)`
}

@Injectable()
export class GeofencesRepository {
  /**
   * Finds the geofences that overlap a box in degrees, largest first. The box and the geofences may cross the 180th meridian.
   * The west of such a box is greater than its east.
   */
  findOnMap(
    transaction: ScopedTransaction,
    [west, south, east, north]: readonly [number, number, number, number],
  ): Promise<GeofenceOnMapDto[]> {
    return transaction.rows<GeofenceOnMapDto>(sql`SELECT g.id, g.name, g.kind, g.shape, g.reach_m FROM geofences g
      WHERE ${seen(transaction)} AND (${reaches(west, south, east, north)})
      ORDER BY g.north - g.south DESC, g.id LIMIT ${MOST_ON_MAP}`)
  }

  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<GeofenceRow | undefined> {
    if (isLocked) await transaction.rows(sql`SELECT g.id FROM geofences g WHERE g.id = ${id} AND ${seen(transaction)} FOR UPDATE`)
    return transaction.row<GeofenceRow>(geofenceRows(transaction, [id]))
  }

  /** @returns the new id; undefined when the business is not in scope */
  async add(
    transaction: ScopedTransaction,
    businessId: number,
    body: UpdateGeofenceDto,
    userId: number,
  ): Promise<number | undefined> {
    const { name, description, kind, shape, reachM, limitKph, bounds } = valuesOf(body)
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO geofences
        (business_id, name, description, kind, shape, reach_m, limit_kph, south, west, north, east, created_by)
      SELECT b.id, ${name}, ${description}, ${kind}, ${shape}::jsonb, ${reachM}::float8, ${limitKph}::int,
        ${bounds.south}::float8, ${bounds.west}::float8, ${bounds.north}::float8, ${bounds.east}::float8, ${userId}::int
      FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    return added?.id
  }

  async save(transaction: ScopedTransaction, id: number, body: UpdateGeofenceDto): Promise<void> {
    const { name, description, kind, shape, reachM, limitKph, bounds } = valuesOf(body)
    await transaction.rows(sql`UPDATE geofences g SET name = ${name}, description = ${description}, kind = ${kind},
        shape = ${shape}::jsonb, reach_m = ${reachM}::float8, limit_kph = ${limitKph}::int,
        south = ${bounds.south}::float8, west = ${bounds.west}::float8, north = ${bounds.north}::float8, east = ${bounds.east}::float8,
        updated_at = clock_timestamp()
      WHERE g.id = ${id} AND ${transaction.within(sql`g.business_id`)}`)
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE geofences g SET deleted_at = now(), updated_at = clock_timestamp()
      WHERE g.id = ${id} AND ${transaction.within(sql`g.business_id`)}`)
  }
}

const valuesOf = ({ name, description, kind, shape, reach_m: reachM, limit_kph: limitKph }: UpdateGeofenceDto) => ({
  name,
  description: description ?? null,
  kind,
  // Drops all other properties of the GeoJSON that the client sent.
  shape: JSON.stringify({ type: shape.type, coordinates: shape.coordinates }),
  reachM: reachM ?? null,
  limitKph: limitKph ?? null,
  bounds: boundsOfArea(kind, shape, reachM ?? 0),
})
