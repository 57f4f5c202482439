import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type ManagedTagRow, tagRows } from './tag-list.js'
import type { TagType } from './tag-types.js'
import { isOwn } from './tag-scope-sql.js'

/** Values of a tag. */
export interface TagValues {
  name: string
  type: TagType
  business_id: number | null
  parent_id: number | null
  vehicle_type: string | null
}

@Injectable()
export class TagsRepository {
  /** Finds a tag, including a deleted one. */
  findOne(transaction: ScopedTransaction, id: number): Promise<ManagedTagRow | undefined> {
    return transaction.row<ManagedTagRow>(tagRows(transaction, [id]))
  }

  /** Finds tags that are not deleted, in any order. */
  findAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<ManagedTagRow[]> {
    return transaction.rows<ManagedTagRow>(sql`${tagRows(transaction, ids)} AND t.deleted_at IS NULL`)
  }

  async add(transaction: ScopedTransaction, tag: TagValues, createdBy: number): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO tags
        (name, type, business_id, parent_id, vehicle_type, created_by)
      VALUES (${tag.name}, ${tag.type}, ${tag.business_id}, ${tag.parent_id}, ${tag.vehicle_type}, ${createdBy}) RETURNING id`)
    if (!added) throw new Error('a tag that was just added is not in the scope of who added it')
    return added.id
  }

  async save(transaction: ScopedTransaction, id: number, tag: TagValues): Promise<void> {
    await transaction.rows(sql`UPDATE tags t SET name = ${tag.name}, parent_id = ${tag.parent_id},
        vehicle_type = ${tag.vehicle_type}, updated_at = clock_timestamp()
      WHERE t.id = ${id} AND ${isOwn(transaction, sql`t.business_id`)}`)
  }

  async mark(transaction: ScopedTransaction, id: number, deleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE tags t SET deleted_at = CASE WHEN ${deleted}::boolean THEN now() END,
        updated_at = clock_timestamp()
      WHERE t.id = ${id} AND ${isOwn(transaction, sql`t.business_id`)}`)
  }

  /** Replaces the tag `from` by the tag `into` on every entity. If the tag is a brand, its models move to the other brand. */
  async merge(transaction: ScopedTransaction, from: number, into: number): Promise<void> {
    const carriers = await transaction.rows<{ entity_id: number }>(sql`DELETE FROM entity_tags et USING entities e
      WHERE e.id = et.entity_id AND et.tag_id = ${from} AND ${transaction.within(sql`e.business_id`)} RETURNING et.entity_id`)
    await transaction.rows(sql`INSERT INTO entity_tags (entity_id, tag_id)
      SELECT id, ${into}::int FROM unnest(${carriers.map((one) => one.entity_id)}::int[]) id ON CONFLICT DO NOTHING`)
    await transaction.rows(sql`UPDATE tags t SET parent_id = ${into}, updated_at = clock_timestamp()
      WHERE t.parent_id = ${from} AND ${isOwn(transaction, sql`t.business_id`)}`)
  }
}
