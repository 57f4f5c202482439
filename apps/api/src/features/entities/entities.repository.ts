import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { findFirstKeys, findPageKeys, inOrderOf } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { EntityPlanRow, EntityRow, TagRow } from './entity.row.js'
import { asksForDeleted, ENTITY_LIST } from './entity-list.js'
import { MARKER_STATE } from './entity-states.js'
import { entityListSource, entitySource, lastPositionColumns, ODOMETER, SUBSCRIPTION } from './entity-source.js'

const columns = (caller: Caller) => sql`e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, e.brand,
  e.model, e.color, e.engine_brand, e.engine_model, e.power_unit, e.business_id, e.created_at, e.updated_at,
  e.consumer_id IS NOT NULL AS is_consumers,
  b.name AS business_name, v.name AS sub_vendor_name, i.device_id, coalesce(d.imei, s.imei) AS imei, d.model AS device_model,
  ${ODOMETER} AS odometer_m,
  CASE WHEN ${caller.permissions.has('update:entity')}::boolean THEN
    (SELECT c.first_name || ' ' || c.last_name FROM consumers c WHERE c.id = e.consumer_id)
  END AS consumer_name,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = e.created_by) AS created_by,
  ${MARKER_STATE} AS state, s.external_battery_mv, s.gsm_signal, s.satellites, s.battery_percent,
  s.device_id = i.device_id AS is_of_tracker, d.firmware_version, ${SUBSCRIPTION} AS subscription,
  ${lastPositionColumns(caller)}`

/** Rows of an export that are in memory as rows at the same time. */
const BATCH_ROWS = 2_000

@Injectable()
export class EntitiesRepository {
  /** Count and order need little of an entity, so the whole of it is read for one page's rows only. */
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
  ): Promise<{ rows: EntityRow[]; total: number }> {
    const deleted = asksForDeleted(criteria)
    const source = entityListSource(transaction, deleted)
    const { keys, total } = await findPageKeys<number>(transaction, source, criteria, ENTITY_LIST)
    return { rows: await this.findAll(transaction, caller, keys, deleted), total }
  }

  /** Every entity of the criteria, in their order, some thousand at a time. */
  async *findEach(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
    limit: number,
  ): AsyncGenerator<EntityRow[]> {
    const deleted = asksForDeleted(criteria)
    const ids = await findFirstKeys<number>(transaction, entityListSource(transaction, deleted), criteria, ENTITY_LIST, limit)
    for (let at = 0; at < ids.length; at += BATCH_ROWS) {
      yield await this.findAll(transaction, caller, ids.slice(at, at + BATCH_ROWS), deleted)
    }
  }

  /** In the order of the ids. */
  private async findAll(
    transaction: ScopedTransaction,
    caller: Caller,
    ids: readonly number[],
    deleted: boolean,
  ): Promise<EntityRow[]> {
    if (ids.length === 0) return []
    const rows = await transaction.rows<EntityRow>(
      sql`SELECT ${columns(caller)} ${entitySource(transaction, ids, deleted)} AND e.id = ANY (${[...ids]}::int[])`,
    )
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<EntityRow | undefined> {
    return transaction.row<EntityRow>(sql`SELECT ${columns(caller)} ${entitySource(transaction, [id])} AND e.id = ${id}`)
  }

  /** Which of these businesses have a recovery contract, their own or one from above (G-24). */
  async findRecovering(transaction: ScopedTransaction, businessIds: readonly number[]): Promise<Set<number>> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT b.id FROM businesses b
      WHERE b.id = ANY (${[...new Set(businessIds)]}::int[]) AND ${transaction.within(sql`b.id`)} AND business_recovers(b.id)`)
    return new Set(rows.map(({ id }) => id))
  }

  /** Plans that it is looked after by, with what triggers them; by title. */
  findPlans(transaction: ScopedTransaction, id: number): Promise<EntityPlanRow[]> {
    return transaction.rows<EntityPlanRow>(sql`SELECT p.id, p.title, p.active, m.since,
        (SELECT coalesce(json_agg(json_build_object('name', t.name, 'value', t.value, 'metric', t.metric) ORDER BY t.id), '[]')
          FROM maintenance_triggers t WHERE t.plan_id = p.id) AS triggers
      FROM maintenance_plan_entities m
      JOIN maintenance_plans p ON p.id = m.plan_id AND ${transaction.within(sql`p.business_id`)}
      JOIN entities e ON e.id = m.entity_id AND ${transaction.within(sql`e.business_id`)}
      WHERE m.entity_id = ${id} ORDER BY lower(p.title), p.id`)
  }

  /** By name. */
  findTags(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<TagRow[]> {
    return transaction.rows<TagRow>(sql`SELECT t.id, t.name, t.type, et.entity_id
      FROM entity_tags et
      JOIN entities e ON e.id = et.entity_id AND ${transaction.within(sql`e.business_id`)}
      JOIN tags t ON t.id = et.tag_id AND t.deleted_at IS NULL
      WHERE et.entity_id = ANY (${[...entityIds]}::int[])
      ORDER BY lower(t.name), t.id`)
  }
}
