import { Injectable } from '@nestjs/common'
import { findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { DeviceRow } from '../devices/index.js'
import type { RETURN_STATES, ReturnAddressDto, ReturnPhotoDto } from './dto/return.dto.js'
import type { CreateReturnDto } from './dto/write-return.dto.js'
import { RETURN_LIST } from './return-list.js'

export interface ReturnRow {
  id: number
  number: string
  state: (typeof RETURN_STATES)[number]
  imei: string
  device_id: number | null
  device_model: string | null
  entity_id: number | null
  entity_name: string | null
  business_id: number
  business_name: string
  reason: string
  note: string | null
  replacement_wanted: boolean
  ship_from: ReturnAddressDto
  photos: ReturnPhotoDto[]
  created_at: Date
  created_by: string | null
  ended_at: Date | null
}

const COLUMNS = sql`r.id, r.number, r.state, r.imei, d.id AS device_id, d.model AS device_model, e.id AS entity_id,
  e.name AS entity_name, r.business_id, b.name AS business_name, r.reason, r.note, r.replacement_wanted, r.created_at, r.ended_at,
  u.first_name || ' ' || u.last_name AS created_by,
  json_build_object('name', r.ship_name, 'address', r.ship_address, 'postcode', r.ship_postcode, 'city', r.ship_city,
    'country', r.ship_country) AS ship_from,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'place', p.place, 'media_type', p.media_type,
      'bytes', octet_length(p.content), 'sha256', encode(p.sha256, 'hex')) ORDER BY p.place), '[]')
    FROM device_return_photos p WHERE p.return_id = r.id) AS photos`

const BUSINESS = sql`JOIN businesses b ON b.id = r.business_id`
const device = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN devices d ON d.id = r.device_id AND ${transaction.within(sql`d.business_id`)}`
const entity = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN entities e ON e.id = r.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`
const source = (transaction: ScopedTransaction): Sql => sql`FROM device_returns r
  ${BUSINESS} ${device(transaction)} ${entity(transaction)}
  LEFT JOIN users u ON u.id = r.created_by AND ${transaction.within(sql`u.business_id`)}
  WHERE ${transaction.within(sql`r.business_id`)}`

const listSource = (transaction: ScopedTransaction): ListSource => ({
  key: sql`r.id`,
  from: sql`FROM device_returns r`,
  where: transaction.within(sql`r.business_id`),
  joins: [
    { aliases: ['b'], join: BUSINESS },
    { aliases: ['d'], join: device(transaction) },
    { aliases: ['e'], join: entity(transaction) },
  ],
})

@Injectable()
export class ReturnsRepository {
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: ReturnRow[]; total: number }> {
    const { keys, total } = await findPageKeys<number>(transaction, listSource(transaction), criteria, RETURN_LIST)
    const rows = await transaction.rows<ReturnRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND r.id = ANY (${keys}::int[])`)
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }

  findOne(transaction: ScopedTransaction, id: number): Promise<ReturnRow | undefined> {
    return transaction.row<ReturnRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND r.id = ${id}`)
  }

  /** The same, locked against other changes until the transaction ends. */
  async lock(transaction: ScopedTransaction, id: number): Promise<ReturnRow | undefined> {
    await transaction.rows(sql`SELECT r.id FROM device_returns r
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)} FOR UPDATE`)
    return this.findOne(transaction, id)
  }

  /** As which a device is on its way back. */
  findOpen(transaction: ScopedTransaction, deviceId: number): Promise<ReturnRow | undefined> {
    return transaction.row<ReturnRow>(
      sql`SELECT ${COLUMNS} ${source(transaction)} AND r.device_id = ${deviceId} AND r.state = 'open'`,
    )
  }

  async add(transaction: ScopedTransaction, device: DeviceRow, said: CreateReturnDto, by: number): Promise<number> {
    const { reason, note = null, replacement_wanted = false, ship_from: from } = said
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO device_returns (device_id, imei, entity_id, business_id,
        reason, note, replacement_wanted, ship_name, ship_address, ship_postcode, ship_city, ship_country, created_by)
      VALUES (${device.id}, ${device.imei},
        (SELECT i.entity_id FROM installations i WHERE i.device_id = ${device.id} AND ${transaction.within(sql`i.business_id`)}
          ORDER BY i.installed_at DESC LIMIT 1),
        ${device.business_id}, ${reason}, ${note}, ${replacement_wanted}, ${from.name}, ${from.address}, ${from.postcode},
        ${from.city}, ${from.country}, ${by}) RETURNING id`)
    if (!added) throw new Error('a return that was just added is not in the scope of who added it')
    return added.id
  }

  async cancel(transaction: ScopedTransaction, id: number, by: number): Promise<void> {
    await transaction.rows(sql`UPDATE device_returns r SET state = 'cancelled', ended_at = now(), ended_by = ${by}
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)}`)
  }

  /** Where somebody sent something from last, else where a business is, as far as that is written down. */
  async suggestAddress(
    transaction: ScopedTransaction,
    userId: number,
    businessId: number,
  ): Promise<ReturnAddressDto | undefined> {
    const last = await transaction.row<ReturnAddressDto>(sql`SELECT r.ship_name AS name, r.ship_address AS address,
        r.ship_postcode AS postcode, r.ship_city AS city, r.ship_country AS country FROM device_returns r
      WHERE r.created_by = ${userId} AND ${transaction.within(sql`r.business_id`)} ORDER BY r.created_at DESC LIMIT 1`)
    if (last) return last
    return transaction.row<ReturnAddressDto>(sql`SELECT b.name, coalesce(b.address, '') AS address,
        coalesce(b.postcode, '') AS postcode, coalesce(b.city, '') AS city,
        CASE WHEN b.country ~ '^[A-Z]{2}$' THEN b.country ELSE '' END AS country
      FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)}`)
  }
}
