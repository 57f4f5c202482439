import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { ListCriteria } from '../../http/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { auditCsv } from './audit-csv.js'
import { type Audited, AuditRepository } from './audit.repository.js'
import { AuditNames } from './audit-names.js'
import { toAuditResponse } from './audit-response.js'
import type { AuditEntryDto } from './dto/audit-entry.dto.js'

/** Entries of one export; more make no useful sheet. */
const MAX_EXPORTED = 50_000

@Injectable()
export class AuditService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly entries: AuditRepository,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<AuditEntryDto>> {
    return this.database.read(caller.scope, (transaction) => this.page(transaction, criteria))
  }

  /** Every entry of the criteria; that somebody took them along is an entry itself (S30). */
  export(caller: Caller, criteria: ListCriteria, origin: RequestOrigin): Promise<string> {
    return this.database.write(caller.scope, async (transaction) => {
      const rows = await this.entries.findAll(transaction, criteria, MAX_EXPORTED)
      await this.audit.record(transaction, {
        ...{ caller, origin, action: 'audit.export', object: { type: 'audit', id: 'csv' } },
        after: { entries: rows.length },
      })
      const names = await AuditNames.find(transaction, rows)
      const entries = rows.map((row) => toAuditResponse(row, names))
      return auditCsv(entries, caller.locale)
    })
  }

  async history(caller: Caller, type: Audited, id: number, criteria: ListCriteria): Promise<Page<AuditEntryDto>> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.entries.exists(transaction, type, id))) throw notFound(type)
      return this.page(transaction, criteria, { type, id })
    })
  }

  private async page(
    transaction: ScopedTransaction,
    criteria: ListCriteria,
    object?: { type: Audited; id: number },
  ): Promise<Page<AuditEntryDto>> {
    const { rows, total, isMinimum } = await this.entries.findPage(transaction, criteria, object)
    const names = await AuditNames.find(transaction, rows)
    return {
      data: rows.map((row) => toAuditResponse(row, names)),
      meta: pageMeta(criteria.page, criteria.limit, total, isMinimum),
    }
  }
}
