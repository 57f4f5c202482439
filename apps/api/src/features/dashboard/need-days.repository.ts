import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type Need, needsByBusiness } from '../entities/index.js'

const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`

/** Number of vehicles with each need, by business and day. */
@Injectable()
export class NeedDaysRepository {
  /** Returns whether this day was already counted. */
  async isCounted(transaction: ScopedTransaction): Promise<boolean> {
    const counted = await transaction.row(sql`SELECT 1 FROM need_days WHERE day = ${TODAY} LIMIT 1`)
    return counted !== undefined
  }

  async count(transaction: ScopedTransaction): Promise<void> {
    await transaction.hashing(() =>
      transaction.rows(sql`INSERT INTO need_days (business_id, day, vehicles)
        SELECT business_id, ${TODAY}, vehicles FROM (${needsByBusiness(transaction)}) counted
        ON CONFLICT (business_id, day) DO NOTHING`),
    )
  }

  async forget(transaction: ScopedTransaction, keptDays: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM need_days WHERE day < ${TODAY} - ${keptDays}::int`)
  }

  /** Returns the number of vehicles with each need a week ago. Returns null if nothing was counted on that day. */
  async findWeekAgo(transaction: ScopedTransaction): Promise<Partial<Record<Need, number>> | null> {
    const found = await transaction.row<{ counts: Partial<Record<Need, number>> | null }>(sql`
      SELECT jsonb_object_agg(need, vehicles) AS counts FROM (
        SELECT counted.key AS need, sum(counted.value::int) AS vehicles
        FROM need_days d, jsonb_each_text(d.vehicles) counted
        WHERE d.day = ${TODAY} - 7 AND ${transaction.within(sql`d.business_id`)} GROUP BY counted.key
      ) needs`)
    return found?.counts ?? null
  }
}
