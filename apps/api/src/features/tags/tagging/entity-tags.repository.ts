import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { TagType } from '../tag-types.js'

/** Tag to add to entities or to remove from them. */
export interface UsableTag {
  id: number
  name: string
  type: TagType
  business_id: number | null
}

/** Tag of an entity. */
export interface CarriedTag {
  id: number
  name: string
  type: TagType
  /** Type of the tag if an entity can have only one tag of this type; otherwise null. */
  slot: TagType | null
  deleted: boolean
}

/** Locked entity with its tags. */
export interface TaggableRow {
  id: number
  name: string
  business_id: number
  /** Ids of the businesses from the root down to the entity's own business, even those that are out of scope. */
  path: number[]
  vehicle_type: string
  /** Texts in the entity's own fields (for example its brand), by the type of tag that corresponds to the field. */
  words: Partial<Record<TagType, string | null>>
  carried: CarriedTag[]
}

/** Change of one entity, with all data needed to undo it. */
export interface EntityTagChange {
  entity_id: number
  attached: number[]
  detached: number[]
  /**
   * Texts in the entity's fields that the change overwrote with the name of a new tag. Before the change, the entity had no
   * tag of that type. An undo writes the texts back.
   */
  words: Partial<Record<TagType, string>>
}

@Injectable()
export class EntityTagsRepository {
  findTags(transaction: ScopedTransaction, ids: readonly number[]): Promise<UsableTag[]> {
    return transaction.rows<UsableTag>(sql`SELECT t.id, t.name, t.type, t.business_id FROM tags t
      WHERE t.id = ANY (${[...ids]}::int[]) AND t.deleted_at IS NULL`)
  }

  /** Locks entities in the order of their ids, so that two changes of the same entities do not deadlock. */
  async lock(transaction: ScopedTransaction, ids: readonly number[]): Promise<Map<number, TaggableRow>> {
    await transaction.rows(sql`SELECT e.id FROM entities e
      WHERE e.id = ANY (${[...ids]}::int[]) AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      ORDER BY e.id FOR UPDATE OF e`)
    const rows = await transaction.rows<TaggableRow>(sql`SELECT e.id, e.name, e.business_id, e.vehicle_type, b.path,
        json_build_object('brand', e.brand, 'model', e.model, 'color', e.color, 'engine_brand', e.engine_brand,
          'engine_model', e.engine_model, 'powerunit', e.power_unit) AS words,
        coalesce(c.carried, '[]') AS carried
      FROM entities e JOIN businesses b ON b.id = e.business_id
      LEFT JOIN (
        SELECT et.entity_id, json_agg(json_build_object('id', t.id, 'name', t.name, 'type', t.type, 'slot', et.slot,
          'deleted', t.deleted_at IS NOT NULL)) AS carried
        FROM entity_tags et JOIN tags t ON t.id = et.tag_id WHERE et.entity_id = ANY (${[...ids]}::int[]) GROUP BY 1
      ) c ON c.entity_id = e.id
      WHERE e.id = ANY (${[...ids]}::int[]) AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Removes tags first and then adds others, so that a new brand can replace the old one. */
  async apply(transaction: ScopedTransaction, changes: readonly EntityTagChange[]): Promise<void> {
    const pairs = (list: (change: EntityTagChange) => number[]) => {
      const all = changes.flatMap((change) => list(change).map((tag) => [change.entity_id, tag] as const))
      return [all.map(([entity]) => entity), all.map(([, tag]) => tag)] as const
    }
    const [leftEntities, leftTags] = pairs(({ detached }) => detached)
    await transaction.rows(sql`DELETE FROM entity_tags et
      USING unnest(${leftEntities}::int[], ${leftTags}::int[]) gone (entity_id, tag_id), entities e
      WHERE et.entity_id = gone.entity_id AND et.tag_id = gone.tag_id AND e.id = et.entity_id
        AND ${transaction.within(sql`e.business_id`)}`)
    const [newEntities, newTags] = pairs(({ attached }) => attached)
    await transaction.rows(sql`INSERT INTO entity_tags (entity_id, tag_id)
      SELECT entity_id, tag_id FROM unnest(${newEntities}::int[], ${newTags}::int[]) come (entity_id, tag_id)
      ON CONFLICT DO NOTHING`)
  }

  /**
   * Replaces the entity's tags, except those of types of which it can have only one (its brand, for example). Does not remove
   * tags that were deleted, because they may be restored.
   */
  async set(transaction: ScopedTransaction, id: number, tags: readonly number[]): Promise<void> {
    await transaction.rows(sql`DELETE FROM entity_tags et USING tags t WHERE et.entity_id = ${id} AND et.slot IS NULL
      AND t.id = et.tag_id AND t.deleted_at IS NULL AND et.tag_id <> ALL (${[...tags]}::int[])`)
    await transaction.rows(sql`INSERT INTO entity_tags (entity_id, tag_id)
      SELECT ${id}::int, tag FROM unnest(${[...tags]}::int[]) tag ON CONFLICT DO NOTHING`)
  }

  /** Sets the target group; null removes it. */
  async setTargetGroup(transaction: ScopedTransaction, id: number, tag: number | null): Promise<void> {
    await transaction.rows(sql`DELETE FROM entity_tags et WHERE et.entity_id = ${id} AND et.slot = 'group'
      AND et.tag_id IS DISTINCT FROM ${tag}::int`)
    await transaction.rows(sql`INSERT INTO entity_tags (entity_id, tag_id)
      SELECT ${id}::int, ${tag}::int WHERE ${tag}::int IS NOT NULL ON CONFLICT DO NOTHING`)
  }

  /** Writes texts back into the entity's fields, after the tags whose names had overwritten them were removed. */
  async write(transaction: ScopedTransaction, changes: readonly EntityTagChange[]): Promise<void> {
    const rows = changes.map(({ entity_id, words }) => ({ ...words, entity_id })).filter((row) => Object.keys(row).length > 1)
    if (rows.length === 0) return
    await transaction.rows(sql`UPDATE entities e SET brand = coalesce(w.brand, e.brand), model = coalesce(w.model, e.model),
        color = coalesce(w.color, e.color), engine_brand = coalesce(w.engine_brand, e.engine_brand),
        engine_model = coalesce(w.engine_model, e.engine_model), power_unit = coalesce(w.powerunit, e.power_unit)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (entity_id int, brand text, model text, color text,
        engine_brand text, engine_model text, powerunit text)
      WHERE e.id = w.entity_id AND ${transaction.within(sql`e.business_id`)}`)
  }
}
