import { applyDecorators, Controller, Get } from '@nestjs/common'
import { ApiParam, ApiTags } from '@nestjs/swagger'
import type { Permission } from '@roadbook/contracts'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { HISTORY_LIST } from './audit-list.js'
import { AuditService } from './audit.service.js'
import { AuditEntryDto } from './dto/audit-entry.dto.js'

const History = (route: string, permission: Permission) =>
  applyDecorators(
    Get(route),
    RequirePermission(permission),
    ApiParam({ name: 'id', schema: { type: 'integer' } }),
    ListParameters(HISTORY_LIST),
    AnswersPage(AuditEntryDto),
    AnswersProblems(404),
  )

/** T-16: who changed what of one object, field by field. */
@ApiTags('Audit log')
@Controller()
export class HistoryController {
  constructor(private readonly audit: AuditService) {}

  @History('businesses/:id/history', 'read:business-management')
  async business(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Criteria(HISTORY_LIST) criteria: ListCriteria,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'business', id, criteria)
  }

  @History('entities/:id/history', 'index:entity')
  async entity(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Criteria(HISTORY_LIST) criteria: ListCriteria,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'entity', id, criteria)
  }

  @History('devices/:id/history', 'read:business-management')
  async device(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Criteria(HISTORY_LIST) criteria: ListCriteria,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'device', id, criteria)
  }

  @History('users/:id/history', 'read:user')
  async user(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Criteria(HISTORY_LIST) criteria: ListCriteria,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'user', id, criteria)
  }

  @History('tokens/:id/history', 'read:business-management')
  async token(
    @CurrentCaller() caller: Caller,
    @IdParam('token') id: number,
    @Criteria(HISTORY_LIST) criteria: ListCriteria,
  ): Promise<Page<AuditEntryDto>> {
    return this.audit.history(caller, 'token', id, criteria)
  }
}
