import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import type { ConcernedCustomer, DisclosedRow, Disclosure, DisclosureKind } from './disclosure.js'

/** Column with the id, for each kind of disclosure. */
const COLUMNS: Record<DisclosureKind, Sql> = {
  'missing-case': sql`case_id`,
  'case-link': sql`share_id`,
  'shown-move': sql`installation_id`,
}

/** A disclosure `d`, its case or installation, and the vehicle `e` that it shows. */
const FROM = sql`FROM customer_disclosures d
  LEFT JOIN missing_case_shares s ON s.id = d.share_id
  LEFT JOIN missing_cases m ON m.id = coalesce(d.case_id, s.case_id)
  LEFT JOIN installations i ON i.id = d.installation_id
  JOIN entities e ON e.id = coalesce(m.entity_id, i.entity_id)`

@Injectable()
export class DisclosuresRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Finds the customer. Returns undefined when the vehicle does not belong to a customer. */
  findCustomer(transaction: ScopedTransaction, { kind, id }: Disclosure): Promise<ConcernedCustomer | undefined> {
    if (kind === 'shown-move') {
      return transaction.row<ConcernedCustomer>(sql`SELECT i.followed_consumer_id AS consumer_id, k.*, NULL::timestamptz AS expires_at
        FROM installations i LEFT JOIN LATERAL installation_customer(i.id) k ON TRUE
        WHERE i.id = ${id} AND i.followed_consumer_id IS NOT NULL AND ${transaction.within(sql`i.business_id`)}`)
    }
    const subject =
      kind === 'missing-case'
        ? sql`(SELECT m.entity_id, NULL::timestamptz AS expires_at FROM missing_cases m WHERE m.id = ${id})`
        : sql`(SELECT m.entity_id, s.expires_at FROM missing_case_shares s JOIN missing_cases m ON m.id = s.case_id WHERE s.id = ${id})`
    return transaction.row<ConcernedCustomer>(sql`SELECT e.consumer_id, k.first_name, k.email, k.locale, e.name AS entity_name,
        b.name AS business_name, subject.expires_at
      FROM ${subject} subject JOIN entities e ON e.id = subject.entity_id
      JOIN businesses b ON b.id = e.business_id LEFT JOIN consumers k ON k.id = e.consumer_id
      WHERE e.consumer_id IS NOT NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  async add(
    transaction: ScopedTransaction,
    { kind, id }: Disclosure,
    disclosure: { consumerId: number; by: number; linkHash: Buffer | null },
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO customer_disclosures (${COLUMNS[kind]}, consumer_id, made_by, link_hash)
      VALUES (${id}, ${disclosure.consumerId}, ${disclosure.by}, ${disclosure.linkHash}::bytea)`)
  }

  /**
   * Finds the business whose staff see the disclosed vehicle. This query runs without the database role of requests, because
   * the customer has no tenant. All later queries run in the scope of this business.
   */
  async findBusiness(linkHash: Buffer): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ business_id: number }>(
      sql`SELECT coalesce(i.business_id, e.business_id) AS business_id ${FROM} WHERE d.link_hash = ${linkHash}`.toQuery(),
    )
    return rows[0]?.business_id
  }

  /** @param isLocked locks the row until the transaction ends */
  find(transaction: ScopedTransaction, linkHash: Buffer, isLocked: boolean): Promise<DisclosedRow | undefined> {
    return transaction.row<DisclosedRow>(sql`SELECT d.id,
        CASE WHEN d.case_id IS NOT NULL THEN 'missing-case' WHEN d.share_id IS NOT NULL THEN 'case-link' ELSE 'shown-move' END AS kind,
        coalesce(d.case_id, d.share_id, d.installation_id) AS subject_id, e.id AS entity_id, e.business_id, b.name AS business_name,
        coalesce(came_off.entity_name, e.name) AS entity_name, k.first_name || ' ' || k.last_name AS customer_name,
        coalesce(came_off.locale, k.locale) AS locale, u.first_name || ' ' || u.last_name AS made_by, s.expires_at,
        CASE WHEN d.case_id IS NOT NULL AND m.state = 'open' THEN 'granted'
          WHEN d.ended_at IS NOT NULL THEN 'revoked'
          WHEN m.state <> 'open' OR s.revoked_at IS NOT NULL OR s.expires_at <= now()
            OR i.removed_at IS NOT NULL OR i.id IS NOT NULL AND i.moved_at IS NULL THEN 'expired'
          ELSE 'granted' END AS state
      ${FROM} JOIN businesses b ON b.id = coalesce(i.business_id, e.business_id)
      LEFT JOIN users u ON u.id = d.made_by
      LEFT JOIN consumers k ON k.id = d.consumer_id
      LEFT JOIN LATERAL installation_customer(i.id) came_off ON TRUE
      WHERE d.link_hash = ${linkHash} AND ${transaction.within(sql`e.business_id`)} ${isLocked ? sql`FOR UPDATE OF d` : sql``}`)
  }

  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(
      sql`UPDATE customer_disclosures SET ended_at = greatest(now(), made_at) WHERE id = ${id} AND ended_at IS NULL`,
    )
  }
}
