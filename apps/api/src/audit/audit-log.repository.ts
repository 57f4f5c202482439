import { Injectable } from '@nestjs/common'
import type { Actor } from '../auth/acting.js'
import { locationHidden } from '../auth/location-privacy.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** An entry to write, with its object and only the values that changed. */
interface EntryRow {
  action: string
  object_type: string
  object_id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** One entry of a caller. */
interface CallersEntryRow extends EntryRow {
  business_id: number | null | undefined
  /** True when `business_id` was given, even as null. */
  isTold: boolean
}

/** An entry of somebody without an account. */
interface OutsidersEntryRow extends EntryRow {
  /** Name of that person. */
  actor: string
  business_id: number
}

/** A consumer's vehicle that is shown to somebody. */
interface SeenRow {
  id: number
  business_id: number
}

/** The id of an entry's object; null when it is not a number. */
const ID = sql`substring(object_id FROM '^[0-9]{1,9}$')::int`
/** The business of an entry's object. */
const WHOSE = sql`CASE object_type
  WHEN 'user' THEN (SELECT u.business_id FROM users u WHERE u.id = ${ID})
  WHEN 'entity' THEN (SELECT e.business_id FROM entities e WHERE e.id = ${ID})
  WHEN 'device' THEN (SELECT d.business_id FROM devices d WHERE d.id = ${ID})
END`

@Injectable()
export class AuditLogRepository {
  /**
   * Adds entries with one statement. An entry without a given business belongs to the business of its object. If the object
   * has none, it belongs to the caller's business.
   */
  async add(transaction: ScopedTransaction, { caller, origin }: Actor, rows: readonly CallersEntryRow[]): Promise<void> {
    const { viewing } = caller
    await transaction.rows(sql`INSERT INTO audit_log
      (user_id, actor, business_id, action, object_type, object_id, before, after, token_id, remote_address, request_id)
      SELECT ${caller.userId}::int,
        coalesce(${viewing?.actor ?? null}::text, (SELECT first_name || ' ' || last_name FROM users WHERE id = ${caller.userId})),
        CASE WHEN "isTold" THEN business_id ELSE coalesce(${WHOSE}, ${(viewing?.viewer ?? caller).businessId}::int) END,
        action, object_type, object_id, before, after, ${caller.apiToken?.id ?? null}::int, ${origin.remoteAddress}::text,
        ${origin.requestId}::text
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry (action text, object_type text, object_id text,
        business_id int, "isTold" boolean, before jsonb, after jsonb)`)
  }

  async addOutsiders(transaction: ScopedTransaction, row: OutsidersEntryRow, origin: RequestOrigin): Promise<void> {
    await transaction.rows(sql`INSERT INTO audit_log
        (actor, business_id, action, object_type, object_id, before, after, remote_address, request_id)
      VALUES (${row.actor}, ${row.business_id}, ${row.action}, ${row.object_type}, ${row.object_id},
        ${JSON.stringify(row.before)}, ${JSON.stringify(row.after)}, ${origin.remoteAddress}, ${origin.requestId})`)
  }

  /**
   * Returns the consumers' vehicles among these entities, as far as the caller may see their location.
   * @param unseenMs time in milliseconds. Leaves out entities for which this caller has an entry that is younger than this.
   * If absent, leaves out none
   */
  findSeen(
    transaction: ScopedTransaction,
    { caller }: Actor,
    entityIds: readonly number[],
    unseenMs?: number,
  ): Promise<SeenRow[]> {
    const isEach = unseenMs === undefined
    return transaction.rows<SeenRow>(sql`SELECT e.id, e.business_id FROM entities e
      JOIN entity_privacy p ON p.entity_id = e.id
      WHERE e.id = ANY (${[...entityIds]}::int[]) AND e.consumer_id IS NOT NULL AND NOT ${locationHidden(caller)}
        AND ${transaction.within(sql`e.business_id`)}
        AND (${isEach}::boolean OR NOT EXISTS (
          SELECT 1 FROM audit_log a WHERE a.user_id = ${caller.userId} AND a.action = 'consumer.position.view'
            AND a.object_type = 'entity' AND a.object_id = e.id::text AND a.at > now() - ${`${unseenMs ?? 0} ms`}::interval))`)
  }
}
