import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { CsvExports } from '../../exports/index.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import { auditCsvList } from './audit-csv.js'
import { type Audited, AuditRepository } from './audit.repository.js'
import { AuditNames } from './audit-names.js'
import { toAuditResponse } from './audit-response.js'
import type { AuditEntryDto } from './dto/audit-entry.dto.js'

@Injectable()
export class AuditService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly entries: AuditRepository,
    csv: CsvExports,
  ) {
    csv.declare(auditCsvList(database, entries))
  }

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<AuditEntryDto>> {
    return this.database.read(caller.scope, (transaction) => this.page(transaction, criteria))
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
