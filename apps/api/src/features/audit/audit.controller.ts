import { Controller, Get, Query, Req, Res } from '@nestjs/common'
import { ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../http/answers.decorator.js'
import { type ListCriteria } from '../../http/list-fields.js'
import { Criteria, ListParameters } from '../../http/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { AUDIT_LIST } from './audit-list.js'
import { AuditService } from './audit.service.js'
import { AuditEntryDto } from './dto/audit-entry.dto.js'
import { FormatPipe } from './format.pipe.js'

@ApiTags('Audit log')
@Controller('audit-log')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Everything for a super admin, for others what is about the businesses in scope' })
  @ListParameters(AUDIT_LIST)
  @ApiQuery({
    name: 'format',
    required: false,
    schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
    description: 'As CSV come all entries of the criteria, at most 50 000',
  })
  @ApiProduces('application/json', 'text/csv')
  @AnswersPage(AuditEntryDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(AUDIT_LIST) criteria: ListCriteria,
    @Query(FormatPipe) format: 'json' | 'csv',
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<AuditEntryDto> | string> {
    if (format === 'json') return this.audit.list(caller, criteria)
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit-log.csv"')
    return this.audit.export(caller, criteria, originOf(request))
  }
}
