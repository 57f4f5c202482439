import { Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** One write. `before` and `after` hold no secrets. */
export interface AuditEntry {
  caller: Caller
  origin: RequestOrigin
  /** For example `account.update`. */
  action: string
  object: { type: string; id: number | string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Who did what, when, from where. Written in the transaction of the write itself, so that there is never one without the other. */
@Injectable()
export class AuditLog {
  async record(transaction: ScopedTransaction, entry: AuditEntry): Promise<void> {
    const { caller, origin, action, object } = entry
    const [before, after] = changed(entry.before ?? {}, entry.after ?? {})
    await transaction.rows(sql`INSERT INTO audit_log
      (user_id, business_id, action, object_type, object_id, before, after, remote_address, request_id)
      VALUES (${caller.userId}, ${caller.businessId}, ${action}, ${object.type}, ${String(object.id)},
        ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${origin.remoteAddress}, ${origin.requestId})`)
  }
}

/** Only what differs. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
  const of = (values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return [of(before), of(after)] as const
}
