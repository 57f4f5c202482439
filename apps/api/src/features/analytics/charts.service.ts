import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { ChartsDto } from './dto/charts.dto.js'

/** The charts that a user put on their screen, for every machine that they use (G-63). */
@Injectable()
export class ChartsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  /** None before the first were kept. */
  get(caller: Caller): Promise<ChartsDto> {
    return this.database.read(caller.scope, async (transaction) => ({ charts: await this.kept(transaction, caller) }))
  }

  keep(by: Acting, { charts }: ChartsDto): Promise<ChartsDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const { userId } = by.caller
      const before = { charts: (await this.kept(transaction, by.caller)).length }
      await transaction.rows(sql`INSERT INTO analytics_charts (user_id, charts) VALUES (${userId}, ${JSON.stringify(charts)})
        ON CONFLICT (user_id) DO UPDATE SET charts = excluded.charts, updated_at = now()`)
      await this.audit.record(transaction, by, 'charts.update', { id: userId, before, after: { charts: charts.length } })
      return { charts }
    })
  }

  private async kept(transaction: ScopedTransaction, { userId }: Caller): Promise<ChartsDto['charts']> {
    const kept = await transaction.row<ChartsDto>(sql`SELECT charts FROM analytics_charts WHERE user_id = ${userId}`)
    return kept?.charts ?? []
  }
}
