import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import { conditionsSql } from '../../../lists/list-sql.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { TAG_GROUP_LIST, type TagGroupRow } from './tag-group-list.js'
import { asksForState } from '../tag-list.js'
import { appliesHere, isOwn } from '../tag-scope-sql.js'

const source = (transaction: ScopedTransaction): Sql => sql`FROM tag_groups g LEFT JOIN businesses b ON b.id = g.business_id
  WHERE ${appliesHere(transaction, sql`g.business_id`)}`

@Injectable()
export class TagGroupsRepository {
  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {}

  /**
   * Returns a page (R-181). The configured groups come first in their own order. The other groups follow in the requested
   * order.
   */
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: TagGroupRow[]; total: number }> {
    const selected = sql`${source(transaction)} AND (${asksForState(criteria)}::boolean OR g.deleted_at IS NULL)
      AND ${conditionsSql(criteria, TAG_GROUP_LIST)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const column = TAG_GROUP_LIST.orderBy[criteria.orderBy] ?? sql`g.id`
    const direction = criteria.sortedBy === 'asc' ? sql`ASC` : sql`DESC`
    const rows = await transaction.rows<TagGroupRow>(sql`SELECT ${this.columns(transaction)}, NULL AS entities_count ${selected}
      ORDER BY ${this.place()} NULLS LAST, ${column} ${direction}, g.id ${direction}
      LIMIT ${criteria.limit} OFFSET ${(criteria.page - 1) * criteria.limit}`)
    return { rows, total: counted?.total ?? 0 }
  }

  /** Finds a group, including a deleted one. */
  findOne(transaction: ScopedTransaction, id: number): Promise<TagGroupRow | undefined> {
    return transaction.row<TagGroupRow>(
      sql`SELECT ${this.columns(transaction)}, ${this.usage(transaction)} AS entities_count ${source(transaction)} AND g.id = ${id}`,
    )
  }

  async add(transaction: ScopedTransaction, name: string, businessId: number | null, createdBy: number): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO tag_groups (name, business_id, created_by)
      VALUES (${name}, ${businessId}, ${createdBy}) RETURNING id`)
    if (!added) throw new Error('a group that was just added is not in the scope of who added it')
    return added.id
  }

  async rename(transaction: ScopedTransaction, id: number, name: string): Promise<void> {
    await transaction.rows(sql`UPDATE tag_groups g SET name = ${name}, updated_at = clock_timestamp()
      WHERE g.id = ${id} AND ${isOwn(transaction, sql`g.business_id`)}`)
  }

  async mark(transaction: ScopedTransaction, id: number, deleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE tag_groups g SET deleted_at = CASE WHEN ${deleted}::boolean THEN now() END,
        updated_at = clock_timestamp()
      WHERE g.id = ${id} AND ${isOwn(transaction, sql`g.business_id`)}`)
  }

  /** @returns ids of the tags that are new in the group. The caller has checked that they may be added. */
  async put(transaction: ScopedTransaction, groupId: number, tagIds: readonly number[]): Promise<number[]> {
    const added = await transaction.rows<{ tag_id: number }>(sql`INSERT INTO tag_group_tags (group_id, tag_id)
      SELECT ${groupId}::int, id FROM unnest(${[...tagIds]}::int[]) id ON CONFLICT DO NOTHING RETURNING tag_id`)
    return added.map(({ tag_id }) => tag_id)
  }

  /** @returns ids of the tags that were in the group */
  async take(transaction: ScopedTransaction, groupId: number, tagIds: readonly number[]): Promise<number[]> {
    const removed = await transaction.rows<{ tag_id: number }>(sql`DELETE FROM tag_group_tags gt
      USING tags t, tag_groups g
      WHERE gt.group_id = ${groupId} AND gt.tag_id = ANY (${[...tagIds]}::int[]) AND t.id = gt.tag_id AND g.id = gt.group_id
        AND (${isOwn(transaction, sql`t.business_id`)} OR ${isOwn(transaction, sql`g.business_id`)}) RETURNING gt.tag_id`)
    return removed.map(({ tag_id }) => tag_id)
  }

  private place(): Sql {
    return sql`array_position(${[...this.configuration.TAG_GROUP_PRESET_IDS]}::int[], g.id)`
  }

  private columns(transaction: ScopedTransaction): Sql {
    return sql`g.id, g.name, g.business_id, b.name AS business_name, g.created_at, g.updated_at, g.deleted_at,
      ${this.place()} IS NOT NULL AS preset, ${isOwn(transaction, sql`g.business_id`)} AS editable,
      (SELECT count(*)::int FROM tag_group_tags gt JOIN tags t ON t.id = gt.tag_id AND t.deleted_at IS NULL
        WHERE gt.group_id = g.id) AS tags_count`
  }

  /**
   * Counts the entities that have tags of one group. Lists do not use this count, because for many groups it would read too
   * many entities.
   */
  private usage(transaction: ScopedTransaction): Sql {
    return sql`(SELECT count(DISTINCT e.id)::int FROM tag_group_tags gt JOIN tags t ON t.id = gt.tag_id AND t.deleted_at IS NULL
        JOIN entity_tags et ON et.tag_id = t.id JOIN entities e ON e.id = et.entity_id AND e.deleted_at IS NULL
        WHERE gt.group_id = g.id AND ${transaction.within(sql`e.business_id`)})`
  }
}
