import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import { conditionsSql, pageSql } from '../../database/list-sql.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria, ListFields } from '../../http/list-fields.js'
import type { BusinessDeviceRow, BusinessEntityRow, BusinessUserRow, DeviceStatisticsRow } from './business.row.js'
import { BUSINESS_DEVICE_LIST, BUSINESS_ENTITY_LIST, BUSINESS_USER_LIST } from './contents-lists.js'

/** Which businesses a list is about. */
export interface Place {
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

  findUsers(transaction: ScopedTransaction, place: Place, criteria: ListCriteria) {
    return this.page<BusinessUserRow>(transaction, criteria, BUSINESS_USER_LIST, {
      columns: sql`u.id, u.first_name || ' ' || u.last_name AS name, u.email, r.name AS role, b.id AS business_id,
        b.name AS business_name, u.last_seen_at, u.created_at`,
      from: sql`FROM users u JOIN roles r ON r.id = u.role_id JOIN businesses b ON b.id = u.business_id
        WHERE u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)} AND ${at(place)}`,
      tieBreak: sql`u.id`,
    })
  }

  findEntities(transaction: ScopedTransaction, place: Place, criteria: ListCriteria) {
    return this.page<BusinessEntityRow>(transaction, criteria, BUSINESS_ENTITY_LIST, {
      columns: sql`e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, d.imei, b.id AS business_id,
        b.name AS business_name, e.created_at`,
      from: sql`FROM entities e JOIN businesses b ON b.id = e.business_id
        LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
        LEFT JOIN devices d ON d.id = i.device_id
        WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND ${at(place)}`,
      tieBreak: sql`e.id`,
    })
  }

  findDevices(transaction: ScopedTransaction, place: Place, criteria: ListCriteria) {
    return this.page<BusinessDeviceRow>(transaction, criteria, BUSINESS_DEVICE_LIST, {
      columns: sql`d.id, d.imei, d.title, d.model, d.firmware_version, e.id AS entity_id, e.name AS entity_name,
        s.last_received_at, b.id AS business_id, b.name AS business_name, d.created_at`,
      from: sql`FROM devices d JOIN businesses b ON b.id = d.business_id
        LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
        LEFT JOIN entities e ON e.id = i.entity_id
        LEFT JOIN device_states s ON s.device_id = d.id
        WHERE d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND ${at(place)}`,
      tieBreak: sql`d.id`,
    })
  }

  async countDevices(transaction: ScopedTransaction, id: number): Promise<DeviceStatisticsRow> {
    const counted = await transaction.row<DeviceStatisticsRow>(sql`SELECT count(*)::int AS total,
        count(i.id)::int AS installed,
        count(*) FILTER (WHERE s.last_received_at > now() - interval '3 minutes')::int AS online,
        count(*) FILTER (WHERE s.last_received_at > now() - interval '24 hours')::int AS seen_in_last_day,
        count(i.id) FILTER (WHERE s.last_received_at <= now() - interval '24 hours')::int AS silent,
        count(*) FILTER (WHERE s.last_received_at IS NULL)::int AS never_seen
      FROM devices d JOIN businesses b ON b.id = d.business_id
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      LEFT JOIN device_states s ON s.device_id = d.id
      WHERE d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND ${at({ businessId: id, below: true })}`)
    if (!counted) throw new Error('a count answers one row')
    return counted
  }

  private async page<Row extends QueryResultRow>(
    transaction: ScopedTransaction,
    criteria: ListCriteria,
    fields: ListFields,
    list: { columns: Sql; from: Sql; tieBreak: Sql },
  ): Promise<Listed<Row>> {
    const selected = sql`${list.from} AND ${conditionsSql(criteria, fields)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const rows = await transaction.rows<Row>(sql`SELECT ${list.columns} ${selected} ${pageSql(criteria, fields, list.tieBreak)}`)
    return { rows, total: counted?.total ?? 0 }
  }
}

/** Alias: b, the business that something hangs on. */
const at = ({ businessId, below }: Place): Sql => (below ? sql`b.path @> ARRAY[${businessId}::int]` : sql`b.id = ${businessId}`)
