import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { AT_ONCE, type Ending, hasManager } from '../../endings/index.js'

@Injectable()
export class InsuranceEndsRepository {
  /**
   * Records the endings that managers get a mail about now. Leaves out two kinds of insurances: those that ended more than a
   * month ago, and ended insurances of vehicles that now have an equal or a comprehensive cover.
   */
  note(transaction: ScopedTransaction): Promise<Ending[]> {
    return transaction.rows<Ending>(sql`WITH noted AS (
        INSERT INTO insurance_notices (insurance_id, kind, ends_on)
        SELECT ending.id, ending.kind, ending.ends_on FROM (
          SELECT x.id, x.ends_on, e.business_id, CASE WHEN x.state = 'expired' THEN 'ended'
            WHEN x.ends_on < clock.today + 7 THEN 'week' ELSE 'month' END AS kind
          FROM insurance_states x JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL,
            LATERAL (SELECT (now() AT TIME ZONE 'Europe/Amsterdam')::date AS today) clock
          WHERE x.ends_on BETWEEN clock.today - 30 AND clock.today + 30 AND (x.state = 'expiring'
            OR (x.state = 'expired' AND NOT EXISTS (SELECT 1 FROM insurance_states other WHERE other.entity_id = x.entity_id
              AND other.coverage IN (x.coverage, 'comprehensive') AND other.state IN ('active', 'expiring'))))
        ) ending
        WHERE ${hasManager(sql`ending.business_id`)} AND NOT EXISTS (SELECT 1 FROM insurance_notices told
          WHERE (told.insurance_id, told.kind, told.ends_on) = (ending.id, ending.kind, ending.ends_on))
        LIMIT ${AT_ONCE} ON CONFLICT DO NOTHING RETURNING insurance_id AS id, kind
      )
      SELECT x.entity_id, noted.kind FROM noted JOIN insurances x ON x.id = noted.id`)
  }
}
