import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import type { Acting, Actor } from '../../auth/acting.js'
import { ListController, type ListView, type PutLines } from '../../exports/index.js'
import type { Page } from '../../http/page.dto.js'
import type { CriteriaOf, LineOf, OwnOf } from '../../lists/list.js'
import { AUDIT_LIST, linesOf } from './audit-list.js'
import { AuditService } from './audit.service.js'
import type { AuditEntryDto } from './dto/audit-entry.dto.js'

type AuditList = typeof AUDIT_LIST

/** Audit entries of a view (S30). The CSV has a line for each changed field. The export of a CSV is recorded as an entry. */
@ApiTags('Audit log')
@Controller('audit-log')
export class AuditController extends ListController(AUDIT_LIST) {
  constructor(private readonly audit: AuditService) {
    super()
  }

  protected override page({ caller }: Acting, criteria: CriteriaOf<AuditList>): Promise<Page<AuditEntryDto>> {
    return this.audit.list(caller, criteria)
  }

  protected override write(
    { caller }: Actor,
    { criteria }: ListView<OwnOf<AuditList>>,
    put: PutLines<LineOf<AuditList>>,
  ): Promise<void> {
    return this.audit.each(caller, criteria, (entries) => put(entries.flatMap(linesOf)))
  }
}
