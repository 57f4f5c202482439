import { headKey } from '@roadbook/contracts/sheet-cell'
import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { KnownWords } from './read-entity-sheet.js'

export interface ImportedEntityRow {
  id: number
  name: string
  used: boolean
}

@Injectable()
export class EntityImportsRepository {
  async begin(transaction: ScopedTransaction, businessId: number, userId: number): Promise<number> {
    const begun = await transaction.row<{ id: number }>(sql`INSERT INTO entity_imports (business_id, user_id)
      SELECT b.id, ${userId}::int FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    if (!begun) throw new Error('an import that was just begun is not in the scope of who began it')
    return begun.id
  }

  /**
   * Finds the tags and groups that a vehicle of the business can have, by name. If the business and a parent both have a tag
   * or group of the same name, the business's own is used.
   */
  async tags(transaction: ScopedTransaction, businessId: number): Promise<Pick<KnownWords, 'tags' | 'groups'>> {
    const rows = await transaction.rows<{ id: number; name: string; type: string }>(sql`SELECT t.id, t.name, t.type
      FROM tags t WHERE t.type IN ('general', 'selected', 'group') AND t.deleted_at IS NULL
      ORDER BY t.business_id IS NOT DISTINCT FROM ${businessId}::int, t.id DESC`)
    const called = (isGroup: boolean) =>
      new Map(rows.filter(({ type }) => (type === 'group') === isGroup).map(({ id, name }) => [headKey(name), id]))
    return { tags: called(false), groups: called(true) }
  }

  async finish(transaction: ScopedTransaction, id: number, entityIds: readonly number[]): Promise<void> {
    await transaction.rows(sql`UPDATE entities e SET import_id = ${id}
      WHERE e.id = ANY (${[...entityIds]}::int[]) AND ${transaction.within(sql`e.business_id`)}`)
    await transaction.rows(sql`UPDATE entity_imports m SET finished_at = clock_timestamp()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }

  /** Locks the import and returns it. */
  lock(transaction: ScopedTransaction, id: number): Promise<{ business_id: number; rolled_back_at: Date | null } | undefined> {
    return transaction.row(sql`SELECT m.business_id, m.rolled_back_at FROM entity_imports m
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)} FOR UPDATE`)
  }

  /**
   * Finds the vehicles of an import that still exist. The result states for each whether it was used or changed since the
   * import: ridden, reported missing, insured, edited, or given another tracker.
   */
  findImported(transaction: ScopedTransaction, id: number): Promise<ImportedEntityRow[]> {
    return transaction.rows<ImportedEntityRow>(sql`SELECT e.id, e.name, (e.updated_at > m.finished_at
        OR EXISTS (SELECT 1 FROM trips t WHERE t.entity_id = e.id)
        OR EXISTS (SELECT 1 FROM missing_cases c WHERE c.entity_id = e.id)
        OR EXISTS (SELECT 1 FROM insurances x WHERE x.entity_id = e.id)
        OR EXISTS (SELECT 1 FROM installations i WHERE i.entity_id = e.id
          AND (i.removed_at IS NOT NULL OR i.installed_at > m.finished_at))) AS used
      FROM entities e JOIN entity_imports m ON m.id = e.import_id
      WHERE e.import_id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      ORDER BY e.id FOR UPDATE OF e`)
  }

  /** Removes the customers that were imported with these vehicles. Customers with another vehicle stay. */
  async undo(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<void> {
    const customers = await transaction.rows<{ id: number }>(sql`WITH had AS (
        SELECT e.id, e.consumer_id FROM entities e
        WHERE e.id = ANY (${[...entityIds]}::int[]) AND e.consumer_id IS NOT NULL AND ${transaction.within(sql`e.business_id`)}
      )
      UPDATE entities e SET consumer_id = NULL FROM had WHERE e.id = had.id RETURNING had.consumer_id AS id`)
    await transaction.rows(sql`DELETE FROM consumers k
      WHERE k.id = ANY (${customers.map(({ id }) => id)}::int[]) AND ${transaction.within(sql`k.business_id`)}
        AND NOT EXISTS (SELECT 1 FROM entities e WHERE e.consumer_id = k.id)`)
  }

  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE entity_imports m SET rolled_back_at = now()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }
}
