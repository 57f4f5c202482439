import { Inject } from '@nestjs/common'
import { existing } from '../http/problems.js'
import { type AuditedWrite, AuditLog } from '../audit/audit-log.js'
import type { Acting, Actor } from '../auth/acting.js'
import type { Caller } from '../auth/caller.js'
import { OnceOnly } from '../database/once-only.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { assertUnchanged } from '../http/if-match.js'
import type { Thing } from '../texts/platform.js'

interface ResourceRow {
  id: number
  business_id: number | null
  updated_at: Date
}

/** Options for finding a row. */
export interface Finding {
  caller: Caller
  /** True to lock the row until the transaction ends. */
  isLocked?: boolean
  /** True to find the row only if it is deleted. The default is to find it only if it is not deleted. */
  isDeleted?: boolean
}

interface Changing {
  /** State (ETag) of the row that the caller wants to change; null to change any state. */
  ifMatch?: string | null
  /** True when the change deletes the row, false when it restores the row. */
  deletes?: boolean
  /** Additional values for the audit log. */
  more?: Record<string, unknown>
}

type Change<Row> = (transaction: ScopedTransaction, before: Row) => Promise<unknown>

/** Finds rows of one kind, and changes them with an audit log entry. Features add their own rules. */
export abstract class AuditedWrites<Row extends ResourceRow> {
  @Inject(RequestDatabase) protected readonly database: RequestDatabase
  @Inject(OnceOnly) protected readonly onceOnly: OnceOnly
  @Inject(AuditLog) protected readonly audit: AuditLog

  protected abstract readonly thing: Thing
  /** Returns the values of a row that the audit log records. */
  protected abstract readonly audited: (row: Row) => Record<string, unknown>
  /** Finds a row that the caller is allowed to see. */
  protected abstract find(transaction: ScopedTransaction, id: number, finding: Finding): Promise<Row | undefined>

  /** Returns the id and the business of the object in whose history the audit log shows the entry. */
  protected about({ id, business_id }: Row): Pick<AuditedWrite, 'id' | 'businessId'> {
    return { id, businessId: business_id }
  }

  /**
   * Throws an error when an action is not allowed on this row. Whether the row has changed meanwhile (If-Match) is checked
   * afterwards.
   */
  protected assertMay(_action: string, _before: Row): void {
    // By default, all actions are allowed. A feature may override this.
  }

  protected async found(transaction: ScopedTransaction, id: number, finding: Finding): Promise<Row> {
    return existing(await this.find(transaction, id, finding), this.thing)
  }

  /**
   * Changes a row as a part of a larger write.
   * @returns the changed row
   */
  protected async changeWithin(
    transaction: ScopedTransaction,
    by: Actor,
    id: number,
    action: string,
    change: Change<Row>,
    { ifMatch = null, deletes, more }: Changing = {},
  ): Promise<Row> {
    const { caller } = by
    const before = await this.found(transaction, id, { caller, isLocked: true, isDeleted: deletes === false })
    this.assertMay(action, before)
    assertUnchanged(ifMatch, before.updated_at)
    await change(transaction, before)
    const after = await this.found(transaction, id, { caller, isDeleted: deletes })
    const audited = { before: this.audited(before), after: { ...this.audited(after), ...more } }
    await this.audit.record(transaction, by, action, { ...this.about(after), ...audited })
    return after
  }
}

/**
 * Methods for {@link import('./resource-controller.js').ResourceController}. They read, create, change and remove one row. A
 * repeated request creates a row only once.
 */
export abstract class ResourceService<Row extends ResourceRow, Dto> extends AuditedWrites<Row> {
  /** Converts a row to the API's form. */
  protected abstract readonly toDto: (row: Row) => Dto

  get(caller: Caller, id: number): Promise<Dto> {
    return this.database.read(caller.scope, async (transaction) => this.toDto(await this.found(transaction, id, { caller })))
  }

  /** @param add adds the row and returns its id */
  protected make(
    by: Acting,
    action: string,
    add: (transaction: ScopedTransaction) => Promise<number>,
    audited: (row: Row) => Record<string, unknown> = this.audited,
  ): Promise<Dto> {
    return this.onceOnly.write(by, async (transaction) => {
      const after = await this.found(transaction, await add(transaction), by)
      await this.audit.record(transaction, by, action, { ...this.about(after), after: audited(after) })
      return this.toDto(after)
    })
  }

  protected change(by: Acting, id: number, action: string, change: Change<Row>, how?: Changing): Promise<Dto> {
    return this.database.write(by.caller.scope, async (transaction) =>
      this.toDto(await this.changeWithin(transaction, by, id, action, change, how)),
    )
  }

  /** @param end values for the audit log; given if the row is not deleted but gets a final state */
  protected remove(by: Acting, id: number, action: string, remove: Change<Row>, end?: Record<string, unknown>): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.found(transaction, id, { caller: by.caller, isLocked: true })
      await remove(transaction, before)
      const audited = this.audited(before)
      await this.audit.record(transaction, by, action, {
        ...this.about(before),
        before: audited,
        ...(end && { after: { ...audited, ...end } }),
      })
    })
  }
}
