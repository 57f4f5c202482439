import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { sql } from '../../../../database/sql.js'
import type { Numbered } from '../tracker-numbers.repository.js'

interface Delivered {
  id: number
  imei: string
  tracker_id: string | null
}

/** Deliveries of trackers to businesses. Only super admins read and write them. */
@Injectable()
export class DeliveriesRepository {
  /**
   * Adds deliveries, or moves earlier deliveries of these trackers to this business. If a row has no number, the number of
   * the earlier delivery is kept.
   */
  put(transaction: ScopedTransaction, rows: readonly Numbered[], businessId: number, createdBy: number): Promise<Delivered[]> {
    const given = rows.map(({ imei, tracker_id }) => ({ imei, tracker_id, is_named: tracker_id !== undefined }))
    return transaction.rows<Delivered>(sql`
      INSERT INTO device_deliveries AS l (imei, tracker_id, business_id, created_by)
      SELECT given.imei, coalesce(given.tracker_id, CASE WHEN NOT given.is_named THEN before.tracker_id END), ${businessId}::int, ${createdBy}::int
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) given (imei text, tracker_id text, is_named boolean)
      LEFT JOIN device_deliveries before ON before.imei = given.imei
      ON CONFLICT (imei) DO UPDATE SET business_id = excluded.business_id, tracker_id = excluded.tracker_id,
        created_by = excluded.created_by, created_at = now()
      RETURNING l.id, l.imei, l.tracker_id`)
  }

  /** Counts the devices with these IMEIs that have another number than the delivered one. */
  async countDiffering(transaction: ScopedTransaction, imeis: readonly string[]): Promise<number> {
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count
      FROM devices d JOIN device_deliveries l ON l.imei = d.imei
      WHERE l.imei = ANY (${[...imeis]}::text[]) AND l.tracker_id IS DISTINCT FROM d.tracker_id AND l.tracker_id IS NOT NULL
        AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}`)
    return counted?.count ?? 0
  }

  remove(
    transaction: ScopedTransaction,
    id: number,
  ): Promise<{ imei: string; tracker_id: string | null; business_id: number } | undefined> {
    return transaction.row(sql`DELETE FROM device_deliveries l WHERE l.id = ${id} AND ${transaction.scope === 'all'}::boolean
      RETURNING l.imei, l.tracker_id, l.business_id`)
  }
}
