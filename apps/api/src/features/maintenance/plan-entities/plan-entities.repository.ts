import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { momentOf } from '../../../http/body-fields.js'

/** Start of the first interval of a vehicle that joins a plan. Null or absent: now. */
export interface Start {
  entity_id: number
  counted_from?: string | null
  counted_from_m?: number | null
}

@Injectable()
export class PlanEntitiesRepository {
  /** Returns whether any of these vehicles is out of scope or deleted. */
  async unseen(transaction: ScopedTransaction, ids: readonly number[]): Promise<boolean> {
    const found = await transaction.row<{ seen: number }>(sql`SELECT count(*)::int AS seen FROM entities e
      WHERE e.id = ANY (${[...ids]}::int[]) AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    return (found?.seen ?? 0) < ids.length
  }

  async isTag(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT t.id FROM tags t WHERE t.id = ${id} AND t.deleted_at IS NULL`)
    return found !== undefined
  }

  /** @returns ids of the vehicles that the plan did not apply to before */
  join(transaction: ScopedTransaction, planId: number, ids: readonly number[], starts: readonly Start[]): Promise<number[]> {
    return this.add(transaction, planId, sql`e.id = ANY (${[...ids]}::int[])`, starts)
  }

  /** Adds all vehicles with the tag that the plan can apply to. */
  joinTagged(transaction: ScopedTransaction, planId: number, tagId: number, starts: readonly Start[]): Promise<number[]> {
    return this.add(
      transaction,
      planId,
      sql`EXISTS (SELECT 1 FROM entity_tags c WHERE c.entity_id = e.id AND c.tag_id = ${tagId})
        AND EXISTS (SELECT 1 FROM maintenance_plans g JOIN businesses b ON b.id = e.business_id
          WHERE g.id = ${planId} AND g.business_id = ANY (b.path))`,
      starts,
    )
  }

  /**
   * Removes a vehicle from a plan.
   * @returns the vehicle's name; undefined when the plan did not apply to it
   */
  async leave(transaction: ScopedTransaction, planId: number, entityId: number): Promise<{ name: string } | undefined> {
    return transaction.row<{ name: string }>(sql`DELETE FROM maintenance_plan_entities m USING entities e
      WHERE e.id = m.entity_id AND m.plan_id = ${planId} AND e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}
      RETURNING e.name`)
  }

  private async add(transaction: ScopedTransaction, planId: number, condition: Sql, starts: readonly Start[]): Promise<number[]> {
    // A trigger replaces null by the present time and odometer.
    const rows = await transaction.rows<{ entity_id: number }>(sql`INSERT INTO maintenance_plan_entities
        (plan_id, entity_id, counted_from, counted_from_m)
      SELECT ${planId}::int, e.id, s.counted_from, s.counted_from_m FROM entities e
      LEFT JOIN jsonb_to_recordset(${JSON.stringify(starts.map(startOf))}::jsonb) AS s (entity_id int, counted_from timestamptz, counted_from_m bigint)
        ON s.entity_id = e.id
      WHERE ${condition} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      ON CONFLICT DO NOTHING RETURNING entity_id`)
    return rows.map((row) => row.entity_id)
  }
}

/** Writes the time in the form that the database reads. */
const startOf = ({ counted_from, ...start }: Start) => ({
  ...start,
  counted_from: counted_from ? momentOf(counted_from).toISOString() : null,
})
