import { applyDecorators, Controller, Get } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import type { Permission } from '@roadbook/contracts'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { CriteriaOf } from '../../lists/list.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { type AUDIT_LIST, HISTORY_FIELDS } from './audit-list.js'
import { AuditService } from './audit.service.js'
import { AuditEntryDto } from './dto/audit-entry.dto.js'

const History = (route: string, permission: Permission) =>
  applyDecorators(Get(route), RequirePermission(permission), ListParameters(HISTORY_FIELDS), AnswersPage(AuditEntryDto))

/** T-16: who changed what of one object, field by field. */
@ApiTags('Audit log')
@Controller()
export class HistoryController {
  constructor(private readonly audit: AuditService) {}

  @History('businesses/:id/history', 'read:business-management')
  async business(
    @CurrentCaller() caller: Caller,
    @PathId('business') id: number,
    @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'business', id, criteria)
  }

  @History('entities/:id/history', 'index:entity')
  async entity(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'entity', id, criteria)
  }

  @History('devices/:id/history', 'read:business-management')
  async device(
    @CurrentCaller() caller: Caller,
    @PathId('device') id: number,
    @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'device', id, criteria)
  }

  @History('users/:id/history', 'read:user')
  async user(
    @CurrentCaller() caller: Caller,
    @PathId('user') id: number,
    @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'user', id, criteria)
  }

  @History('tokens/:id/history', 'read:business-management')
  async token(
    @CurrentCaller() caller: Caller,
    @PathId('token') id: number,
    @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'token', id, criteria)
  }
}
