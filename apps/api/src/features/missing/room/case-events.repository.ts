import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import type { CaseEventDto } from '../dto/case-room.dto.js'
import { nameOf } from '../cases/missing-case-list.js'

/** Event that a person caused. */
export interface NewEvent {
  kind:
    | 'reported'
    | 'noted'
    | 'changed'
    | 'assigned'
    | 'evidence'
    | 'resolved'
    | 'closed'
    | 'reopened'
    | 'photo-added'
    | 'photo-removed'
  /** Null when the customer caused the event. */
  userId: number | null
  assigneeId?: number | null
  reason?: string | null
  note?: string | null
}

export type EventRow = RowOf<CaseEventDto, 'at' | 'till'>

export const MOST_EVENTS = 200

/** Events of a case. Actions of people are stored here; other events are read from their own tables. */
@Injectable()
export class CaseEventsRepository {
  async add(transaction: ScopedTransaction, caseId: number, event: NewEvent): Promise<string> {
    const { kind, userId, assigneeId = null, reason = null, note = null } = event
    const added = await transaction.row<{ id: string }>(sql`INSERT INTO missing_case_events
        (case_id, kind, user_id, assignee_id, reason, note)
      VALUES (${caseId}, ${kind}, ${userId}, ${assigneeId}, ${reason}, ${note}) RETURNING kind || '-' || id AS id`)
    return added?.id ?? ''
  }

  /**
   * Finds the events, newest first.
   * @param isHidden leaves out the vehicle's movements
   */
  find(transaction: ScopedTransaction, caseId: number, isHidden: boolean): Promise<EventRow[]> {
    return transaction.rows<EventRow>(sql`WITH the_case AS (
        SELECT m.id, m.entity_id, m.opened_at, coalesce(m.ended_at, 'infinity') AS ended_at
        FROM missing_cases m JOIN entities e ON e.id = m.entity_id
        WHERE m.id = ${caseId} AND ${transaction.within(sql`e.business_id`)}
      ), shares AS (
        SELECT s.id, s.created_at, s.created_by, s.expires_at, s.first_viewed_at, s.revoked_at, s.revoked_by
        FROM missing_case_shares s JOIN the_case c ON c.id = s.case_id
      ), asked AS (
        SELECT r.* FROM missing_case_reporting r JOIN the_case c ON c.id = r.case_id
      )
      SELECT v.kind || '-' || v.id AS id, v.kind, v.at, NULL::timestamptz AS till, ${nameOf(transaction, sql`v.user_id`)} AS by,
        ${nameOf(transaction, sql`v.assignee_id`)} AS assignee, v.reason, v.note, FALSE AS is_late
      FROM missing_case_events v JOIN the_case c ON c.id = v.case_id
      UNION ALL
      SELECT 'located-' || d.id, 'located', d.created_at, NULL, ${nameOf(transaction, sql`d.requested_by`)}, NULL, d.state, NULL, FALSE
      FROM device_commands d JOIN the_case c ON c.entity_id = d.entity_id
      WHERE d.kind = 'locate' AND d.created_at BETWEEN c.opened_at AND c.ended_at AND ${transaction.within(sql`d.business_id`)}
      UNION ALL
      SELECT 'moved-' || w.id, 'moved', w.started_at, w.ended_at, NULL, NULL, NULL, NULL, w.is_late
      FROM missing_case_movements w JOIN the_case c ON c.id = w.case_id WHERE NOT ${isHidden}::boolean
      UNION ALL
      SELECT 'shared-' || s.id, 'shared', s.created_at, s.expires_at, ${nameOf(transaction, sql`s.created_by`)}, NULL, NULL, NULL, FALSE
      FROM shares s
      UNION ALL
      SELECT 'share-opened-' || s.id, 'share-opened', s.first_viewed_at, NULL, NULL, NULL, NULL, NULL, FALSE
      FROM shares s WHERE s.first_viewed_at IS NOT NULL
      UNION ALL
      SELECT 'share-revoked-' || s.id, 'share-revoked', s.revoked_at, NULL, ${nameOf(transaction, sql`s.revoked_by`)}, NULL, NULL, NULL,
        FALSE
      FROM shares s WHERE s.revoked_at IS NOT NULL
      UNION ALL
      SELECT 'reporting-often-' || r.device_id, 'reporting-often', r.often_at, NULL, NULL, NULL, NULL, NULL, FALSE
      FROM asked r WHERE r.often_at IS NOT NULL
      UNION ALL
      SELECT 'reporting-restored-' || r.device_id, 'reporting-restored', r.restored_at, NULL, NULL, NULL, NULL, NULL, FALSE
      FROM asked r WHERE r.restored_at IS NOT NULL
      ORDER BY at DESC, id DESC LIMIT ${MOST_EVENTS}`)
  }
}
