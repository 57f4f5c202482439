import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Locale } from '../../../texts/locale.js'

/** Dispute between two senders that use one tracker's IMEI. The managers were not yet notified of the dispute. */
export interface DisputeRow {
  id: number
  device_id: number
  business_id: number
  network: string
  protocol: string
  was_believed: boolean
}

/** Manager of the tracker, and the part of the dispute that this manager is allowed to see. */
export interface DisputeReader {
  email: string
  first_name: string
  locale: Locale
  time_zone: string | null
  imei: string
  title: string | null
  /** Null when the manager does not see the vehicle. */
  entity_name: string | null
  /** Null when the time could reveal a ride that is hidden from the manager. */
  began_at: Date | null
}

/** A job that serves every business uses these queries. Requests do not. */
@Injectable()
export class DisputesRepository {
  /** Takes and locks the first pending dispute with a higher id. Other processes skip it until the transaction ends. */
  takeNext(transaction: ScopedTransaction, afterId: number): Promise<DisputeRow | undefined> {
    return transaction.row<DisputeRow>(sql`UPDATE tracker_disputes t SET notified_at = now()
      FROM (
        SELECT d.id FROM tracker_disputes d WHERE d.notified_at IS NULL AND d.id > ${afterId}
          AND ${transaction.within(sql`d.business_id`)} ORDER BY d.id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) next
      WHERE t.id = next.id RETURNING t.id, t.device_id, t.business_id, t.network, t.protocol, t.was_believed`)
  }

  /**
   * Finds the managers of the tracker who see its business. Returns none if the dispute has ended or the tracker has changed
   * business.
   */
  readers(transaction: ScopedTransaction, disputeId: number): Promise<DisputeReader[]> {
    return transaction.rows<DisputeReader>(sql`SELECT u.email, u.first_name, u.locale, u.time_zone, d.imei, d.title,
        seen.name AS entity_name,
        CASE WHEN may_be_told(d.id, t.began_at, FALSE) AND NOT EXISTS (
          SELECT FROM installations i JOIN businesses ib ON ib.id = i.business_id
          WHERE i.device_id = d.id AND coalesce(i.removed_at, 'infinity') > t.began_at AND NOT ib.path @> ARRAY[u.business_id]
        ) THEN t.began_at END AS began_at
      FROM tracker_disputes t JOIN devices d ON d.id = t.device_id AND d.business_id = t.business_id
      JOIN businesses b ON b.id = t.business_id
      JOIN users u ON u.business_id = ANY (b.path) AND u.deleted_at IS NULL
      LEFT JOIN LATERAL (
        SELECT e.name FROM entities e JOIN businesses eb ON eb.id = e.business_id AND eb.path @> ARRAY[u.business_id]
        WHERE e.id = t.entity_id AND e.deleted_at IS NULL
      ) seen ON TRUE
      WHERE t.id = ${disputeId} AND t.ended_at IS NULL AND ${transaction.within(sql`t.business_id`)} AND (
        EXISTS (SELECT FROM role_permissions may WHERE may.role_id = u.role_id AND may.permission = 'manage:devices')
        OR EXISTS (SELECT FROM user_permissions may WHERE may.user_id = u.id AND may.permission = 'manage:devices'))
      ORDER BY u.id`)
  }
}
