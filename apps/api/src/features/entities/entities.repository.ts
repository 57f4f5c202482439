import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { conditionsSql, pageSql } from '../../database/list-sql.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { ListCriteria } from '../../http/list-fields.js'
import type { EntityRow, TagRow } from './entity.row.js'
import { ENTITY_LIST } from './entity-list.js'
import { entitySource, lastPositionColumns } from './entity-source.js'

const columns = (caller: Caller) => sql`e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, e.brand,
  e.model, e.color, e.engine_brand, e.engine_model, e.power_unit, e.business_id, e.created_at, e.updated_at,
  b.name AS business_name, v.name AS sub_vendor_name, i.device_id, coalesce(d.imei, s.imei) AS imei, d.model AS device_model,
  e.odometer_offset_m + s.odometer_m AS odometer_m,
  CASE WHEN ${caller.permissions.has('update:entity')}::boolean THEN
    (SELECT c.first_name || ' ' || c.last_name FROM consumers c WHERE c.id = e.consumer_id)
  END AS consumer_name,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = e.created_by) AS created_by,
  s.external_battery_mv, s.gsm_signal, s.satellites,
  ${lastPositionColumns(caller)}`

@Injectable()
export class EntitiesRepository {
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
  ): Promise<{ rows: EntityRow[]; total: number }> {
    const selected = sql`${entitySource(transaction)} AND ${conditionsSql(criteria, ENTITY_LIST)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const rows = await transaction.rows<EntityRow>(
      sql`SELECT ${columns(caller)} ${selected} ${pageSql(criteria, ENTITY_LIST, sql`e.id`)}`,
    )
    return { rows, total: counted?.total ?? 0 }
  }

  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<EntityRow | undefined> {
    return transaction.row<EntityRow>(sql`SELECT ${columns(caller)} ${entitySource(transaction)} AND e.id = ${id}`)
  }

  /** By name. */
  findTags(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<TagRow[]> {
    return transaction.rows<TagRow>(sql`SELECT t.id, t.name, t.type, et.entity_id
      FROM entity_tags et
      JOIN entities e ON e.id = et.entity_id AND ${transaction.within(sql`e.business_id`)}
      JOIN tags t ON t.id = et.tag_id
      WHERE et.entity_id = ANY (${[...entityIds]}::int[])
      ORDER BY lower(t.name), t.id`)
  }
}
