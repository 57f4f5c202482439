import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { RowOf } from '../../http/api-row.js'
import type { TripPurpose } from '../trips/index.js'
import type { LogbookCorrectionDto } from './dto/logbook.dto.js'

export interface LoggedVehicle {
  id: number
  business_id: number
  name: string
  license_plate: string | null
  frame_number: string | null
  imei: string | null
  business_name: string | null
}

/** Period of one vehicle's logbook. The end is not included. */
export interface LogbookPeriod {
  entityId: number
  from: Date
  till: Date
}

export interface EntryRow {
  id: number | null
  trip_id: number | null
  month: string | null
  started_at: Date
  ended_at: Date
  arrived_at: Date | null
  start_address: string | null
  stop_address: string | null
  /** Position for an entry without a stored address. */
  start_latitude: number | null
  start_longitude: number | null
  stop_latitude: number | null
  stop_longitude: number | null
  distance_m: number
  odometer_start_m: number | null
  odometer_stop_m: number | null
  purpose: TripPurpose | null
  note: string | null
  driver: string | null
  said_at: Date | null
  added_at: Date | null
  is_open: boolean
  is_recalculated: boolean
  corrections: (Omit<LogbookCorrectionDto, 'corrected_at'> & { corrected_at: string })[]
}

/** Data that is stored when the month of a trip is closed, in addition to the trip itself. */
export interface ClosingEntry {
  trip_id: number
  start_address: string | null
  stop_address: string | null
}

export type ClosedMonthRow = RowOf<{ id: number; month: string; closed_at: string; closed_by: string | null }>

const CORRECTIONS = sql`(SELECT coalesce(json_agg(json_build_object('purpose', c.purpose, 'note', c.note, 'driver', c.driver,
    'reason', c.reason, 'corrected_at', c.corrected_at, 'corrected_by', u.first_name || ' ' || u.last_name) ORDER BY c.id), '[]')
  FROM logbook_corrections c LEFT JOIN users u ON u.id = c.corrected_by WHERE c.entry_id = x.id)`

@Injectable()
export class LogbookRepository {
  /** Finds a vehicle whose location the caller may see. */
  vehicle(transaction: ScopedTransaction, caller: Caller, id: number): Promise<LoggedVehicle | undefined> {
    return transaction.row<LoggedVehicle>(sql`SELECT e.id, e.business_id, e.name, e.license_plate, e.frame_number,
        b.name AS business_name, (SELECT d.imei FROM installations i JOIN devices d ON d.id = i.device_id
          WHERE i.entity_id = e.id AND i.removed_at IS NULL) AS imei
      FROM entities e JOIN entity_privacy p ON p.entity_id = e.id JOIN businesses b ON b.id = e.business_id
      WHERE e.id = ${id} AND ${transaction.within(sql`e.business_id`)} AND NOT ${locationHidden(caller)}`)
  }

  /** Returns the entries of closed months and the trips that are not in a closed month. The oldest comes first. */
  async entries(transaction: ScopedTransaction, { entityId, from, till }: LogbookPeriod): Promise<EntryRow[]> {
    const closed = await transaction.rows<EntryRow>(sql`
      SELECT x.id, x.trip_id, to_char(m.month, 'YYYY-MM') AS month, x.started_at, x.ended_at, x.arrived_at, x.start_address, x.stop_address,
        NULL AS start_latitude, NULL AS start_longitude, NULL AS stop_latitude, NULL AS stop_longitude,
        x.distance_m, x.odometer_start_m, x.odometer_stop_m, x.purpose, x.note, x.driver, x.said_at, FALSE AS is_open,
        CASE WHEN x.added_at > m.closed_at THEN x.added_at END AS added_at, ${CORRECTIONS} AS corrections,
        (t.id IS NULL OR t.deleted_at IS NOT NULL OR
          (t.started_at, t.ended_at, t.distance_m) IS DISTINCT FROM (x.started_at, x.ended_at, x.distance_m)) AS is_recalculated
      FROM logbook_entries x JOIN logbook_months m ON m.id = x.month_id LEFT JOIN trips t ON t.id = x.trip_id
      WHERE m.entity_id = ${entityId} AND ${transaction.within(sql`m.business_id`)}
        AND x.started_at >= ${from} AND x.started_at < ${till}`)
    const open = await transaction.rows<EntryRow>(sql`
      WITH found AS (
        SELECT t.* FROM trips t WHERE t.entity_id = ${entityId} AND ${transaction.within(sql`t.business_id`)}
          AND t.deleted_at IS NULL AND t.started_at >= ${from} AND t.started_at < ${till}
          AND NOT EXISTS (SELECT 1 FROM logbook_entries x WHERE x.trip_id = t.id)
      )
      SELECT NULL AS id, t.id AS trip_id, NULL AS month, t.started_at, t.ended_at, t.arrived_at, NULL AS start_address, NULL AS stop_address,
        t.start_latitude / 1e7::float8 AS start_latitude, t.start_longitude / 1e7::float8 AS start_longitude,
        t.stop_latitude / 1e7::float8 AS stop_latitude, t.stop_longitude / 1e7::float8 AS stop_longitude,
        t.distance_m, o.start_m AS odometer_start_m, o.stop_m AS odometer_stop_m, l.purpose, l.note, l.driver,
        CASE WHEN l.purpose IS NOT NULL THEN l.said_at END AS said_at, t.is_open, NULL AS added_at, FALSE AS is_recalculated,
        '[]'::json AS corrections
      FROM found t LEFT JOIN trip_purposes l ON l.trip_id = t.id
      LEFT JOIN trip_odometers_in_scope(ARRAY(SELECT id FROM found)) o ON o.trip_id = t.id`)
    return [...closed, ...open].sort((one, other) => one.started_at.getTime() - other.started_at.getTime())
  }

  closedMonths(transaction: ScopedTransaction, entityId: number, from: string, till: string): Promise<ClosedMonthRow[]> {
    return transaction.rows<ClosedMonthRow>(sql`SELECT m.id, to_char(m.month, 'YYYY-MM') AS month, m.closed_at,
        (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = m.closed_by) AS closed_by
      FROM logbook_months m WHERE m.entity_id = ${entityId} AND ${transaction.within(sql`m.business_id`)}
        AND m.month BETWEEN ${`${from}-01`}::date AND ${`${till}-01`}::date ORDER BY m.month`)
  }

  /** Closes a month and returns it. A month that is already closed stays as it is. */
  async closeMonth(
    transaction: ScopedTransaction,
    vehicle: LoggedVehicle,
    { month, timeZone }: { month: string; timeZone: string },
    userId: number,
  ): Promise<number> {
    const first = `${month}-01`
    await transaction.rows(sql`INSERT INTO logbook_months (entity_id, business_id, month, time_zone, closed_by)
      SELECT e.id, e.business_id, ${first}::date, ${timeZone}, ${userId}::int FROM entities e
      WHERE e.id = ${vehicle.id} AND ${transaction.within(sql`e.business_id`)}
      ON CONFLICT DO NOTHING`)
    const closed = await transaction.row<{ id: number }>(sql`SELECT m.id FROM logbook_months m WHERE m.entity_id = ${vehicle.id}
      AND m.business_id = ${vehicle.business_id} AND ${transaction.within(sql`m.business_id`)} AND m.month = ${first}::date`)
    if (!closed) throw new Error('a month that was just closed is not there')
    return closed.id
  }

  /**
   * Locks trips until the transaction ends. Until then, the purpose of the trips cannot change and the trips cannot be
   * recalculated.
   */
  async lock(transaction: ScopedTransaction, tripIds: readonly number[]): Promise<void> {
    await transaction.rows(sql`SELECT t.id FROM trips t
      WHERE t.id = ANY (${[...tripIds]}::bigint[]) AND ${transaction.within(sql`t.business_id`)} ORDER BY t.id FOR UPDATE`)
  }

  /** Stores trips in their present state, with the users' entries. */
  async write(transaction: ScopedTransaction, monthId: number, entries: readonly ClosingEntry[]): Promise<number> {
    const { length } =
      await transaction.rows(sql`INSERT INTO logbook_entries (month_id, trip_id, started_at, ended_at, arrived_at,
        start_address, stop_address, distance_m, odometer_start_m, odometer_stop_m, purpose, note, driver, said_at)
      SELECT ${monthId}::int, t.id, t.started_at, t.ended_at, t.arrived_at, w.start_address, w.stop_address, t.distance_m, o.start_m, o.stop_m,
        l.purpose, l.note, l.driver, l.said_at
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS w (trip_id bigint, start_address text, stop_address text)
      JOIN trips t ON t.id = w.trip_id AND ${transaction.within(sql`t.business_id`)} JOIN trip_purposes l ON l.trip_id = t.id
      LEFT JOIN trip_odometers_in_scope(${entries.map(({ trip_id }) => trip_id)}::bigint[]) o ON o.trip_id = t.id
      ORDER BY t.started_at RETURNING id`)
    return length
  }

  /** Returns the vehicle of an entry. */
  entryOf(transaction: ScopedTransaction, id: number): Promise<{ entity_id: number; started_at: Date } | undefined> {
    return transaction.row(sql`SELECT m.entity_id, x.started_at FROM logbook_entries x JOIN logbook_months m ON m.id = x.month_id
      WHERE x.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }

  async correct(
    transaction: ScopedTransaction,
    entryId: number,
    correction: Omit<LogbookCorrectionDto, 'corrected_at' | 'corrected_by'>,
    userId: number,
  ): Promise<void> {
    const { purpose, note, driver, reason } = correction
    await transaction.rows(sql`INSERT INTO logbook_corrections (entry_id, purpose, note, driver, reason, corrected_by)
      VALUES (${entryId}::bigint, ${purpose}, ${note}, ${driver}, ${reason}, ${userId}::int)`)
  }
}
