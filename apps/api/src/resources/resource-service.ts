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

/** How one is looked for. */
export interface Finding {
  caller: Caller
  /** Against other changes, until the transaction ends. */
  isLocked?: boolean
  /** A deleted one is meant. */
  isDeleted?: boolean
}

interface Changing {
  /** The state that is meant to be changed; null: whatever it is. */
  ifMatch?: string | null
  /** It is deleted by this; false: it is restored. */
  deletes?: boolean
  /** What the audit log tells besides. */
  more?: Record<string, unknown>
}

type Change<Row> = (transaction: ScopedTransaction, before: Row) => Promise<unknown>

/** Finds rows of one kind, and changes them with an entry in the audit log. The rules stay with the feature. */
export abstract class AuditedWrites<Row extends ResourceRow> {
  @Inject(RequestDatabase) protected readonly database: RequestDatabase
  @Inject(OnceOnly) protected readonly onceOnly: OnceOnly
  @Inject(AuditLog) protected readonly audit: AuditLog

  protected abstract readonly of: Thing
  /** What the audit log tells of one. */
  protected abstract readonly audited: (row: Row) => Record<string, unknown>
  /** One that the caller may see. */
  protected abstract find(transaction: ScopedTransaction, id: number, how: Finding): Promise<Row | undefined>

  /** Which object's history an entry stands in, and whose it is. */
  protected about({ id, business_id }: Row): Pick<AuditedWrite, 'id' | 'businessId'> {
    return { id, businessId: business_id }
  }

  /** What forbids an action whatever else was asked; the state that a change began with is looked at after it. */
  protected assertMay(_action: string, _before: Row): void {
    // Nothing, unless a feature says so.
  }

  protected async found(transaction: ScopedTransaction, id: number, how: Finding): Promise<Row> {
    return existing(await this.find(transaction, id, how), this.of)
  }

  /** Changes one as a part of a larger write. @returns it as it is then */
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

/** What {@link import('./resource-controller.js').ResourceController} calls: one row read, made once, changed and removed. */
export abstract class ResourceService<Row extends ResourceRow, Dto> extends AuditedWrites<Row> {
  /** A row as the API tells it. */
  protected abstract readonly tell: (row: Row) => Dto

  get(caller: Caller, id: number): Promise<Dto> {
    return this.database.read(caller.scope, async (transaction) => this.tell(await this.found(transaction, id, { caller })))
  }

  /** @param add answers the id of what it made */
  protected make(
    by: Acting,
    action: string,
    add: (transaction: ScopedTransaction) => Promise<number>,
    audited: (row: Row) => Record<string, unknown> = this.audited,
  ): Promise<Dto> {
    return this.onceOnly.write(by, async (transaction) => {
      const after = await this.found(transaction, await add(transaction), by)
      await this.audit.record(transaction, by, action, { ...this.about(after), after: audited(after) })
      return this.tell(after)
    })
  }

  protected change(by: Acting, id: number, action: string, change: Change<Row>, how?: Changing): Promise<Dto> {
    return this.database.write(by.caller.scope, async (transaction) =>
      this.tell(await this.changeWithin(transaction, by, id, action, change, how)),
    )
  }

  /** @param end what one is called that is no more, where the audit log does not tell all that it was */
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
