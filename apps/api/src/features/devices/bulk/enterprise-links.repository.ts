import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

export interface LinkableRow {
  id: number
  imei: string
  business_id: number
  on_vehicle: boolean
}

/** Devices that are linked to an enterprise. */
@Injectable()
export class EnterpriseLinksRepository {
  async isEnterprise(transaction: ScopedTransaction, businessId: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT b.id FROM businesses b
      WHERE b.id = ${businessId} AND b.kind = 'enterprise' AND ${transaction.within(sql`b.id`)}`)
    return found !== undefined
  }

  findForUpdate(transaction: ScopedTransaction, ids: readonly number[], imeis: readonly string[]): Promise<LinkableRow[]> {
    return transaction.rows<LinkableRow>(sql`SELECT d.id, d.imei, d.business_id, EXISTS (
        SELECT 1 FROM device_periods_in_scope(d.id) period WHERE period.removed_at IS NULL
      ) AS on_vehicle
      FROM devices d
      WHERE (d.id = ANY (${[...ids]}::int[]) OR d.imei = ANY (${[...imeis]}::text[])) AND d.deleted_at IS NULL
        AND ${transaction.within(sql`d.business_id`)}
      ORDER BY d.id FOR UPDATE OF d`)
  }

  async move(transaction: ScopedTransaction, ids: readonly number[], businessId: number): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET business_id = ${businessId}, updated_at = clock_timestamp()
      WHERE d.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`d.business_id`)}`)
  }
}
