import { Injectable } from '@nestjs/common'
import type { Actor } from '../auth/acting.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** What was written. `before` and `after` hold no secrets. */
export interface AuditedWrite {
  /** What it was about. */
  id: number | string
  /** What that is, where the action does not begin with it. */
  type?: string
  /**
   * Whose object it is, which decides who may read the entry: null for super admins alone. Unless told otherwise that of the
   * user, entity or device that it is about; the caller's for anything else.
   */
  businessId?: number | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** One of many writes. */
export interface AuditedAction extends AuditedWrite {
  /** For example `tag.update`. */
  action: string
}

/** One write of somebody without an account, as a customer who answers a mail. */
export interface OutsiderEntry extends Omit<AuditedAction, 'businessId'> {
  /** Their name. */
  actor: string
  origin: RequestOrigin
  businessId: number
}

/** Of what an entry is about; null where it is no number. */
const ID = sql`substring(object_id FROM '^[0-9]{1,9}$')::int`
/** The business of what an entry is about. */
const WHOSE = sql`CASE object_type
  WHEN 'user' THEN (SELECT u.business_id FROM users u WHERE u.id = ${ID})
  WHEN 'entity' THEN (SELECT e.business_id FROM entities e WHERE e.id = ${ID})
  WHEN 'device' THEN (SELECT d.business_id FROM devices d WHERE d.id = ${ID})
END`

/** Who did what, when, from where. Written in the transaction of the write itself, so that there is never one without the other. */
@Injectable()
export class AuditLog {
  record(transaction: ScopedTransaction, by: Actor, action: string, write: AuditedWrite): Promise<void> {
    return this.recordAll(transaction, by, [{ ...write, action }])
  }

  /** One entry for each of many objects, by one statement. */
  async recordAll(transaction: ScopedTransaction, { caller, origin }: Actor, writes: readonly AuditedAction[]): Promise<void> {
    if (writes.length === 0) return
    const { viewing } = caller
    const viewedAs = viewing ? { viewing_as: caller.roleKey } : {}
    const rows = writes.map(({ action, id, type = typeOf(action), businessId, ...write }) => {
      const [before, after] = changed(write.before ?? {}, { ...write.after, ...viewedAs })
      const isTold = businessId !== undefined
      return { action, object_type: type, object_id: String(id), business_id: businessId, isTold, before, after }
    })
    await transaction.rows(sql`INSERT INTO audit_log
      (user_id, actor, business_id, action, object_type, object_id, before, after, token_id, remote_address, request_id)
      SELECT ${caller.userId}::int,
        coalesce(${viewing?.actor ?? null}::text, (SELECT first_name || ' ' || last_name FROM users WHERE id = ${caller.userId})),
        CASE WHEN "isTold" THEN business_id ELSE coalesce(${WHOSE}, ${(viewing?.by ?? caller).businessId}::int) END,
        action, object_type, object_id, before, after, ${caller.apiToken?.id ?? null}::int, ${origin.remoteAddress}::text,
        ${origin.requestId}::text
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry (action text, object_type text, object_id text,
        business_id int, "isTold" boolean, before jsonb, after jsonb)`)
  }

  async recordOutsider(transaction: ScopedTransaction, entry: OutsiderEntry): Promise<void> {
    const [before, after] = changed(entry.before ?? {}, entry.after ?? {})
    await transaction.rows(sql`INSERT INTO audit_log
        (actor, business_id, action, object_type, object_id, before, after, remote_address, request_id)
      VALUES (${entry.actor}, ${entry.businessId}, ${entry.action}, ${entry.type ?? typeOf(entry.action)}, ${String(entry.id)},
        ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${entry.origin.remoteAddress}, ${entry.origin.requestId})`)
  }
}

/** What an action is about: `tag` of `tag.update`. */
const typeOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** Only what differs. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
  const of = (values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return [of(before), of(after)] as const
}
