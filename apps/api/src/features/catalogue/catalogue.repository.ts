import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'

/** Maximum options in a dropdown. Users would have to search in a longer list anyway. */
const MAX_OPTIONS = 2_000

/** Maximum words in all lists together. A form reads all of them when it opens. */
const MAX_WORDS = 10_000
const WORD_TYPES = ['brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit'] as const

export interface WordRow extends QueryResultRow {
  id: number
  name: string
  type: (typeof WORD_TYPES)[number]
  parent_id: number | null
}

/**
 * Returns the condition that a tag `t` applies in the scope. The tag belongs to a business in scope, to a parent of such a
 * business, or to all businesses.
 */
const applies = (transaction: ScopedTransaction): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`(t.business_id IS NULL OR t.business_id IN (SELECT scope_line_ids()))`

/** Options of dropdowns, ordered by name. */
@Injectable()
export class CatalogueRepository {
  /** Returns the tags of a type, ordered by name. */
  tags<Row extends QueryResultRow>(
    transaction: ScopedTransaction,
    type: string,
    columns: Sql = sql`t.id, t.name`,
  ): Promise<Row[]> {
    return transaction.rows<Row>(sql`SELECT ${columns} FROM tags t
      WHERE t.type = ${type} AND t.deleted_at IS NULL AND ${applies(transaction)}
      ORDER BY in_order(t.name), t.id LIMIT ${MAX_OPTIONS}`)
  }

  /**
   * Returns the words for describing vehicles (brands, models, colours, engines and power units), ordered by name. Each model
   * has its brand as `parent_id`.
   */
  words(transaction: ScopedTransaction): Promise<WordRow[]> {
    return transaction.rows<WordRow>(sql`SELECT t.id, t.name, t.type, t.parent_id FROM tags t
      WHERE t.type = ANY (${[...WORD_TYPES]}::text[]) AND t.deleted_at IS NULL AND ${applies(transaction)}
      ORDER BY in_order(t.name), t.id LIMIT ${MAX_WORDS}`)
  }

  /** Returns the tags of every type. */
  allTags<Row extends QueryResultRow>(transaction: ScopedTransaction): Promise<Row[]> {
    return transaction.rows<Row>(sql`SELECT t.id, t.name, t.type FROM tags t
      WHERE t.deleted_at IS NULL AND ${applies(transaction)} ORDER BY in_order(t.name), t.id LIMIT ${MAX_OPTIONS}`)
  }

  /** Returns the models of a brand; undefined when there is no such brand. */
  async below<Row extends QueryResultRow>(
    transaction: ScopedTransaction,
    parentType: string,
    parentId: number,
  ): Promise<Row[] | undefined> {
    const parent = await transaction.row(sql`SELECT t.id FROM tags t
      WHERE t.id = ${parentId} AND t.type = ${parentType} AND t.deleted_at IS NULL AND ${applies(transaction)}`)
    if (!parent) return undefined
    return transaction.rows<Row>(sql`SELECT t.id, t.name FROM tags t
      WHERE t.parent_id = ${parentId} AND t.deleted_at IS NULL AND ${applies(transaction)}
      ORDER BY in_order(t.name), t.id LIMIT ${MAX_OPTIONS}`)
  }

  businesses<Row extends QueryResultRow>(transaction: ScopedTransaction): Promise<Row[]> {
    return transaction.rows<Row>(sql`SELECT b.id, b.name, b.kind AS type FROM businesses b
      WHERE ${transaction.within(sql`b.id`)} ORDER BY in_order(b.name), b.id LIMIT ${MAX_OPTIONS}`)
  }

  roles<Row extends QueryResultRow>(transaction: ScopedTransaction): Promise<Row[]> {
    return transaction.rows<Row>(sql`SELECT r.id, r.name, r.key FROM roles r ORDER BY r.id`)
  }

  /** @param withImei true to leave out entities without a tracker */
  entities<Row extends QueryResultRow>(transaction: ScopedTransaction, withImei: boolean): Promise<Row[]> {
    return transaction.rows<Row>(sql`SELECT e.id, e.name, e.license_plate, d.imei FROM entities e
      LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL LEFT JOIN devices d ON d.id = i.device_id
      WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND (NOT ${withImei}::boolean OR d.id IS NOT NULL)
      ORDER BY in_order(e.name), e.id LIMIT ${MAX_OPTIONS}`)
  }

  /** Returns tags of the type `group`, with the entities in scope that belong to each. */
  targetGroups<Row extends QueryResultRow>(transaction: ScopedTransaction): Promise<Row[]> {
    return this.tags<Row>(
      transaction,
      'group',
      sql`t.id, t.name, (SELECT count(*)::int FROM entity_tags et JOIN entities e ON e.id = et.entity_id
        WHERE et.tag_id = t.id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}) AS entities_count`,
    )
  }
}
