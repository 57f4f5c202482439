import { Injectable } from '@nestjs/common'
import { findPageKeys, inOrderOf, type ListSource } from '../../../lists/list-page.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import type { RowOf } from '../../../http/told.js'
import type { SimDto } from './sim.dto.js'
import { SIM_LIST } from './sim-list.js'

export type SimRow = RowOf<SimDto>
/** What people write down about a SIM. */
export type SimValues = Omit<SimRow, 'id' | 'imei' | 'business_name' | 'created_at' | 'updated_at'>

const COLUMNS = sql`m.id, m.iccid, m.msisdn, m.provider, m.status, m.data_used_bytes, m.activated_at, m.expires_at, m.device_id,
  d.imei, m.business_id, b.name AS business_name, m.created_at, m.updated_at`
const source = (transaction: ScopedTransaction): Sql => sql`FROM sims m JOIN businesses b ON b.id = m.business_id
  LEFT JOIN devices d ON d.id = m.device_id WHERE m.deleted_at IS NULL AND ${transaction.within(sql`m.business_id`)}`

const listSource = (transaction: ScopedTransaction): ListSource => ({
  key: sql`m.id`,
  from: sql`FROM sims m`,
  where: sql`m.deleted_at IS NULL AND ${transaction.within(sql`m.business_id`)}`,
  joins: [
    { aliases: ['b'], join: sql`JOIN businesses b ON b.id = m.business_id` },
    { aliases: ['d'], join: sql`LEFT JOIN devices d ON d.id = m.device_id` },
  ],
})

@Injectable()
export class SimsRepository {
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: SimRow[]; total: number }> {
    const { keys, total } = await findPageKeys<number>(transaction, listSource(transaction), criteria, SIM_LIST)
    const rows = await transaction.rows<SimRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND m.id = ANY (${keys}::int[])`)
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }

  findOne(transaction: ScopedTransaction, id: number): Promise<SimRow | undefined> {
    return transaction.row<SimRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND m.id = ${id}`)
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
