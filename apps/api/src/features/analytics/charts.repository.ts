import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { ChartsDto } from './dto/charts.dto.js'

@Injectable()
export class ChartsRepository {
  /** Returns the user's charts. The list is empty until the user saves charts for the first time. */
  async find(transaction: ScopedTransaction, userId: number): Promise<ChartsDto['charts']> {
    const kept = await transaction.row<ChartsDto>(sql`SELECT charts FROM analytics_charts WHERE user_id = ${userId}`)
    return kept?.charts ?? []
  }

  async put(transaction: ScopedTransaction, userId: number, charts: ChartsDto['charts']): Promise<void> {
    await transaction.rows(sql`INSERT INTO analytics_charts (user_id, charts) VALUES (${userId}, ${JSON.stringify(charts)})
      ON CONFLICT (user_id) DO UPDATE SET charts = excluded.charts, updated_at = now()`)
  }
}
