import { Injectable } from '@nestjs/common'
import { type AuditedAction, AuditLog } from '../audit/audit-log.js'
import type { Acting } from '../auth/acting.js'
import { OnceOnly } from '../database/once-only.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { Problem, PROBLEMS } from '../http/problems.js'
import { BulkChangesRepository } from './bulk-changes.repository.js'
import type { BulkResultDto, BulkRowDto } from './dto/bulk-result.dto.js'
import type { Sentence } from '../texts/sentence.js'

/** Maximum rows that one request may change. */
export const MAX_BULK_ROWS = 1_000

/**
 * The change of one row. `audit` is absent if `ChangeRow` has written the entry of the audit log itself. Undefined when nothing
 * changed.
 */
export type RowChange<Before> = { before: Before; audit?: AuditedAction } | undefined
/** Changes one row. If it throws a {@link Problem}, only this row fails. */
export type ChangeRow<Before> = (id: number) => Promise<RowChange<Before>>

interface RememberedRow<Before> {
  id: number
  before: Before
}

interface BulkWork<Before> {
  /** Name of the action, for example `user.delete`. */
  action: string
  ids: readonly number[]
  isUndoable: boolean
  /** Runs before the first row. Takes locks and makes checks that concern all rows. An error fails the whole request. */
  begin: (transaction: ScopedTransaction) => Promise<ChangeRow<Before>>
}

interface BulkUndo<Before> {
  /** Allowed values of {@link BulkWork.action}. */
  actions: readonly string[]
  begin: (
    transaction: ScopedTransaction,
    action: string,
    ids: readonly number[],
  ) => Promise<(id: number, before: Before) => ReturnType<ChangeRow<Before>>>
}

/**
 * Changes many rows in one request and one transaction, with their entries in the audit log. A row that cannot be changed gets
 * a reason. The user can undo the change within a day.
 */
@Injectable()
export class BulkRows {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly changes: BulkChangesRepository,
  ) {}

  change<Before>(by: Acting, work: BulkWork<Before>): Promise<BulkResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const { results, changes } = await this.each(transaction, by, work.ids, await work.begin(transaction))
      const { action, isUndoable } = work
      const isKept = isUndoable && changes.length > 0
      return toResult(results, isKept ? await this.changes.remember(transaction, by.caller.userId, { action, changes }) : null)
    })
  }

  /** @throws Problem 404 unless the user made this change within the last day; 409 when it was undone already */
  undo<Before>(by: Acting, id: number, work: BulkUndo<Before>): Promise<BulkResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = await this.changes.takeBack<RememberedRow<Before>>(transaction, by.caller.userId, id, work.actions)
      const before = new Map(done.changes.map((row) => [row.id, row.before]))
      const ids = [...before.keys()]
      const takeBack = await work.begin(transaction, done.action, ids)
      const { results } = await this.each(transaction, by, ids, (row) => takeBack(row, before.get(row) as Before))
      return toResult(results, null)
    })
  }

  /** Changes the rows in the order of their ids, so that two changes of the same rows do not deadlock. */
  private async each<Before>(transaction: ScopedTransaction, by: Acting, ids: readonly number[], changeRow: ChangeRow<Before>) {
    const results = new Map<number, BulkRowDto>()
    const changes: RememberedRow<Before>[] = []
    const entries: AuditedAction[] = []
    for (const id of [...ids].sort((a, b) => a - b)) {
      try {
        const change = await transaction.savepoint(() => changeRow(id))
        results.set(id, { id, result: change ? 'changed' : 'unchanged', reason: null, message: null })
        if (!change) continue
        changes.push({ id, before: change.before })
        if (change.audit) entries.push(change.audit)
      } catch (error) {
        results.set(id, { id, result: 'failed', ...refusalOf(error) })
      }
    }
    await this.audit.recordAll(transaction, by, entries)
    return { results: ids.flatMap((id) => results.get(id) ?? []), changes }
  }
}

/** Returns the reason when the row has a problem. Errors of the server fail the whole request. */
function refusalOf(error: unknown): { reason: string; message: Sentence } {
  if (!(error instanceof Problem) || PROBLEMS[error.kind].status >= 500) throw error
  return { reason: PROBLEMS[error.kind].type, message: error.sentence }
}

function toResult(results: BulkRowDto[], undoId: number | null): BulkResultDto {
  const count = (result: string) => results.filter((one) => one.result === result).length
  return { undo_id: undoId, changed: count('changed'), unchanged: count('unchanged'), failed: count('failed'), results }
}
