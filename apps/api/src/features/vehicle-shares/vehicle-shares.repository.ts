import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import type { Caller } from '../../auth/caller.js'
import { API_POOL } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { RowOf } from '../../http/api-row.js'
import type { VehicleShareDto } from './dto/vehicle-share.dto.js'

/** Permission for sharing. Users who may edit a vehicle's data may also decide who else sees its location. */
export const SHARE_PERMISSION = 'update:entity'

export type ShareRow = RowOf<VehicleShareDto>

/** Vehicle, and the facts that decide whether it may be shared. */
export interface ShareableRow {
  id: number
  business_id: number
  is_consumers: boolean
}

/** Vehicle that a live link shows. */
export interface SharedRow {
  id: number
  entity_id: number
  business_id: number
  created_at: Date
  expires_at: Date
  last_viewed_at: Date | null
  name: string
  vehicle_type: string
  brand: string | null
  model: string | null
  color: string | null
  license_plate: string | null
}

const FROM = sql`FROM entity_shares s JOIN entities e ON e.id = s.entity_id`

/**
 * Condition that a link is open. An open link is neither revoked nor expired. Its vehicle was neither deleted nor moved to
 * another business or a consumer (`entities_end_links`).
 */
const IS_OPEN = sql`(s.revoked_at IS NULL AND s.expires_at > now() AND e.business_id = s.business_id AND e.consumer_id IS NULL
  AND e.deleted_at IS NULL)`

/** Condition that a link is live. A live link is open, and the user who made it would still be allowed to make it. */
const IS_LIVE = sql`(${IS_OPEN} AND maker_still_may(s.created_by, s.token_id, ${SHARE_PERMISSION}, s.business_id))`

@Injectable()
export class VehicleSharesRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  findVehicle(transaction: ScopedTransaction, id: number): Promise<ShareableRow | undefined> {
    return transaction.row<ShareableRow>(vehicle(transaction, id))
  }

  /** Locks the vehicle until the transaction ends, so that its links cannot change until then. */
  lockVehicle(transaction: ScopedTransaction, id: number): Promise<ShareableRow | undefined> {
    return transaction.row<ShareableRow>(sql`${vehicle(transaction, id)} FOR UPDATE`)
  }

  /** Finds the links of a vehicle, newest first. */
  findAll(transaction: ScopedTransaction, entityId: number): Promise<ShareRow[]> {
    return transaction.rows<ShareRow>(sql`${shares(transaction)} AND s.entity_id = ${entityId} ORDER BY s.id DESC`)
  }

  findOne(transaction: ScopedTransaction, entityId: number, id: number): Promise<ShareRow | undefined> {
    return transaction.row<ShareRow>(sql`${shares(transaction)} AND s.entity_id = ${entityId} AND s.id = ${id}`)
  }

  async countLive(transaction: ScopedTransaction, entityId: number): Promise<number> {
    const counted = await transaction.row<{ live: number }>(sql`SELECT count(*)::int AS live ${FROM}
      WHERE s.entity_id = ${entityId} AND ${IS_LIVE} AND ${transaction.within(sql`e.business_id`)}`)
    return counted?.live ?? 0
  }

  async add(
    transaction: ScopedTransaction,
    share: { entityId: number; businessId: number; tokenHash: Buffer; by: Caller; hours: number },
  ): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO entity_shares
        (entity_id, business_id, token_hash, created_by, token_id, expires_at)
      VALUES (${share.entityId}, ${share.businessId}, ${share.tokenHash}, ${share.by.userId}, ${share.by.apiToken?.id ?? null}, now() + make_interval(hours => ${share.hours}))
      RETURNING id`)
    if (!added) throw new Error('a link that was just made is not in the scope of who made it')
    return added.id
  }

  async revoke(transaction: ScopedTransaction, entityId: number, id: number, by: number): Promise<void> {
    await transaction.rows(sql`UPDATE entity_shares s SET revoked_at = now(), revoked_by = ${by}
      WHERE s.entity_id = ${entityId} AND s.id = ${id} AND s.revoked_at IS NULL AND ${transaction.within(sql`s.business_id`)}`)
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
    return transaction.row<SharedRow>(sql`SELECT s.id, e.id AS entity_id, e.business_id, s.created_at, s.expires_at, s.last_viewed_at, e.name,
        e.vehicle_type, e.brand, e.model, e.color, e.license_plate
      ${FROM} WHERE s.id = ${id} AND ${IS_LIVE} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** @param openings 1 for a view that opens the page, 0 for a view on a page that is already open */
  async noteView(transaction: ScopedTransaction, id: number, openings: 0 | 1): Promise<void> {
    await transaction.rows(sql`UPDATE entity_shares s SET views = views + ${openings}, last_viewed_at = now(),
        first_viewed_at = coalesce(first_viewed_at, now())
      WHERE s.id = ${id} AND ${transaction.within(sql`s.business_id`)}`)
  }
}

const vehicle = (transaction: ScopedTransaction, id: number): Sql => sql`SELECT e.id, e.business_id,
    e.consumer_id IS NOT NULL AS is_consumers
  FROM entities e WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`

const shares = (transaction: ScopedTransaction): Sql => sql`SELECT s.id, (SELECT u.first_name || ' ' || u.last_name FROM users u
      WHERE u.id = s.created_by AND ${transaction.within(sql`u.business_id`)}) AS created_by,
    s.created_at, s.expires_at, s.revoked_at, ${IS_LIVE} AS is_live, s.views, s.last_viewed_at
  ${FROM} WHERE ${transaction.within(sql`e.business_id`)}`
