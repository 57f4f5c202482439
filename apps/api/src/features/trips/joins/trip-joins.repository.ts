import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { JOINED_WITH } from '../dto/trip-join.dto.js'
import type { TripRow } from '../trip.row.js'

/** Period of a joined trip. */
export interface JoinedTime {
  from: Date
  till: Date
}

@Injectable()
export class TripJoinsRepository {
  /**
   * Finds the trip right before or after another trip. Includes deleted trips. Otherwise a deleted trip between the two would
   * become a part of the joined trip.
   */
  async findNeighbour(
    transaction: ScopedTransaction,
    { id, entity_id, started_at }: TripRow,
    which: (typeof JOINED_WITH)[number],
  ): Promise<number | undefined> {
    const [isBeside, order] =
      which === 'next'
        ? [sql`t.started_at > ${started_at}::timestamptz`, sql`t.started_at`]
        : [sql`t.started_at < ${started_at}::timestamptz`, sql`t.started_at DESC`]
    const found = await transaction.row<{ id: number }>(sql`SELECT t.id FROM trips t
      WHERE t.entity_id = ${entity_id} AND t.id <> ${id} AND ${isBeside} AND ${transaction.within(sql`t.business_id`)}
      ORDER BY ${order} LIMIT 1`)
    return found?.id
  }

  /**
   * Returns whether the tracker stayed on the vehicle during both trips. If not, the tracker was on another vehicle in
   * between.
   */
  async isOneStay(transaction: ScopedTransaction, first: TripRow, last: TripRow): Promise<boolean> {
    const found = await transaction.row(sql`SELECT 1 FROM installations i
      WHERE i.device_id = ${first.device_id} AND i.device_id = ${last.device_id} AND i.entity_id = ${first.entity_id}
        AND i.installed_at <= ${first.started_at}::timestamptz AND coalesce(i.removed_at, 'infinity') >= ${last.ended_at}::timestamptz
        AND ${transaction.within(sql`i.business_id`)} LIMIT 1`)
    return found !== undefined
  }

  /** Returns whether the readings at the start of a trip still exist. Without these readings the trip cannot be recalculated. */
  async hasReadings(transaction: ScopedTransaction, { device_id, started_at }: TripRow): Promise<boolean> {
    const found = await transaction.row(sql`SELECT 1 FROM
      waypoints_in_scope(${device_id}::int, ${started_at}::timestamptz, ${started_at}::timestamptz) LIMIT 1`)
    return found !== undefined
  }

  async add(
    transaction: ScopedTransaction,
    { device_id, entity_id }: TripRow,
    { from, till }: JoinedTime,
    by: number,
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO trip_joins (device_id, entity_id, business_id, from_at, till_at, made_by)
      SELECT ${device_id}::int, e.id, e.business_id, ${from}::timestamptz, ${till}::timestamptz, ${by}::int
      FROM entities e WHERE e.id = ${entity_id} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /**
   * Removes the joins within a trip.
   * @returns the period that the joins covered; undefined when there were none
   */
  async remove(
    transaction: ScopedTransaction,
    { device_id, entity_id, started_at, ended_at }: TripRow,
  ): Promise<JoinedTime | undefined> {
    const removed = await transaction.rows<{ from: Date; till: Date }>(sql`DELETE FROM trip_joins j
      WHERE j.device_id = ${device_id} AND j.entity_id = ${entity_id} AND j.from_at < ${ended_at}::timestamptz AND j.till_at > ${started_at}::timestamptz
        AND ${transaction.within(sql`j.business_id`)}
      RETURNING from_at AS from, till_at AS till`)
    if (removed.length === 0) return undefined
    const times = removed.flatMap(({ from, till }) => [from.getTime(), till.getTime()])
    return { from: new Date(Math.min(...times)), till: new Date(Math.max(...times)) }
  }
}
