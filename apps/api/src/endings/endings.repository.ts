import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import type { Locale } from '../texts/locale.js'

/** Subscription or insurance of a vehicle that ends within a month or a week, or that has ended. */
export interface Ending {
  entity_id: number
  kind: 'month' | 'week' | 'ended'
}

/** An ending, and a manager who gets a mail about it. */
export interface NoticeRow {
  kind: Ending['kind']
  entity_name: string
  user_id: number
  email: string
  first_name: string
  locale: Locale
}

/** Returns the condition that there is a manager who receives the mail. Without a recipient, the mail waits. */
export const hasManager = (businessId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM businesses b JOIN users u ON u.business_id = ANY (b.path) AND u.deleted_at IS NULL
    JOIN role_permissions may ON may.role_id = u.role_id AND may.permission = 'manage:subscriptions' WHERE b.id = ${businessId})`

@Injectable()
export class EndingsRepository {
  /**
   * Returns the managers of the vehicle's business. If that business has none, returns the managers of the nearest parent
   * that has managers.
   */
  findManagers(transaction: ScopedTransaction, endings: readonly Ending[]): Promise<NoticeRow[]> {
    return transaction.rows<NoticeRow>(sql`SELECT ending.kind, e.name AS entity_name, u.id AS user_id, u.email, u.first_name, u.locale
      FROM jsonb_to_recordset(${JSON.stringify(endings)}::jsonb) AS ending (entity_id int, kind text)
      JOIN entities e ON e.id = ending.entity_id JOIN businesses b ON b.id = e.business_id
      CROSS JOIN LATERAL (SELECT above.*, rank() OVER (ORDER BY array_position(b.path, above.business_id) DESC) AS distance FROM users above
        JOIN role_permissions may ON may.role_id = above.role_id AND may.permission = 'manage:subscriptions'
        WHERE above.business_id = ANY (b.path) AND above.deleted_at IS NULL) u
      WHERE u.distance = 1 ORDER BY u.id, ending.kind, in_order(e.name), e.id`)
  }
}
