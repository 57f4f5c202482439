import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { EntityPlanRow, EntityRow, TagRow } from './entity.row.js'
import { entityRows } from './entity-sql.js'

@Injectable()
export class EntitiesRepository {
  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<EntityRow | undefined> {
    return transaction.row<EntityRow>(entityRows(transaction, [id], caller))
  }

  /** Finds which of these businesses have a recovery contract. A contract of a parent counts too (G-24). */
  async findRecovering(transaction: ScopedTransaction, businessIds: readonly number[]): Promise<Set<number>> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT b.id FROM businesses b
      WHERE b.id = ANY (${[...new Set(businessIds)]}::int[]) AND ${transaction.within(sql`b.id`)} AND business_recovers(b.id)`)
    return new Set(rows.map(({ id }) => id))
  }

  /** Finds the maintenance plans that apply to the entity, with their triggers, ordered by title. */
  findPlans(transaction: ScopedTransaction, id: number): Promise<EntityPlanRow[]> {
    return transaction.rows<EntityPlanRow>(sql`SELECT p.id, p.title, p.active, m.since,
        (SELECT coalesce(json_agg(json_build_object('name', t.name, 'value', t.value, 'metric', t.metric) ORDER BY t.id), '[]')
          FROM maintenance_triggers t WHERE t.plan_id = p.id) AS triggers
      FROM maintenance_plan_entities m
      JOIN maintenance_plans p ON p.id = m.plan_id AND p.deleted_at IS NULL AND ${transaction.within(sql`p.business_id`)}
      JOIN entities e ON e.id = m.entity_id AND ${transaction.within(sql`e.business_id`)}
      WHERE m.entity_id = ${id} ORDER BY in_order(p.title), p.id`)
  }

  /** Finds the tags of these entities, ordered by name. */
  findTags(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<TagRow[]> {
    return transaction.rows<TagRow>(sql`SELECT t.id, t.name, t.type, et.entity_id
      FROM entity_tags et
      JOIN entities e ON e.id = et.entity_id AND ${transaction.within(sql`e.business_id`)}
      JOIN tags t ON t.id = et.tag_id AND t.deleted_at IS NULL
      WHERE et.entity_id = ANY (${[...entityIds]}::int[])
      ORDER BY in_order(t.name), t.id`)
  }
}
