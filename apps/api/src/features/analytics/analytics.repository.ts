import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type AskedDays, dayParts, ofEntities, startedTrips } from '../../day-sums/index.js'
import type { Measures } from './presets.js'

/** Sums of a day (YYYY-MM-DD) or of an hour of the day. */
export type Bucket = Measures & { key: string }

@Injectable()
export class AnalyticsRepository {
  findDays(transaction: ScopedTransaction, caller: Caller, asked: AskedDays): Promise<Bucket[]> {
    return transaction.rows<Bucket>(sql`SELECT day::text AS key, sum(trips)::bigint AS count, sum(distance_m)::bigint AS distance_m,
        sum(duration_s)::bigint AS duration_s, sum(speed_tenths_kph)::bigint AS speed_tenths_kph
      FROM (${dayParts(transaction, caller, asked)}) parts GROUP BY day`)
  }

  /** Returns sums by hour. They are computed from the trips, because the stored daily sums have no hours. */
  findHours(transaction: ScopedTransaction, caller: Caller, asked: AskedDays): Promise<Bucket[]> {
    return transaction.rows<Bucket>(sql`SELECT extract(hour FROM local_start)::int::text AS key, count(*) AS count,
        sum(distance_m)::bigint AS distance_m, sum(duration_s)::bigint AS duration_s, sum(speed_tenths_kph)::bigint AS speed_tenths_kph
      FROM (${startedTrips(transaction, caller, asked)}) trips GROUP BY 1`)
  }

  /** Returns for each day the number of vehicles that were added on that day and still exist. */
  findNewEntities(transaction: ScopedTransaction, asked: AskedDays): Promise<Bucket[]> {
    const { from, till, zone } = asked
    return transaction.rows<Bucket>(sql`SELECT (e.created_at AT TIME ZONE ${zone})::date::text AS key, count(*) AS count,
        0 AS distance_m, 0 AS duration_s, 0 AS speed_tenths_kph
      FROM entities e
      WHERE ${transaction.within(sql`e.business_id`)} AND e.deleted_at IS NULL
        AND e.created_at >= start_of_day(${from}::date, ${zone})
        AND e.created_at < start_of_day(${till}::date + 1, ${zone})
        AND ${ofEntities(sql`e.id`, asked)}
      GROUP BY 1`)
  }
}
