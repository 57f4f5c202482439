import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { caseRows } from './missing-case-list.js'
import type { MissingCaseRow } from './missing-case-response.js'

@Injectable()
export class MissingCasesRepository {
  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<MissingCaseRow | undefined> {
    return transaction.row<MissingCaseRow>(caseRows(transaction, caller, sql`m.id = ${id}`))
  }

  /** Finds the open case of a vehicle. */
  findOpen(transaction: ScopedTransaction, caller: Caller, entityId: number): Promise<MissingCaseRow | undefined> {
    return transaction.row<MissingCaseRow>(caseRows(transaction, caller, sql`m.entity_id = ${entityId} AND m.state = 'open'`))
  }
}
