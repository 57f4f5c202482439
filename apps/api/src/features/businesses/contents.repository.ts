import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import { findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria, ListFields } from '../../lists/list-fields.js'
import type { BusinessDeviceRow, BusinessEntityRow, BusinessUserRow } from './business.row.js'
import type { DeviceStatisticsDto } from './dto/business-contents.dto.js'
import { BUSINESS_DEVICE_LIST, BUSINESS_ENTITY_LIST, BUSINESS_USER_LIST } from './contents-lists.js'

/** Which businesses a list is about. */
export interface BusinessReach {
  businessId: number
  /** Those below it, too. */
  below: boolean
}

interface Listed<Row> {
  rows: Row[]
  total: number
}

/** What hangs on a business. */
@Injectable()
export class BusinessContentsRepository {
  async exists(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(
      sql`SELECT b.id FROM businesses b WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`,
    )
    return found !== undefined
  }

  findUsers(transaction: ScopedTransaction, place: BusinessReach, criteria: ListCriteria) {
    return this.page<BusinessUserRow>(transaction, criteria, BUSINESS_USER_LIST, {
      columns: sql`u.id, u.first_name || ' ' || u.last_name AS name, u.email, r.name AS role, b.id AS business_id,
        b.name AS business_name, u.last_seen_at, u.created_at`,
      key: sql`u.id`,
      from: sql`FROM users u`,
      where: sql`u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)} AND ${at(sql`u.business_id`, place)}`,
      joins: [
        { aliases: ['r'], join: sql`JOIN roles r ON r.id = u.role_id` },
        { aliases: ['b'], join: sql`JOIN businesses b ON b.id = u.business_id` },
      ],
    })
  }

  findEntities(transaction: ScopedTransaction, place: BusinessReach, criteria: ListCriteria) {
    return this.page<BusinessEntityRow>(transaction, criteria, BUSINESS_ENTITY_LIST, {
      columns: sql`e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, d.imei, b.id AS business_id,
        b.name AS business_name, e.created_at`,
      key: sql`e.id`,
      from: sql`FROM entities e`,
      where: sql`e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND ${at(sql`e.business_id`, place)}`,
      joins: [
        { aliases: ['b'], join: sql`JOIN businesses b ON b.id = e.business_id` },
        {
          aliases: ['d'],
          join: sql`LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
            LEFT JOIN devices d ON d.id = i.device_id`,
        },
      ],
    })
  }

  findDevices(transaction: ScopedTransaction, place: BusinessReach, criteria: ListCriteria) {
    return this.page<BusinessDeviceRow>(transaction, criteria, BUSINESS_DEVICE_LIST, {
      columns: sql`d.id, d.imei, d.title, d.model, d.firmware_version, e.id AS entity_id, e.name AS entity_name,
        s.last_received_at, b.id AS business_id, b.name AS business_name, d.created_at`,
      key: sql`d.id`,
      from: sql`FROM devices d`,
      where: sql`d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND ${at(sql`d.business_id`, place)}`,
      joins: [
        { aliases: ['b'], join: sql`JOIN businesses b ON b.id = d.business_id` },
        {
          aliases: ['e'],
          join: sql`LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
            LEFT JOIN entities e ON e.id = i.entity_id`,
        },
        { aliases: ['s'], join: sql`LEFT JOIN device_states s ON s.device_id = d.id` },
      ],
    })
  }

  async countDevices(transaction: ScopedTransaction, id: number): Promise<DeviceStatisticsDto> {
    const counted = await transaction.row<DeviceStatisticsDto>(sql`SELECT count(*)::int AS total,
        count(i.id)::int AS installed,
        count(*) FILTER (WHERE s.last_received_at > now() - interval '3 minutes')::int AS online,
        count(*) FILTER (WHERE s.last_received_at > now() - interval '24 hours')::int AS seen_in_last_day,
        count(i.id) FILTER (WHERE s.last_received_at <= now() - interval '24 hours')::int AS silent,
        count(*) FILTER (WHERE s.last_received_at IS NULL)::int AS never_seen
      FROM devices d JOIN businesses b ON b.id = d.business_id
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      LEFT JOIN device_states s ON s.device_id = d.id
      WHERE d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND ${at(sql`d.business_id`, { businessId: id, below: true })}`)
    if (!counted) throw new Error('a count answers one row')
    return counted
  }

  private async page<Row extends QueryResultRow & { id: number }>(
    transaction: ScopedTransaction,
    criteria: ListCriteria,
    fields: ListFields,
    list: ListSource & { columns: Sql },
  ): Promise<Listed<Row>> {
    const { keys, total } = await findPageKeys<number>(transaction, list, criteria, fields)
    const joined = (list.joins ?? []).reduce((all, { join }) => sql`${all} ${join}`, list.from)
    const rows = await transaction.rows<Row>(
      sql`SELECT ${list.columns} ${joined} WHERE ${list.where} AND ${list.key} = ANY (${keys}::int[])`,
    )
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }
}

/** Whether the business in `column` is the place, or below it. */
const at = (column: Sql, { businessId, below }: BusinessReach): Sql =>
  below
    ? sql`${column} IN (SELECT inside.id FROM businesses inside WHERE inside.path @> ARRAY[${businessId}::int])`
    : sql`${column} = ${businessId}`
