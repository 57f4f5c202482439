import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { type Need, needsByBusiness } from '../entities/index.js'

const COUNT_NEEDS: Job<Record<string, never>> = {
  kind: 'need-days',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 900,
  concurrency: 1,
  // Each hour: a machine that is switched off at night counts when it is on.
  cron: '23 * * * *',
}

/** Home compares with a week ago; the rest is for whoever asks how it went. */
const KEPT_DAYS = 35
const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`

/** Counts once a day what needs attention: of what is silent now nothing tells how much was silent a week ago. */
@Injectable()
export class NeedDays implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
  ) {}

  onModuleInit(): void {
    this.queue.handle(COUNT_NEEDS, () => this.run())
  }

  run(): Promise<void> {
    return this.database.write('all', async (transaction) => {
      const counted = await transaction.row(sql`SELECT 1 FROM need_days WHERE day = ${TODAY} LIMIT 1`)
      if (counted) return
      await transaction.hashing(() =>
        transaction.rows(sql`INSERT INTO need_days (business_id, day, vehicles)
          SELECT business_id, ${TODAY}, vehicles FROM (${needsByBusiness(transaction)}) counted
          ON CONFLICT (business_id, day) DO NOTHING`),
      )
      await transaction.rows(sql`DELETE FROM need_days WHERE day < ${TODAY} - ${KEPT_DAYS}::int`)
    })
  }
}

/** As many vehicles as had each need a week ago; null where nobody counted then. */
export async function needsWeekAgo(transaction: ScopedTransaction): Promise<Partial<Record<Need, number>> | null> {
  const found = await transaction.row<{ counts: Partial<Record<Need, number>> | null }>(sql`
    SELECT jsonb_object_agg(need, vehicles) AS counts FROM (
      SELECT counted.key AS need, sum(counted.value::int) AS vehicles
      FROM need_days d, jsonb_each_text(d.vehicles) counted
      WHERE d.day = ${TODAY} - 7 AND ${transaction.within(sql`d.business_id`)} GROUP BY counted.key
    ) needs`)
  return found?.counts ?? null
}
