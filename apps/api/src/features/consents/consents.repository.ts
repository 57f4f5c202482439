import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { CONSENT_MINUTES, type ConsentEnder, LINK_HOURS, TEXT_VERSION } from './consent-rules.js'
import type { ConsentRow, ConsumerEntityRow } from './consent.row.js'

/** Columns of `consents` with the alias `c`. The database's clock decides whether a consent has expired. */
export const CONSENT_COLUMNS = sql`c.id, c.key, c.channel, c.requested_at, c.granted_at, c.revoked_by,
  coalesce(c.expires_at, c.link_expires_at) AS ends_at,
  CASE WHEN c.revoked_at IS NOT NULL THEN 'revoked'
    WHEN c.declined_at IS NOT NULL THEN 'declined'
    WHEN coalesce(c.expires_at, c.link_expires_at) <= now() THEN 'expired'
    WHEN c.granted_at IS NOT NULL THEN 'granted'
    ELSE 'pending' END AS state`

@Injectable()
export class ConsentsRepository {
  /**
   * Finds at most two vehicles in scope by their present tracker. The tracker's IMEI is the given one, or ends in the six
   * given digits. `isLocked` locks the vehicles until the transaction ends.
   */
  findEntities(transaction: ScopedTransaction, caller: Caller, digits: string, isLocked: boolean): Promise<ConsumerEntityRow[]> {
    const matches = digits.length === 6 ? sql`right(d.imei, 6) = ${digits}` : sql`d.imei = ${digits}`
    return transaction.rows(sql`SELECT e.id, e.name, d.imei, b.name AS business_name, ${locationHidden(caller)} AS is_hidden,
        e.consumer_id, k.first_name, k.first_name || ' ' || k.last_name AS customer_name, k.email, k.locale
      FROM devices d
      JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL
      JOIN businesses b ON b.id = e.business_id
      JOIN entity_privacy p ON p.entity_id = e.id
      LEFT JOIN consumers k ON k.id = e.consumer_id
      WHERE ${matches} AND d.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      ORDER BY e.id LIMIT 2 ${isLocked ? sql`FOR UPDATE OF e` : sql``}`)
  }

  /** Finds the newest consent of a vehicle's present customer. */
  findNewest(transaction: ScopedTransaction, { id, consumer_id }: ConsumerEntityRow): Promise<ConsentRow | undefined> {
    return transaction.row(sql`SELECT ${CONSENT_COLUMNS}, u.first_name || ' ' || u.last_name AS requested_by
      FROM consents c LEFT JOIN users u ON u.id = c.requested_by
      WHERE c.entity_id = ${id} AND c.consumer_id = ${consumer_id} ORDER BY c.id DESC LIMIT 1`)
  }

  /**
   * Returns the number of requests by mail for a vehicle in the last hour, and the number of seconds until the oldest of them
   * is an hour old.
   */
  async countMails(transaction: ScopedTransaction, entityId: number): Promise<{ count: number; waitS: number }> {
    const row = await transaction.row<{ count: number; wait_s: number | null }>(sql`SELECT count(*)::int AS count,
        ceil(extract(epoch FROM min(requested_at) + interval '1 hour' - now()))::int AS wait_s
      FROM consents WHERE entity_id = ${entityId} AND channel = 'mail' AND requested_at > now() - interval '1 hour'`)
    return { count: row?.count ?? 0, waitS: Math.max(1, row?.wait_s ?? 1) }
  }

  async addAsked(transaction: ScopedTransaction, caller: Caller, entity: ConsumerEntityRow, linkHash: Buffer): Promise<void> {
    await transaction.rows(sql`INSERT INTO consents
        (entity_id, consumer_id, requested_by, channel, text_version, link_hash, link_expires_at)
      VALUES (${entity.id}, ${entity.consumer_id}, ${caller.userId}, 'mail', ${TEXT_VERSION}, ${linkHash},
        now() + make_interval(hours => ${LINK_HOURS}))`)
  }

  /** @param linkHash hash of the link that lets the customer end the consent; null without a link */
  async addGiven(
    transaction: ScopedTransaction,
    caller: Caller,
    entity: ConsumerEntityRow,
    linkHash: Buffer | null,
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO consents
        (entity_id, consumer_id, requested_by, channel, text_version, granted_at, expires_at, link_hash, link_expires_at)
      VALUES (${entity.id}, ${entity.consumer_id}, ${caller.userId}, 'in-person', ${TEXT_VERSION}, now(),
        now() + make_interval(mins => ${CONSENT_MINUTES}), ${linkHash}::bytea,
        CASE WHEN ${linkHash}::bytea IS NOT NULL THEN now() + make_interval(mins => ${CONSENT_MINUTES}) END)`)
  }

  /** Ends a pending or granted consent. */
  async revoke(transaction: ScopedTransaction, id: number, by: ConsentEnder): Promise<void> {
    await transaction.rows(
      sql`UPDATE consents SET revoked_at = now(), revoked_by = ${by} WHERE id = ${id} AND revoked_at IS NULL`,
    )
  }

  async grant(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE consents SET granted_at = now(), expires_at = now() + make_interval(mins => ${CONSENT_MINUTES})
      WHERE id = ${id}`)
  }

  async decline(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE consents SET declined_at = now() WHERE id = ${id}`)
  }
}
