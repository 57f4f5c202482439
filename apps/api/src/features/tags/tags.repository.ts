import { Injectable } from '@nestjs/common'
import { findFirstKeys, findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { ManagedTagRow, TagValues } from './tag.row.js'
import { asksForState, TAG_LIST } from './tag-list.js'
import { appliesHere, isOwn } from './tag-scope.js'

const columns = (transaction: ScopedTransaction): Sql => sql`t.id, t.name, t.type, t.business_id, b.name AS business_name,
  t.parent_id, p.name AS parent_name, t.vehicle_type, t.created_at, t.updated_at, t.deleted_at,
  ${isOwn(transaction, sql`t.business_id`)} AS editable,
  (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY lower(g.name), g.id), '[]')
    FROM tag_group_tags gt JOIN tag_groups g ON g.id = gt.group_id AND g.deleted_at IS NULL WHERE gt.tag_id = t.id) AS groups,
  (SELECT count(*)::int FROM entity_tags et JOIN entities e ON e.id = et.entity_id AND e.deleted_at IS NULL
    WHERE et.tag_id = t.id AND ${transaction.within(sql`e.business_id`)}) AS entities_count`

/** Tags that apply in the scope: its own, those of businesses above, and everybody's. */
const source = (transaction: ScopedTransaction): Sql => sql`FROM tags t
  LEFT JOIN tags p ON p.id = t.parent_id LEFT JOIN businesses b ON b.id = t.business_id
  WHERE ${appliesHere(transaction, sql`t.business_id`)}`

/** The same tags for count and order. */
function listSource(transaction: ScopedTransaction, criteria: ListCriteria, groupId: number | undefined): ListSource {
  const inGroup =
    groupId === undefined
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM tag_group_tags gt WHERE gt.tag_id = t.id AND gt.group_id = ${groupId})`
  return {
    key: sql`t.id`,
    from: sql`FROM tags t`,
    where: sql`${appliesHere(transaction, sql`t.business_id`)} AND ${inGroup}
      AND (${asksForState(criteria)}::boolean OR t.deleted_at IS NULL)`,
    joins: [
      { aliases: ['p'], join: sql`LEFT JOIN tags p ON p.id = t.parent_id` },
      { aliases: ['b'], join: sql`LEFT JOIN businesses b ON b.id = t.business_id` },
    ],
  }
}

@Injectable()
export class TagsRepository {
  async findPage(
    transaction: ScopedTransaction,
    criteria: ListCriteria,
    groupId: number | undefined,
  ): Promise<{ rows: ManagedTagRow[]; total: number }> {
    const list = listSource(transaction, criteria, groupId)
    const { keys, total } = await findPageKeys<number>(transaction, list, criteria, TAG_LIST)
    return { rows: await this.findThese(transaction, keys), total }
  }

  /** Of the tags of the criteria, in their order. */
  findIds(transaction: ScopedTransaction, criteria: ListCriteria, groupId: number | undefined, limit: number): Promise<number[]> {
    return findFirstKeys<number>(transaction, listSource(transaction, criteria, groupId), criteria, TAG_LIST, limit)
  }

  /** Also deleted ones, in the order of the ids. */
  async findThese(transaction: ScopedTransaction, ids: readonly number[]): Promise<ManagedTagRow[]> {
    const these = sql`t.id = ANY (${[...ids]}::int[])`
    const rows = await transaction.rows<ManagedTagRow>(sql`SELECT ${columns(transaction)} ${source(transaction)} AND ${these}`)
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  /** Also deleted ones. */
  findOne(transaction: ScopedTransaction, id: number): Promise<ManagedTagRow | undefined> {
    return transaction.row<ManagedTagRow>(sql`SELECT ${columns(transaction)} ${source(transaction)} AND t.id = ${id}`)
  }

  /** Not the deleted ones, in no order. */
  findAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<ManagedTagRow[]> {
    return transaction.rows<ManagedTagRow>(
      sql`SELECT ${columns(transaction)} ${source(transaction)} AND t.id = ANY (${[...ids]}::int[]) AND t.deleted_at IS NULL`,
    )
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

  /** Everything that carries `from` carries `into` instead, and models of a brand become the other one's. */
  async merge(transaction: ScopedTransaction, from: number, into: number): Promise<void> {
    const carriers = await transaction.rows<{ entity_id: number }>(sql`DELETE FROM entity_tags et USING entities e
      WHERE e.id = et.entity_id AND et.tag_id = ${from} AND ${transaction.within(sql`e.business_id`)} RETURNING et.entity_id`)
    await transaction.rows(sql`INSERT INTO entity_tags (entity_id, tag_id)
      SELECT id, ${into}::int FROM unnest(${carriers.map((one) => one.entity_id)}::int[]) id ON CONFLICT DO NOTHING`)
    await transaction.rows(sql`UPDATE tags t SET parent_id = ${into}, updated_at = clock_timestamp()
      WHERE t.parent_id = ${from} AND ${isOwn(transaction, sql`t.business_id`)}`)
  }

  async businessExists(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(
      sql`SELECT b.id FROM businesses b WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`,
    )
    return found !== undefined
  }
}
