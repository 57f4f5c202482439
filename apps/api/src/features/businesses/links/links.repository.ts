import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { LinkFailure } from '../dto/link.dto.js'

/** Locked object in scope that a caller wants to link. Contains the reason if the object cannot be linked. */
export interface LinkCandidateRow {
  id: number
  /** Present business. */
  business_id: number | null
  failure: LinkFailure | null
}

/** Moves entities, users and devices from one business to another. */
@Injectable()
export class LinksRepository {
  /**
   * Finds entities. A customer belongs to only one business and moves along with the entity. An entity therefore cannot move
   * if another vehicle of the same customer stays behind.
   */
  findEntities(transaction: ScopedTransaction, ids: readonly number[], target: number): Promise<LinkCandidateRow[]> {
    return transaction.rows<LinkCandidateRow>(sql`SELECT e.id, e.business_id, CASE
        WHEN EXISTS (
          SELECT 1 FROM entities other WHERE other.consumer_id = e.consumer_id AND other.deleted_at IS NULL
            AND other.id <> ALL (${[...ids]}::int[]) AND other.business_id <> ${target}
        ) THEN 'customer_has_other_vehicles' END AS failure
      FROM entities e
      WHERE e.id = ANY (${[...ids]}::int[]) AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      ORDER BY e.id FOR UPDATE OF e`)
  }

  /**
   * Moves entities with their tracker and customer. The history stays with the former business. The present installation ends,
   * and a new one begins for the new business.
   */
  async linkEntities(transaction: ScopedTransaction, ids: readonly number[], target: number): Promise<void> {
    const moving = [...ids]
    await transaction.rows(sql`UPDATE entities e SET business_id = ${target}, updated_at = clock_timestamp()
      WHERE e.id = ANY (${moving}::int[]) AND ${transaction.within(sql`e.business_id`)}`)
    await transaction.rows(sql`WITH ended AS (
        UPDATE installations i SET removed_at = greatest(now(), i.installed_at + interval '1 millisecond')
        WHERE i.entity_id = ANY (${moving}::int[]) AND i.removed_at IS NULL AND i.business_id <> ${target}
          AND ${transaction.within(sql`i.business_id`)}
        RETURNING i.id
      ) SELECT count(*) FROM ended`)
    await transaction.rows(sql`WITH begun AS (
        INSERT INTO installations (device_id, entity_id, business_id, installed_at)
        SELECT DISTINCT ON (i.entity_id) i.device_id, i.entity_id, ${target}::int, i.removed_at FROM installations i
        WHERE i.entity_id = ANY (${moving}::int[]) AND i.removed_at >= now() AND ${transaction.within(sql`i.business_id`)}
        ORDER BY i.entity_id, i.removed_at DESC
        RETURNING device_id
      )
      UPDATE devices d SET business_id = ${target}, updated_at = now() FROM begun
      WHERE d.id = begun.device_id AND ${transaction.within(sql`d.business_id`)}`)
    await transaction.rows(sql`UPDATE consumers c SET business_id = ${target} FROM entities e
      WHERE e.id = ANY (${moving}::int[]) AND c.id = e.consumer_id AND ${transaction.within(sql`c.business_id`)}`)
  }

  /** Finds users. A user with permissions that the caller lacks cannot be moved (G-06). */
  findUsers(transaction: ScopedTransaction, ids: readonly number[], caller: Caller): Promise<LinkCandidateRow[]> {
    return transaction.rows<LinkCandidateRow>(sql`SELECT u.id, u.business_id, CASE
        WHEN u.id = ${caller.userId} THEN 'own_account'
        WHEN u.business_id IS NULL OR EXISTS (
          SELECT permission FROM role_permissions WHERE role_id = u.role_id
          UNION SELECT permission FROM user_permissions WHERE user_id = u.id
          EXCEPT SELECT unnest(${[...caller.permissions]}::text[])
        ) THEN 'holds_more' END AS failure
      FROM users u
      WHERE u.id = ANY (${[...ids]}::int[]) AND u.deleted_at IS NULL
        AND (u.business_id IS NULL OR ${transaction.within(sql`u.business_id`)})
      ORDER BY u.id FOR UPDATE OF u`)
  }

  async linkUsers(transaction: ScopedTransaction, ids: readonly number[], target: number): Promise<void> {
    await transaction.rows(sql`UPDATE users u SET business_id = ${target}, updated_at = now()
      WHERE u.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`u.business_id`)}`)
  }

  findDevices(transaction: ScopedTransaction, ids: readonly number[], target: number): Promise<LinkCandidateRow[]> {
    return transaction.rows<LinkCandidateRow>(sql`SELECT d.id, d.business_id, CASE
        WHEN d.business_id <> ${target} AND EXISTS (
          SELECT 1 FROM device_periods_in_scope(d.id) period WHERE period.removed_at IS NULL
        ) THEN 'on_vehicle' END AS failure
      FROM devices d
      WHERE d.id = ANY (${[...ids]}::int[]) AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}
      ORDER BY d.id FOR UPDATE OF d`)
  }

  async linkDevices(transaction: ScopedTransaction, ids: readonly number[], target: number): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET business_id = ${target}, updated_at = now()
      WHERE d.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`d.business_id`)}`)
  }

  /** Returns the vehicles that these devices are on. */
  async findCarriers(transaction: ScopedTransaction, deviceIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await transaction.rows<{ device_id: number; entity_id: number }>(sql`SELECT i.device_id, i.entity_id
      FROM installations i WHERE i.device_id = ANY (${[...deviceIds]}::int[]) AND i.removed_at IS NULL
        AND ${transaction.within(sql`i.business_id`)}`)
    return new Map(rows.map(({ device_id, entity_id }) => [device_id, entity_id]))
  }
}
