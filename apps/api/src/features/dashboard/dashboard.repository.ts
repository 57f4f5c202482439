import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type AskedDays, dayParts, startedTrips } from '../../day-sums/index.js'
import type { CountsRow, DayRow } from './dashboard.row.js'

@Injectable()
export class DashboardRepository {
  findCounts(transaction: ScopedTransaction): Promise<CountsRow | undefined> {
    return transaction.row<CountsRow>(sql`SELECT
      (SELECT count(*) FROM businesses b WHERE ${transaction.within(sql`b.id`)}) AS businesses,
      (SELECT count(*) FROM entities e WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}) AS entities`)
  }

  /** Counts vehicles with an open missing case. The query starts from the cases, because there are only a few. */
  async countOpenCases(transaction: ScopedTransaction): Promise<number> {
    const found = await transaction.row<{ count: number }>(sql`SELECT count(*) AS count FROM entities e
      WHERE e.id IN (SELECT m.entity_id FROM missing_cases m WHERE m.state = 'open') AND e.deleted_at IS NULL
        AND ${transaction.within(sql`e.business_id`)}`)
    return found?.count ?? 0
  }

  /** Returns the requested days, oldest first. */
  findDays(transaction: ScopedTransaction, caller: Caller, asked: AskedDays): Promise<DayRow[]> {
    return transaction.rows<DayRow>(sql`SELECT days.day::date::text AS day, coalesce(sum(trips), 0)::bigint AS trips,
        coalesce(sum(distance_m), 0)::bigint AS distance_m
      FROM generate_series(${asked.from}::timestamp, ${asked.till}::timestamp, interval '1 day') AS days (day)
      LEFT JOIN (${dayParts(transaction, caller, asked)}) parts ON parts.day = days.day::date
      GROUP BY days.day ORDER BY days.day`)
  }

  /**
   * Returns the totals of the same weekday last week, up to the same time of day. The totals of a morning are thus compared
   * with those of a morning.
   */
  async findThisTimeLastWeek(transaction: ScopedTransaction, caller: Caller, asked: AskedDays) {
    const begun = await transaction.row<
      Omit<DayRow, 'day'>
    >(sql`SELECT count(*) AS trips, coalesce(sum(distance_m), 0)::bigint AS distance_m
      FROM (${startedTrips(transaction, caller, asked)}) trips
      WHERE local_start <= (now() AT TIME ZONE ${asked.zone}) - interval '7 days'`)
    return begun ?? { trips: 0, distance_m: 0 }
  }
}
