import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { AT_ONCE, type Ending, hasManager } from '../../../endings/index.js'
import { COVERS } from '../../entities/index.js'

interface RenewedRow {
  entity_id: number
  business_id: number
  title: string | null
  ended_at: Date
  ends_at: Date
}

/** Ending subscriptions of vehicles of every business. */
@Injectable()
export class SubscriptionEndsRepository {
  /** Renews due subscriptions that are set to renew. One call renews at most {@link AT_ONCE}. */
  renew(transaction: ScopedTransaction): Promise<RenewedRow[]> {
    return transaction.rows<RenewedRow>(sql`WITH due AS (
        SELECT x.id, x.ends_at FROM entity_subscriptions x
        WHERE x.renews AND x.status = 'active' AND x.ends_at <= now() ORDER BY x.ends_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )
      UPDATE entity_subscriptions x SET updated_at = clock_timestamp(), anchored_at = coalesce(x.anchored_at, x.ends_at),
        ends_at = subscription_end_after(coalesce(x.anchored_at, x.ends_at), now(), coalesce(x.period, s.period))
      FROM due, entities e, subscriptions s WHERE x.id = due.id AND e.id = x.entity_id AND s.id = x.subscription_id
      RETURNING x.entity_id, e.business_id, s.title, due.ends_at AS ended_at, x.ends_at`)
  }

  /** Records the endings that managers get a mail about now. One call records at most {@link AT_ONCE}. */
  note(transaction: ScopedTransaction): Promise<Ending[]> {
    return transaction.rows<Ending>(sql`WITH noted AS (
        INSERT INTO subscription_notices (entity_subscription_id, kind, ends_at)
        SELECT ending.id, ending.kind, ending.ends_at FROM (
          SELECT x.id, x.ends_at, e.business_id, CASE WHEN x.ends_at <= now() THEN 'ended'
            WHEN x.ends_at <= now() + interval '7 days' THEN 'week' ELSE 'month' END AS kind
          FROM entity_subscription_states x JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL
          WHERE x.ends_at BETWEEN now() - interval '30 days' AND now() + interval '30 days' AND (x.state = 'expiring'
            OR (x.state = 'expired' AND x.entity_id NOT IN (SELECT x.entity_id FROM entity_subscription_states x WHERE ${COVERS})))
        ) ending
        WHERE ${hasManager(sql`ending.business_id`)} AND NOT EXISTS (SELECT 1 FROM subscription_notices told
          WHERE (told.entity_subscription_id, told.kind, told.ends_at) = (ending.id, ending.kind, ending.ends_at))
        LIMIT ${AT_ONCE} ON CONFLICT DO NOTHING RETURNING entity_subscription_id AS id, kind
      )
      SELECT x.entity_id, noted.kind FROM noted JOIN entity_subscriptions x ON x.id = noted.id`)
  }
}
