import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { RowOf } from '../../http/api-row.js'
import type { PresetDto } from './dto/preset.dto.js'

export type PresetRow = RowOf<PresetDto>
/** Fields of a preset that users can change. */
export type PresetValues = Omit<PresetRow, 'id' | 'created_at' | 'updated_at'>

/** Selects a preset's values. Leaves out values that were deleted or are out of scope now. */
const columns = (
  transaction: ScopedTransaction,
): Sql => sql`p.id, p.name, p.auto_import, p.vehicle_type, p.brand, p.model, p.color,
  p.engine_brand, p.engine_model, p.power_unit, p.created_at, p.updated_at,
  ARRAY(SELECT t.id FROM tags t WHERE t.id = ANY (p.tags) AND t.deleted_at IS NULL ORDER BY t.id) AS tags,
  ARRAY(SELECT g.id FROM tag_groups g WHERE g.id = ANY (p.tag_groups) AND g.deleted_at IS NULL ORDER BY g.id) AS tag_groups,
  (SELECT t.id FROM tags t WHERE t.id = p.target_group_id AND t.deleted_at IS NULL) AS target_group_id,
  (SELECT b.id FROM businesses b WHERE b.id = p.business_id AND ${transaction.within(sql`b.id`)}) AS business_id,
  (SELECT m.id FROM maintenance_plans m WHERE m.id = p.maintenance_plan_id AND m.active
    AND ${transaction.within(sql`m.business_id`)}) AS maintenance_plan_id,
  (SELECT s.id FROM subscriptions s WHERE s.id = p.subscription_id AND s.deleted_at IS NULL) AS subscription_id`

/** Presets of one user. Other users never see them. */
@Injectable()
export class PresetsRepository {
  findAll(transaction: ScopedTransaction, userId: number): Promise<PresetRow[]> {
    return transaction.rows<PresetRow>(sql`SELECT ${columns(transaction)} FROM install_presets p
      WHERE p.user_id = ${userId} ORDER BY in_order(p.name), p.id`)
  }

  findOne(transaction: ScopedTransaction, userId: number, id: number): Promise<PresetRow | undefined> {
    return transaction.row<PresetRow>(
      sql`SELECT ${columns(transaction)} FROM install_presets p WHERE p.user_id = ${userId} AND p.id = ${id}`,
    )
  }

  async count(transaction: ScopedTransaction, userId: number): Promise<number> {
    const row = await transaction.row<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM install_presets WHERE user_id = ${userId}`,
    )
    return row?.count ?? 0
  }

  /**
   * Removes the mark of the preset that fills the form automatically, because only one preset of a user may have this mark.
   * Also clears the business in that preset if the business is out of scope.
   */
  async clearAutoImport(transaction: ScopedTransaction, userId: number): Promise<void> {
    await transaction.rows(sql`UPDATE install_presets p SET auto_import = false,
        business_id = (SELECT b.id FROM businesses b WHERE b.id = p.business_id AND ${transaction.within(sql`b.id`)})
      WHERE p.user_id = ${userId} AND p.auto_import`)
  }

  async add(transaction: ScopedTransaction, userId: number, preset: PresetValues): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO install_presets (user_id, name, auto_import, vehicle_type,
        brand, model, color, engine_brand, engine_model, power_unit, tags, tag_groups, target_group_id, business_id,
        maintenance_plan_id, subscription_id)
      VALUES (${userId}, ${preset.name}, ${preset.auto_import}, ${preset.vehicle_type}, ${preset.brand}, ${preset.model}, ${preset.color},
        ${preset.engine_brand}, ${preset.engine_model}, ${preset.power_unit}, ${preset.tags}::int[], ${preset.tag_groups}::int[],
        ${preset.target_group_id}, ${preset.business_id}, ${preset.maintenance_plan_id}, ${preset.subscription_id}) RETURNING id`)
    if (!added) throw new Error('a preset that was just added is not its author’s')
    return added.id
  }

  async save(transaction: ScopedTransaction, userId: number, id: number, preset: PresetValues): Promise<void> {
    await transaction.rows(sql`UPDATE install_presets SET name = ${preset.name}, auto_import = ${preset.auto_import},
        vehicle_type = ${preset.vehicle_type}, brand = ${preset.brand}, model = ${preset.model}, color = ${preset.color},
        engine_brand = ${preset.engine_brand}, engine_model = ${preset.engine_model}, power_unit = ${preset.power_unit},
        tags = ${preset.tags}::int[], tag_groups = ${preset.tag_groups}::int[], target_group_id = ${preset.target_group_id},
        business_id = ${preset.business_id}, maintenance_plan_id = ${preset.maintenance_plan_id},
        subscription_id = ${preset.subscription_id}, updated_at = clock_timestamp()
      WHERE user_id = ${userId} AND id = ${id}`)
  }

  async delete(transaction: ScopedTransaction, userId: number, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM install_presets WHERE user_id = ${userId} AND id = ${id}`)
  }

  /** Returns the number of these ids that the caller may see. */
  async known(transaction: ScopedTransaction, what: 'tags' | 'tag_groups', ids: readonly number[]): Promise<number> {
    const table = what === 'tags' ? sql`tags` : sql`tag_groups`
    const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM ${table} t
      WHERE t.id = ANY (${[...ids]}::int[]) AND t.deleted_at IS NULL`)
    return row?.count ?? 0
  }

  async isTargetGroup(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const row = await transaction.row(sql`SELECT t.id FROM tags t
      WHERE t.id = ${id} AND t.type = 'group' AND t.deleted_at IS NULL`)
    return row !== undefined
  }
}
