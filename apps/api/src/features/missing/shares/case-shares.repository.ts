import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import type { Caller } from '../../../auth/caller.js'
import { LOCATION_PERMISSION } from '../../../auth/location-privacy.js'
import { API_POOL } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import type { CaseShareDto } from '../dto/case-room.dto.js'
import { nameOf } from '../cases/missing-case-list.js'

export type ShareRow = RowOf<CaseShareDto>

/** Vehicle that a live link shows. */
export interface SharedRow {
  id: number
  case_id: number
  number: string
  opened_at: Date
  expires_at: Date
  last_viewed_at: Date | null
  entity_id: number
  business_id: number
  is_consumers: boolean
  name: string
  vehicle_type: string
  brand: string | null
  model: string | null
  color: string | null
  frame_number: string | null
  license_plate: string | null
}

const FROM = sql`FROM missing_case_shares s JOIN missing_cases m ON m.id = s.case_id JOIN entities e ON e.id = m.entity_id`

/**
 * Condition that a link is open. An open link is neither revoked nor expired, and its case is open. Its vehicle was neither
 * deleted nor moved to another business (`entities_end_links`).
 */
const IS_OPEN = sql`(s.revoked_at IS NULL AND s.expires_at > now() AND m.state = 'open' AND e.business_id = s.business_id
  AND e.deleted_at IS NULL)`

/** Condition that a link is live. A live link is open, and the user who made it would still be allowed to make it. */
const IS_LIVE = sql`(${IS_OPEN} AND maker_still_may(s.created_by, s.token_id, ${LOCATION_PERMISSION}, s.business_id))`

@Injectable()
export class CaseSharesRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Finds the links of a case, newest first. */
  findAll(transaction: ScopedTransaction, caseId: number): Promise<ShareRow[]> {
    return transaction.rows<ShareRow>(sql`${shares(transaction)} AND s.case_id = ${caseId} ORDER BY s.id DESC`)
  }

  findOne(transaction: ScopedTransaction, caseId: number, id: number): Promise<ShareRow | undefined> {
    return transaction.row<ShareRow>(sql`${shares(transaction)} AND s.case_id = ${caseId} AND s.id = ${id}`)
  }

  async countLive(transaction: ScopedTransaction, caseId: number): Promise<number> {
    const counted = await transaction.row<{ live: number }>(
      sql`SELECT count(*)::int AS live ${FROM} WHERE s.case_id = ${caseId} AND ${IS_LIVE} AND ${transaction.within(sql`e.business_id`)}`,
    )
    return counted?.live ?? 0
  }

  async add(
    transaction: ScopedTransaction,
    share: { caseId: number; businessId: number; tokenHash: Buffer; by: Caller; hours: number },
  ): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO missing_case_shares
        (case_id, business_id, token_hash, created_by, token_id, expires_at)
      VALUES (${share.caseId}, ${share.businessId}, ${share.tokenHash}, ${share.by.userId}, ${share.by.apiToken?.id ?? null}, now() + make_interval(hours => ${share.hours}))
      RETURNING id`)
    if (!added) throw new Error('a link that was just made is not in the scope of who made it')
    return added.id
  }

  /**
   * @param id null for every live link
   * @param by user who revokes; null for the customer
   */
  async revoke(transaction: ScopedTransaction, caseId: number, id: number | null, by: number | null): Promise<void> {
    await transaction.rows(sql`UPDATE missing_case_shares s SET revoked_at = now(), revoked_by = ${by}
      WHERE s.case_id = ${caseId} AND (${id}::int IS NULL OR s.id = ${id}) AND s.revoked_at IS NULL AND s.expires_at > now()`)
  }

  /** Revokes a link on behalf of the customer. */
  async withdraw(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE missing_case_shares s SET revoked_at = now() WHERE s.id = ${id} AND s.revoked_at IS NULL`)
  }

  /**
   * Finds the business of an open link. This query runs without the database role of requests, because the reader has no
   * tenant. All later queries run in the scope of that business. They check whether the link is live.
   */
  async findBusiness(tokenHash: Buffer): Promise<{ id: number; business_id: number } | undefined> {
    const { rows } = await this.pool.query<{ id: number; business_id: number }>(
      sql`SELECT s.id, s.business_id ${FROM} WHERE s.token_hash = ${tokenHash} AND ${IS_OPEN}`.toQuery(),
    )
    return rows[0]
  }

  findShared(transaction: ScopedTransaction, id: number): Promise<SharedRow | undefined> {
    return transaction.row<SharedRow>(sql`SELECT s.id, s.case_id, m.number, m.opened_at, s.expires_at, s.last_viewed_at, e.id AS entity_id, e.business_id,
        e.consumer_id IS NOT NULL AS is_consumers, e.name, e.vehicle_type, e.brand, e.model, e.color, e.frame_number, e.license_plate
      ${FROM} WHERE s.id = ${id} AND ${IS_LIVE} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** @param openings 1 for a view that opens the page, 0 for a view on a page that is already open */
  async noteView(transaction: ScopedTransaction, id: number, openings: 0 | 1): Promise<void> {
    await transaction.rows(sql`UPDATE missing_case_shares s SET views = views + ${openings}, last_viewed_at = now(),
        first_viewed_at = coalesce(first_viewed_at, now())
      WHERE s.id = ${id}`)
  }
}

const shares = (transaction: ScopedTransaction): Sql => sql`SELECT s.id, ${nameOf(transaction, sql`s.created_by`)} AS created_by,
    s.created_at, s.expires_at, s.revoked_at, ${IS_LIVE} AS is_live, s.views, s.last_viewed_at
  ${FROM} WHERE ${transaction.within(sql`e.business_id`)}`
