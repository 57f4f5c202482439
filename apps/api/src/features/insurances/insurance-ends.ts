import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { AT_ONCE, type Ending, EndingMails, hasManager } from '../../endings/index.js'

const ENDS: Job<Record<string, never>> = {
  kind: 'insurance-ends',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 30,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 1,
  cron: '5-55/10 * * * *',
}

/** T-18: managers are told of what ends with nothing to follow, each thing once. Not a request: it looks at every business. */
@Injectable()
export class InsuranceEnds implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly mails: EndingMails,
  ) {}

  onModuleInit(): void {
    this.queue.handle(ENDS, () =>
      this.mails.tell({
        template: 'insurances-ending',
        note: noteEndings,
        pathOf: (kind) => `/information?tab=insurance&f.state=${kind === 'ended' ? 'expired' : 'expiring'}`,
      }),
    )
  }
}

/** What ended more than a month ago is no news. What is over and was followed by something as good is not told. */
const noteEndings = (transaction: ScopedTransaction): Promise<Ending[]> =>
  transaction.rows<Ending>(sql`WITH noted AS (
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
