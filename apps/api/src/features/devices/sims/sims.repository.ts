import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { type SimRow, simRows } from './sim-list.js'

/** Fields of a SIM that users write. */
export type SimValues = Omit<SimRow, 'id' | 'imei' | 'business_name' | 'created_at' | 'updated_at'>

@Injectable()
export class SimsRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<SimRow | undefined> {
    return transaction.row<SimRow>(simRows(transaction, [id]))
  }

  async add(transaction: ScopedTransaction, one: SimValues): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO sims
        (iccid, msisdn, provider, status, data_used_bytes, activated_at, expires_at, device_id, business_id)
      VALUES (${one.iccid}, ${one.msisdn}, ${one.provider}, ${one.status}, ${one.data_used_bytes}, ${one.activated_at},
        ${one.expires_at}, ${one.device_id}, ${one.business_id}) RETURNING id`)
    if (!added) throw new Error('a SIM that was just added is not in the scope of who added it')
    return added.id
  }

  async save(transaction: ScopedTransaction, id: number, one: SimValues): Promise<void> {
    await transaction.rows(sql`UPDATE sims m SET iccid = ${one.iccid}, msisdn = ${one.msisdn}, provider = ${one.provider},
        status = ${one.status}, data_used_bytes = ${one.data_used_bytes}, activated_at = ${one.activated_at},
        expires_at = ${one.expires_at}, device_id = ${one.device_id}, business_id = ${one.business_id},
        updated_at = clock_timestamp()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }

  async delete(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE sims m SET deleted_at = now(), device_id = NULL, updated_at = clock_timestamp()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }
}
