import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { EntityValues } from '../entity.row.js'

export interface WrittenEntityRow extends EntityValues {
  id: number
  business_id: number
  consumer_id: number | null
  has_open_case: boolean
  odometer_floor_m: number
  updated_at: Date
  deleted_at: Date | null
}

/**
 * Reason for the removal of a tracker whose vehicle was deleted. If the vehicle is restored, a removal with this reason is
 * undone.
 */
const VEHICLE_DELETED = 'vehicle deleted'

@Injectable()
export class EntityWritesRepository {
  async lock(transaction: ScopedTransaction, id: number, deleted: boolean): Promise<WrittenEntityRow | undefined> {
    return transaction.row<WrittenEntityRow>(sql`SELECT e.id, e.business_id, e.consumer_id, e.name, e.short_name, e.frame_number,
        e.license_plate, e.vehicle_type, e.brand, e.model, e.color, e.engine_brand, e.engine_model, e.power_unit,
        e.odometer_floor_m, e.updated_at, e.deleted_at,
        EXISTS (SELECT 1 FROM missing_cases m WHERE m.entity_id = e.id AND m.state = 'open') AS has_open_case
      FROM entities e
      WHERE e.id = ${id} AND (e.deleted_at IS NOT NULL) = ${deleted}::boolean AND ${transaction.within(sql`e.business_id`)}
      FOR UPDATE OF e`)
  }

  async add(transaction: ScopedTransaction, entity: EntityValues, businessId: number, createdBy: number): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO entities (business_id, created_by, name, short_name,
        frame_number, license_plate, vehicle_type, brand, model, color, engine_brand, engine_model, power_unit)
      VALUES (${businessId}, ${createdBy}, ${entity.name}, ${entity.short_name}, ${entity.frame_number}, ${entity.license_plate},
        ${entity.vehicle_type}, ${entity.brand}, ${entity.model}, ${entity.color}, ${entity.engine_brand}, ${entity.engine_model},
        ${entity.power_unit}) RETURNING id`)
    if (!added) throw new Error('an entity that was just added is not in the scope of who added it')
    return added.id
  }

  async save(transaction: ScopedTransaction, id: number, entity: EntityValues): Promise<void> {
    await transaction.rows(sql`UPDATE entities e SET name = ${entity.name}, short_name = ${entity.short_name},
        frame_number = ${entity.frame_number}, license_plate = ${entity.license_plate}, vehicle_type = ${entity.vehicle_type},
        brand = ${entity.brand}, model = ${entity.model}, color = ${entity.color}, engine_brand = ${entity.engine_brand},
        engine_model = ${entity.engine_model}, power_unit = ${entity.power_unit}, updated_at = clock_timestamp()
      WHERE e.id = ${id} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /**
   * Links the words for the entity's type, brand and similar fields to tags of the catalogue.
   * @returns whether the catalogue contains the brand
   */
  async linkCatalogue(transaction: ScopedTransaction, id: number): Promise<boolean> {
    await transaction.rows(sql`SELECT link_catalogue_tags(ARRAY[${id}::int])`)
    const brand = await transaction.row(sql`SELECT et.tag_id FROM entity_tags et
      WHERE et.entity_id = ${id} AND et.slot = 'brand'`)
    return brand !== undefined
  }

  /** Returns the types of these tags by id. Tags that the caller may not see are left out. */
  async tagTypes(transaction: ScopedTransaction, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await transaction.rows<{ id: number; type: string }>(sql`SELECT t.id, t.type FROM tags t
      WHERE t.id = ANY (${[...ids]}::int[]) AND t.deleted_at IS NULL`)
    return new Map(rows.map(({ id, type }) => [id, type]))
  }

  /** Sets the odometer to a reading. Later trips are added to this reading. */
  async setOdometer(transaction: ScopedTransaction, id: number, metres: number, readBy: number): Promise<void> {
    await transaction.rows(sql`SELECT entity_set_odometer(${id}::int, ${metres}::bigint, ${readBy}::int)`)
  }

  /** Deletes the entity. Its tracker becomes free for another vehicle. */
  async delete(transaction: ScopedTransaction, id: number, by: number): Promise<void> {
    await transaction.rows(sql`UPDATE installations i SET removed_by = ${by}, removal_reason = ${VEHICLE_DELETED},
        removed_at = greatest(now(), i.installed_at + interval '1 millisecond')
      WHERE i.entity_id = ${id} AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
    await transaction.rows(sql`UPDATE entities e SET deleted_at = now(), updated_at = clock_timestamp()
      WHERE e.id = ${id} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /**
   * Restores the entity with its tracker. The tracker stays off the vehicle if it was installed elsewhere since, or belongs
   * to another business now.
   */
  async restore(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE installations i SET removed_at = NULL, removed_by = NULL, removal_reason = NULL
      FROM entities e
      WHERE i.entity_id = e.id AND e.id = ${id} AND i.removal_reason = ${VEHICLE_DELETED} AND i.removed_at >= e.deleted_at
        AND NOT EXISTS (SELECT 1 FROM device_periods_in_scope(i.device_id) later WHERE later.installed_at >= i.removed_at)
        AND EXISTS (SELECT 1 FROM devices d WHERE d.id = i.device_id AND d.deleted_at IS NULL
          AND d.business_id = i.business_id AND d.returned_at IS NULL)
        AND ${transaction.within(sql`i.business_id`)}`)
    await transaction.rows(sql`UPDATE entities e SET deleted_at = NULL, updated_at = clock_timestamp()
      WHERE e.id = ${id} AND ${transaction.within(sql`e.business_id`)}`)
  }
}
