import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, id, ordered, text, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import { SimDto } from './sim.dto.js'

export type SimRow = RowOf<SimDto>

const inScope = (transaction: ScopedTransaction): Sql => sql`m.deleted_at IS NULL AND ${transaction.within(sql`m.business_id`)}`

export const simRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT m.id, m.iccid, m.msisdn, m.provider, m.status, m.data_used_bytes, m.activated_at, m.expires_at, m.device_id, d.imei,
    m.business_id, b.name AS business_name, m.created_at, m.updated_at
  FROM sims m JOIN businesses b ON b.id = m.business_id LEFT JOIN devices d ON d.id = m.device_id
  WHERE ${inScope(transaction)} AND m.id = ANY (${[...ids]}::int[])`

/** The list of SIM cards. Aliases: m SIM, d its device, b its business. */
export const SIM_LIST = defineList<SimRow, SimDto>({
  name: 'sims',
  objectType: 'sim',
  plural: 'SIM cards',
  permission: 'read:business-management',
  description: 'Lists the SIM cards that the caller may see.',
  dto: SimDto,
  toDto: toApiRow,
  key: sql`m.id`,
  from: sql`FROM sims m`,
  where: inScope,
  joins: () => [
    { aliases: ['b'], join: sql`JOIN businesses b ON b.id = m.business_id` },
    { aliases: ['d'], join: sql`LEFT JOIN devices d ON d.id = m.device_id` },
  ],
  rows: simRows,
  columns: {
    id: id(sql`m.id`, { order: true }),
    iccid: code(sql`m.iccid`, { isPlain: true }),
    msisdn: code(sql`m.msisdn`, { order: false, isPlain: true }),
    provider: text(sql`m.provider`, { isPlain: true }),
    status: code(sql`m.status`),
    expires_at: time(sql`m.expires_at`),
    device_id: id(sql`m.device_id`),
    imei: code(sql`d.imei`, { order: false, isPlain: true }),
    business_id: id(sql`m.business_id`),
    created_at: time(sql`m.created_at`),
    data_used_bytes: ordered(sql`m.data_used_bytes`),
  },
})
