import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { eachBatch } from '../../exports/index.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { CriteriaOf } from '../../lists/list.js'
import { AUDIT_LIST, type Audited, type AuditRow, isByAct } from './audit-list.js'
import { AuditNames } from './audit-names.js'
import { toAuditResponse } from './audit-response.js'
import { isInScope } from './audit-trail.repository.js'
import type { AuditEntryDto } from './dto/audit-entry.dto.js'

type AuditCriteria = CriteriaOf<typeof AUDIT_LIST>

/** Maximum entries of one export. A larger sheet would be of no use. */
const MAX_EXPORTED = 50_000

@Injectable()
export class AuditService {
  constructor(private readonly database: RequestDatabase) {}

  async list(caller: Caller, criteria: AuditCriteria): Promise<Page<AuditEntryDto>> {
    return this.database.read(caller.scope, (transaction) => this.page(transaction, caller, criteria))
  }

  async history(caller: Caller, type: Audited, id: number, criteria: AuditCriteria): Promise<Page<AuditEntryDto>> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await isInScope(transaction, type, id))) throw notFound(type)
      return this.page(transaction, caller, { ...criteria, own: { object: { type, id } } })
    })
  }

  /** Passes every matching entry to `put` in order, a few thousand at a time. */
  each(caller: Caller, criteria: AuditCriteria, put: (entries: readonly AuditEntryDto[]) => Promise<void>): Promise<void> {
    return this.database.read(caller.scope, async (transaction) => {
      // A file contains every entry of a bulk change, but the screen shows only one of them.
      const all = { ...criteria, own: { ...criteria.own, byAct: false } }
      const ids = await AUDIT_LIST.findKeys(transaction, caller, all, MAX_EXPORTED)
      await eachBatch(ids, async (some) =>
        put(await this.toEntries(transaction, await AUDIT_LIST.findAll(transaction, caller, some))),
      )
    })
  }

  private async page(transaction: ScopedTransaction, caller: Caller, criteria: AuditCriteria): Promise<Page<AuditEntryDto>> {
    const { rows, total, isMinimum } = await AUDIT_LIST.findPage(transaction, caller, criteria)
    const data = await this.toEntries(transaction, rows, isByAct(criteria))
    return { data, meta: pageMeta(criteria.page, criteria.limit, total, isMinimum) }
  }

  private async toEntries(transaction: ScopedTransaction, rows: readonly AuditRow[], areActs = false): Promise<AuditEntryDto[]> {
    const names = await AuditNames.find(transaction, rows)
    return rows.map((row) => toAuditResponse(row, names, areActs))
  }
}
