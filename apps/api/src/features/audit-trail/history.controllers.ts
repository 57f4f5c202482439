import { Controller, Get, type Type } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { Permission } from '@roadbook/contracts'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { Page } from '../../http/page.dto.js'
import type { CriteriaOf } from '../../lists/list.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { type Audited, type AUDIT_LIST, HISTORY_FIELDS } from './audit-list.js'
import { AuditService } from './audit.service.js'
import { AuditEntryDto } from './dto/audit-entry.dto.js'

/**
 * Makes a controller for the history of one type of object (T-16).
 * @param one noun for the object, with its article
 */
function historyOf(audited: Audited, one: string, route: string, permission: Permission): Type<object> {
  @ApiTags('Audit log')
  @Controller(`${route}/:id/history`)
  class HistoryController {
    constructor(private readonly audit: AuditService) {}

    /** The handler's name becomes part of the operation's name, so it contains the type of object. */
    @Get()
    @RequirePermission(permission)
    @ApiOperation({
      summary: `List the history of ${one}`,
      description: `Lists who changed what about ${one}, newest first by default.`,
    })
    @ListParameters(HISTORY_FIELDS)
    @AnswersPage(AuditEntryDto)
    async [audited](
      @CurrentCaller() caller: Caller,
      @PathId(audited) id: number,
      @Criteria(HISTORY_FIELDS) criteria: CriteriaOf<typeof AUDIT_LIST>,
    ): Promise<Page<AuditEntryDto>> {
      return this.audit.history(caller, audited, id, criteria)
    }
  }
  return HistoryController
}

export const HISTORY_CONTROLLERS = [
  historyOf('business', 'a business', 'businesses', 'read:business-management'),
  historyOf('entity', 'a vehicle', 'entities', 'index:entity'),
  historyOf('device', 'a device', 'devices', 'read:business-management'),
  historyOf('user', 'a user', 'users', 'read:user'),
  historyOf('token', 'an API token', 'tokens', 'read:business-management'),
]
