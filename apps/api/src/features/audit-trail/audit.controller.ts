import { Controller, Get, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { type CsvWish, ExportParameters, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { AUDIT_CSV_COLUMNS } from './audit-csv.js'
import { AUDIT_LIST } from './audit-list.js'
import { AuditService } from './audit.service.js'
import { AuditEntryDto } from './dto/audit-entry.dto.js'

@ApiTags('Audit log')
@Controller('audit-log')
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly csv: CsvExports,
  ) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Everything for a super admin, for others what is about the businesses in scope' })
  @ListParameters(AUDIT_LIST)
  @ExportParameters(AUDIT_CSV_COLUMNS)
  @AnswersPage(AuditEntryDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(AUDIT_LIST) criteria: ListCriteria,
    @WantsCsv(AUDIT_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<AuditEntryDto> | StreamableFile> {
    return wish ? this.csv.answer(reply, caller, originOf(request), 'audit-log', query) : this.audit.list(caller, criteria)
  }

  @Post('csv')
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(AUDIT_LIST)
  @MailedCsvParameters(AUDIT_CSV_COLUMNS)
  async mailCsv(
    @CurrentCaller() caller: Caller,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(caller, originOf(request), 'audit-log', query) } }
  }
}
