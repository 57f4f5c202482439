import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { invalid } from '../../http/problems.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, fact, id, ordered, text, time } from '../../lists/columns.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { defineList, type Key } from '../../lists/list.js'
import { ManagedTagDto } from './dto/tag.dto.js'
import { appliesHere, isOwn } from './tag-scope-sql.js'
import type { TagType } from './tag-types.js'
import texts from './texts.json' with { type: 'json' }
import { ids } from '../../texts/platform.js'

export type ManagedTagRow = Omit<RowOf<ManagedTagDto>, 'type'> & { type: TagType }

const STATE = sql`CASE WHEN t.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`

/**
 * Returns the tags with these ids that apply in the scope, including deleted tags. A tag applies if it belongs to a business
 * in scope, to a parent of such a business, or to all businesses.
 */
export const tagRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT t.id, t.name, t.type, t.business_id, b.name AS business_name, t.parent_id, p.name AS parent_name, t.vehicle_type,
    (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY in_order(g.name), g.id), '[]')
      FROM tag_group_tags gt JOIN tag_groups g ON g.id = gt.group_id AND g.deleted_at IS NULL WHERE gt.tag_id = t.id) AS groups,
    (SELECT count(*)::int FROM entity_tags et JOIN entities e ON e.id = et.entity_id AND e.deleted_at IS NULL
      WHERE et.tag_id = t.id AND ${transaction.within(sql`e.business_id`)}) AS entities_count,
    ${isOwn(transaction, sql`t.business_id`)} AS editable, t.created_at, t.updated_at, t.deleted_at
  FROM tags t LEFT JOIN tags p ON p.id = t.parent_id LEFT JOIN businesses b ON b.id = t.business_id
  WHERE ${appliesHere(transaction, sql`t.business_id`)} AND t.id = ANY (${[...ids]}::int[])`

function groupIdOf({ group_id: given = '' }: Readonly<Record<string, unknown>>): number | undefined {
  if (given === '') return undefined
  if (typeof given !== 'string' || !/^\d{1,9}$|^[12]\d{9}$/.test(given) || Number(given) > 2_147_483_647) {
    throw invalid({ group_id: [ids('tag-group')] })
  }
  return Number(given)
}

const inGroup = (groupId: number | undefined): Sql =>
  groupId === undefined
    ? sql`TRUE`
    : sql`EXISTS (SELECT 1 FROM tag_group_tags gt WHERE gt.tag_id = t.id AND gt.group_id = ${groupId})`

/** Returns whether the list is filtered by state. If not, it leaves out deleted tags. */
export const asksForState = ({ conditions }: ListCriteria<unknown>): boolean => conditions.some(({ field }) => field === 'state')

/** Returns the condition that a vehicle in scope has the tag. */
const carried = (transaction: ScopedTransaction): Sql => sql`EXISTS (SELECT 1 FROM entity_tags et
  JOIN entities e ON e.id = et.entity_id AND e.deleted_at IS NULL WHERE et.tag_id = t.id AND ${transaction.within(sql`e.business_id`)})`

/** Returns the condition that the tag is in a group that applies in the scope. */
const grouped = (transaction: ScopedTransaction): Sql => sql`EXISTS (SELECT 1 FROM tag_group_tags gt
  JOIN tag_groups g ON g.id = gt.group_id AND g.deleted_at IS NULL
  WHERE gt.tag_id = t.id AND ${appliesHere(transaction, sql`g.business_id`)})`

/**
 * The list of tags (R-179). Aliases: t tag, p its parent, b its business, u whether the tag is used, h whether it is in a
 * group.
 */
export const TAG_LIST = defineList<ManagedTagRow, ManagedTagDto, number | undefined>({
  name: 'tags',
  objectType: 'tag',
  plural: 'tags',
  permission: 'index:entity',
  description: 'Lists the tags of the visible businesses, of their parent businesses, and those that everybody shares.',
  dto: ManagedTagDto,
  toDto: toApiRow,
  texts,
  key: sql`t.id`,
  from: sql`FROM tags t`,
  where: (transaction, _, criteria) => sql`${appliesHere(transaction, sql`t.business_id`)} AND ${inGroup(criteria.own)}
    AND (${asksForState(criteria)}::boolean OR t.deleted_at IS NULL)`,
  joins: (transaction) => [
    { aliases: ['p'], join: sql`LEFT JOIN tags p ON p.id = t.parent_id` },
    { aliases: ['b'], join: sql`LEFT JOIN businesses b ON b.id = t.business_id` },
    { aliases: ['u'], join: sql`CROSS JOIN LATERAL (SELECT ${carried(transaction)} AS carried) u` },
    { aliases: ['h'], join: sql`CROSS JOIN LATERAL (SELECT ${grouped(transaction)} AS grouped) h` },
  ],
  rows: tagRows,
  own: {
    parameters: { group_id: { schema: { type: 'integer' }, description: 'Only tags of this group' } },
    read: groupIdOf,
  },
  columns: {
    id: id(sql`t.id`, { order: true }),
    name: text(sql`t.name`, { isPlain: true, csv: 'name' }),
    type: code(sql`t.type`, { csv: 'type', isWord: true }),
    parent_id: id(sql`t.parent_id`),
    parent_name: text(sql`p.name`, { isPlain: true, csv: 'parent_name' }),
    groups: cell(({ groups }) => groups.map(({ name }) => name).join(', ') || null),
    entities_count: cell('entities_count'),
    // Tags in use come first, so that they are easy to find in a large catalogue. Tags in use and unused tags are each sorted
    // by name.
    use: ordered(sql`(NOT u.carried, in_order(t.name))`),
    is_grouped: fact(sql`h.grouped`),
    vehicle_type: code(sql`t.vehicle_type`, { order: false }),
    business_id: id(sql`t.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    state: code(STATE, { order: false }),
    created_at: time(sql`t.created_at`, { csv: 'created_at' }),
  },
})
