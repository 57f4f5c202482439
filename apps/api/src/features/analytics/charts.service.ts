import { Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import { sql } from '../../database/sql.js'
import type { ChartsDto } from './dto/charts.dto.js'

/** The charts that a user put on their screen, for every machine that they use (G-63). */
@Injectable()
export class ChartsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
  ) {}

  /** None before the first were kept. */
  get({ scope, userId }: Caller): Promise<ChartsDto> {
    return this.database.read(scope, async (transaction) => {
      const kept = await transaction.row<ChartsDto>(sql`SELECT charts FROM analytics_charts WHERE user_id = ${userId}`)
      return { charts: kept?.charts ?? [] }
    })
  }

  keep(by: Acting, { charts }: ChartsDto): Promise<ChartsDto> {
    return this.onceOnly.write(by, async (transaction) => {
      await transaction.rows(sql`INSERT INTO analytics_charts (user_id, charts) VALUES (${by.caller.userId}, ${JSON.stringify(charts)})
        ON CONFLICT (user_id) DO UPDATE SET charts = excluded.charts, updated_at = now()`)
      return { charts }
    })
  }
}
