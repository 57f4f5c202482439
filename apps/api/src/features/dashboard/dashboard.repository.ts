import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { CountsRow, DayRow } from './dashboard.row.js'

@Injectable()
export class DashboardRepository {
  async findTimeZone(transaction: ScopedTransaction, userId: number): Promise<string | undefined> {
    const user = await transaction.row<{ time_zone: string | null }>(sql`SELECT time_zone FROM users WHERE id = ${userId}`)
    return user?.time_zone ?? undefined
  }

  findCounts(transaction: ScopedTransaction): Promise<CountsRow | undefined> {
    const inScope = transaction.within(sql`e.business_id`)
    return transaction.row<CountsRow>(sql`SELECT
      (SELECT count(*) FROM businesses b WHERE ${transaction.within(sql`b.id`)}) AS businesses,
      (SELECT count(*) FROM entities e WHERE e.deleted_at IS NULL AND ${inScope}) AS entities,
      (SELECT count(*) FROM missing_cases m JOIN entities e ON e.id = m.entity_id
        WHERE m.state = 'open' AND e.deleted_at IS NULL AND ${inScope}) AS missing_open,
      (SELECT count(*) FROM installations i JOIN entities e ON e.id = i.entity_id
        LEFT JOIN told_states s ON s.device_id = i.device_id
        WHERE i.removed_at IS NULL AND e.deleted_at IS NULL AND ${inScope}
          AND greatest(i.installed_at, s.judged_at) < now() - interval '24 hours') AS silent`)
  }

  /**
   * Today and the seven days before it, oldest first; the oldest only up to this time of day, so that a morning is compared with
   * a morning. Vehicles whose whereabouts are hidden do not count.
   */
  findDays(transaction: ScopedTransaction, caller: Caller, timeZone: string): Promise<DayRow[]> {
    return transaction.rows<DayRow>(sql`WITH days AS (
        SELECT (now() AT TIME ZONE ${timeZone})::date - ago AS day FROM generate_series(0, 7) AS ago
      ), counted AS (
        SELECT (t.started_at AT TIME ZONE ${timeZone})::date AS day, count(*) AS trips, sum(t.distance_m)::bigint AS distance_m
        FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id
        WHERE ${transaction.within(sql`t.business_id`)} AND t.deleted_at IS NULL AND NOT ${locationHidden(caller)}
          AND t.started_at >= ((now() AT TIME ZONE ${timeZone})::date - 7)::timestamp AT TIME ZONE ${timeZone}
          AND NOT (t.started_at > now() - interval '7 days' AND (t.started_at AT TIME ZONE ${timeZone})::date = (now() AT TIME ZONE ${timeZone})::date - 7)
        GROUP BY 1
      )
      SELECT coalesce(c.trips, 0) AS trips, coalesce(c.distance_m, 0) AS distance_m
      FROM days LEFT JOIN counted c USING (day) ORDER BY day`)
  }
}
