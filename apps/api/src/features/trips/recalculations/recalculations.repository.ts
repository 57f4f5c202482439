import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { locationHidden } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import type { TripRecalculationDto } from '../dto/recalculation.dto.js'

export type RecalculationRow = RowOf<TripRecalculationDto>

/** Maximum recalculations in a response. */
const SHOWN = 10

@Injectable()
export class RecalculationsRepository {
  /** Finds a vehicle whose trips the caller is allowed to see. */
  findEntity(transaction: ScopedTransaction, caller: Caller, id: number): Promise<{ id: number } | undefined> {
    return transaction.row<{ id: number }>(sql`SELECT e.id FROM entities e JOIN entity_privacy p ON p.entity_id = e.id
      WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND NOT ${locationHidden(caller)}`)
  }

  /** Returns the time when the first visible tracker of a vehicle was installed. */
  async firstInstalledAt(transaction: ScopedTransaction, entityId: number): Promise<Date | null> {
    const found = await transaction.row<{ first: Date | null }>(sql`SELECT min(i.installed_at) AS first FROM installations i
      WHERE i.entity_id = ${entityId} AND ${transaction.within(sql`i.business_id`)}`)
    return found?.first ?? null
  }

  /** @returns the new id; undefined when another recalculation of the vehicle is in progress */
  async add(
    transaction: ScopedTransaction,
    { userId }: Caller,
    entityId: number,
    { from, till }: { from: Date; till: Date },
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`
      INSERT INTO trip_recalculations (entity_id, business_id, installation_ids, requested_by, from_at, till_at)
      SELECT e.id, e.business_id, ARRAY(
          SELECT i.id FROM installations i WHERE i.entity_id = e.id AND ${transaction.within(sql`i.business_id`)} ORDER BY i.id
        ), ${userId}::int, ${from}::timestamptz, ${till}::timestamptz
      FROM entities e WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}
      ON CONFLICT DO NOTHING RETURNING id`)
    return added?.id
  }

  findOne(transaction: ScopedTransaction, id: number): Promise<RecalculationRow | undefined> {
    return transaction.row<RecalculationRow>(recalculations(transaction, sql`r.id = ${id}`))
  }

  /** Finds the recalculations of a vehicle, newest first. */
  findOf(transaction: ScopedTransaction, entityId: number): Promise<RecalculationRow[]> {
    return transaction.rows<RecalculationRow>(
      sql`${recalculations(transaction, sql`r.entity_id = ${entityId}`)} ORDER BY r.id DESC LIMIT ${SHOWN}`,
    )
  }
}

const recalculations = (transaction: ScopedTransaction, which: Sql): Sql => sql`
  SELECT r.id, r.entity_id, r.from_at, r.till_at, r.state, r.added, r.changed, r.removed, r.created_at, r.ended_at,
    u.first_name || ' ' || u.last_name AS requested_by, CASE WHEN r.state = 'done' OR r.till_at = r.from_at THEN 100 ELSE
      floor(100 * extract(epoch FROM coalesce(r.done_till, r.from_at) - r.from_at) / extract(epoch FROM r.till_at - r.from_at))
    END::int AS progress
  FROM trip_recalculations r LEFT JOIN users u ON u.id = r.requested_by
  WHERE ${which} AND ${transaction.within(sql`r.business_id`)}`
