import { Injectable } from '@nestjs/common'
import { type FenceRow, type Reading, toReading } from '@roadbook/alerts'
import type { VehicleType } from '@roadbook/contracts'
import { fromSelected, SELECTED_FOR_ALERTS, storedTime } from '@roadbook/track-store/waypoint-columns'
import type { Caller } from '../../../auth/caller.js'
import { locationHidden, visibleStates } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Sql, sql } from '../../../database/sql.js'

/** A stay: the time of a tracker on a vehicle that a rule would apply to. Times are milliseconds since 1970 UTC. */
export interface PreviewedStay {
  device_id: number
  entity_id: number
  vehicle_type: VehicleType
  /** Ids of the businesses from the root down to the vehicle's business. */
  path: number[]
  installed_at: number
  removed_at: number | null
  heard_at: number | null
  is_consumers: boolean
  is_hidden: boolean
}

export interface ReadingPage {
  readings: Reading[]
  /** ISO time with microseconds at which the next page begins; undefined after the last page. */
  next: string | undefined
}

/**
 * Vehicles of a rule: those of a business and of the businesses below it. If there are tags, only vehicles with one of them.
 */
export interface Concerned {
  ownerId: number
  tagIds: readonly number[]
}

const BEGIN = sql`CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE i.moved_at END`

@Injectable()
export class PreviewedStaysRepository {
  /** Finds the stays that ended after a time or have not ended, ordered by vehicle. */
  findStays(
    transaction: ScopedTransaction,
    caller: Caller,
    { ownerId, tagIds }: Concerned,
    since: Date,
  ): Promise<PreviewedStay[]> {
    const tags = sql`${[...tagIds]}::int[]`
    return transaction.rows<PreviewedStay>(sql`SELECT i.device_id, i.entity_id, e.vehicle_type, b.path,
        (extract(epoch FROM ${BEGIN}) * 1000)::float8 AS installed_at, (extract(epoch FROM i.removed_at) * 1000)::float8 AS removed_at,
        (extract(epoch FROM s.last_received_at) * 1000)::float8 AS heard_at, coalesce(${locationHidden(caller)}, true) AS is_hidden,
        e.consumer_id IS NOT NULL AS is_consumers
      FROM installations i JOIN entities e ON e.id = i.entity_id JOIN businesses b ON b.id = e.business_id
      LEFT JOIN entity_privacy p ON p.entity_id = e.id
      LEFT JOIN ${visibleStates(caller)} s ON s.device_id = i.device_id
      WHERE ${ownerId}::int = ANY (b.path) AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
        AND ${transaction.within(sql`i.business_id`)} AND ${BEGIN} IS NOT NULL AND coalesce(i.removed_at, 'infinity') > ${since}
        AND (cardinality(${tags}) = 0 OR EXISTS (SELECT FROM entity_tags t WHERE t.entity_id = e.id AND t.tag_id = ANY (${tags})))
      ORDER BY e.id, i.installed_at`)
  }

  /** Returns true if the location of a vehicle is hidden from the caller now. Also returns true if the vehicle is gone. */
  async isHidden(transaction: ScopedTransaction, caller: Caller, entityId: number): Promise<boolean> {
    const shown = await transaction.row(sql`SELECT FROM entities e JOIN entity_privacy p ON p.entity_id = e.id
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND NOT ${locationHidden(caller)}`)
    return shown === undefined
  }

  /**
   * Finds the geofences that the rules of a business can apply to.
   * @param ids ids of the geofences to find; empty for all
   */
  findGeofences(transaction: ScopedTransaction, ownerId: number, ids: readonly number[], since: Date): Promise<FenceRow[]> {
    const wanted = ids.length > 0 ? sql`WHERE id = ANY (${[...ids]}::int[])` : sql``
    return transaction.rows<FenceRow>(sql`SELECT id, revision, business_id,
        (extract(epoch FROM ${since}::timestamptz) * 1000)::float8 AS effective_from, shape, reach_m, south, north, west, east, limit_kph
      FROM geofences_of_rules(${ownerId}::int) ${wanted} ORDER BY id`)
  }

  /**
   * Returns how many days before `now` can be previewed, at most `days`. The stays have at most `readings` readings in these
   * days.
   */
  async findDays(
    transaction: ScopedTransaction,
    stays: readonly PreviewedStay[],
    { now, days, readings }: { now: number; days: number; readings: number },
  ): Promise<number> {
    const devices = stays.map(({ device_id }) => device_id)
    const begins = stays.map(({ installed_at }) => new Date(installed_at).toISOString())
    const ends = stays.map(({ removed_at }) => new Date(Math.min(removed_at ?? now, now)).toISOString())
    const found = await transaction.row<{ days: number }>(
      sql`SELECT days_of_waypoints_in_scope(${devices}::int[], ${begins}::timestamptz[], ${ends}::timestamptz[], ${new Date(now)},
        ${days}::int, ${readings}::int) AS days`,
    )
    return found?.days ?? days
  }

  /**
   * Finds one page of a device's readings in scope between two times, oldest first. The end is not included.
   * @param begin ISO time with microseconds
   */
  async findPage(
    transaction: ScopedTransaction,
    deviceId: number,
    { begin, before, most }: { begin: string; before: Date; most: number },
  ): Promise<ReadingPage> {
    const rows = await transaction.arrays(
      sql`SELECT ${COLUMNS} FROM stored_waypoints_in_scope(${deviceId}::int, ${begin}::timestamptz, ${before}, ${most}::int)`,
    )
    const last = rows.length < most ? undefined : rows.at(-1)
    return { readings: rows.map(readingOf), next: last && justAfter(storedTime(fromSelected(last))) }
  }

  /** Finds the newest reading of a device in scope between two times. */
  async findLast(transaction: ScopedTransaction, deviceId: number, from: number, before: number): Promise<Reading | undefined> {
    const [row] = await transaction.arrays(
      sql`SELECT ${COLUMNS} FROM last_waypoint_in_scope(${deviceId}::int, ${new Date(from)}, ${new Date(before)})`,
    )
    return row && readingOf(row)
  }
}

const COLUMNS = new Sql([SELECTED_FOR_ALERTS], [])

function readingOf(row: readonly unknown[]): Reading {
  const { fix, receivedAt } = fromSelected(row)
  return toReading(fix, receivedAt)
}

/**
 * Returns a time in milliseconds plus one microsecond, as an ISO time. The database stores whole microseconds, so no
 * reading is between the two times.
 */
function justAfter(storedAt: number): string {
  const microseconds = Math.round(storedAt * 1_000) + 1
  const whole = new Date(Math.floor(microseconds / 1_000)).toISOString()
  return `${whole.slice(0, -1)}${String(microseconds % 1_000).padStart(3, '0')}Z`
}
