import { Injectable } from '@nestjs/common'
import type { Actor } from '../auth/acting.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { RequestOrigin } from '../http/request-origin.js'
import { AuditLogRepository } from './audit-log.repository.js'

/** A write to record. `before` and `after` contain no secrets. */
export interface AuditedWrite {
  /** Id of the object. */
  id: number | string
  /** Type of the object, if the action does not begin with it. */
  type?: string
  /**
   * Business of the object. It decides who may read the entry; null means super admins only. If absent: for a user, entity or
   * device, the business of that object; for other objects, the caller's business.
   */
  businessId?: number | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** A write and its action. */
export interface AuditedAction extends AuditedWrite {
  /** Name of the action, for example `tag.update`. */
  action: string
}

/** A write by somebody without an account, for example a customer who answers a mail. */
export interface OutsiderEntry extends Omit<AuditedAction, 'businessId'> {
  /** Name of that person. */
  actor: string
  origin: RequestOrigin
  businessId: number
}

/**
 * Log of who did what, when and from where. An entry is written in the transaction of the write itself, so that either both
 * are saved or neither.
 */
@Injectable()
export class AuditLog {
  constructor(private readonly entries: AuditLogRepository) {}

  record(transaction: ScopedTransaction, by: Actor, action: string, write: AuditedWrite): Promise<void> {
    return this.recordAll(transaction, by, [{ ...write, action }])
  }

  /** Adds an entry for each of many objects with one statement. */
  async recordAll(transaction: ScopedTransaction, { caller, origin }: Actor, writes: readonly AuditedAction[]): Promise<void> {
    if (writes.length === 0) return
    const { viewing } = caller
    const viewedAs = viewing ? { viewing_as: caller.roleKey } : {}
    const rows = writes.map(({ action, id, type = typeOf(action), businessId, ...write }) => {
      const [before, after] = changed(write.before ?? {}, { ...write.after, ...viewedAs })
      const isTold = businessId !== undefined
      return { action, object_type: type, object_id: String(id), business_id: businessId, isTold, before, after }
    })
    await this.entries.add(transaction, { caller, origin }, rows)
  }

  async recordOutsider(transaction: ScopedTransaction, entry: OutsiderEntry): Promise<void> {
    const [before, after] = changed(entry.before ?? {}, entry.after ?? {})
    const { action, id, type = typeOf(action), actor, businessId, origin } = entry
    const row = { actor, business_id: businessId, action, object_type: type, object_id: String(id), before, after }
    await this.entries.addOutsiders(transaction, row, origin)
  }
}

/** Returns the object type of an action: `tag` for `tag.update`. */
const typeOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** Returns only the values that differ. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
  const of = (values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return [of(before), of(after)] as const
}
