import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { type SimRow, simRows } from './sim-list.js'

/** Fields of a SIM that users can change. */
export type SimValues = Omit<SimRow, 'id' | 'imei' | 'business_name' | 'created_at' | 'updated_at'>

@Injectable()
export class SimsRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<SimRow | undefined> {
    return transaction.row<SimRow>(simRows(transaction, [id]))
  }

  async add(transaction: ScopedTransaction, sim: SimValues): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO sims
        (iccid, msisdn, provider, status, data_used_bytes, activated_at, expires_at, device_id, business_id)
      VALUES (${sim.iccid}, ${sim.msisdn}, ${sim.provider}, ${sim.status}, ${sim.data_used_bytes}, ${sim.activated_at},
        ${sim.expires_at}, ${sim.device_id}, ${sim.business_id}) RETURNING id`)
    if (!added) throw new Error('a SIM that was just added is not in the scope of who added it')
    return added.id
  }

  async save(transaction: ScopedTransaction, id: number, sim: SimValues): Promise<void> {
    await transaction.rows(sql`UPDATE sims m SET iccid = ${sim.iccid}, msisdn = ${sim.msisdn}, provider = ${sim.provider},
        status = ${sim.status}, data_used_bytes = ${sim.data_used_bytes}, activated_at = ${sim.activated_at},
        expires_at = ${sim.expires_at}, device_id = ${sim.device_id}, business_id = ${sim.business_id},
        updated_at = clock_timestamp()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }

  async delete(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE sims m SET deleted_at = now(), device_id = NULL, updated_at = clock_timestamp()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }
}
