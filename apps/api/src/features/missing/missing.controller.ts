import { Body, Controller, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { ListController } from '../../exports/index.js'
import { AnswersOne, together } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { CriteriaOf } from '../../lists/list.js'
import { TakesIdempotencyKey } from '../../http/once.js'
import type { Page } from '../../http/page.dto.js'
import { Creates } from '../../http/routes.decorator.js'
import { MissingCaseDto } from './dto/missing-case.dto.js'
import { MoveMissingCaseDto, ReportMissingDto } from './dto/write-missing-case.dto.js'
import { MISSING_CASE_LIST } from './missing-case-list.js'
import { MissingCasesService } from './missing-cases.service.js'
import { MissingWritesService } from './missing-writes.service.js'

const PERMISSION = 'manage:missing-entities'

const CaseId = () => PathId('case', { description: 'Of the case' })

const Moves = (move: string, description: string) =>
  together(
    AnswersOne(MissingCaseDto, 400, 409, 422),
    Put(`missing/:id/${move}`),
    AuditsConsumerLooks(),
    RequirePermission(PERMISSION),
    ApiOperation({ description }),
    TakesIdempotencyKey(),
  )

@ApiTags('Missing')
@Controller()
export class MissingController extends ListController(MISSING_CASE_LIST, 'entities/missing') {
  constructor(
    private readonly cases: MissingCasesService,
    private readonly writes: MissingWritesService,
  ) {
    super()
  }

  protected override page(by: Acting, criteria: CriteriaOf<typeof MISSING_CASE_LIST>): Promise<Page<MissingCaseDto>> {
    return this.cases.list(by, criteria)
  }

  @Post('entities/:id/missing')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'Takes an active subscription of the vehicle and a recovery contract of its business' })
  @Creates(MissingCaseDto, 409)
  async report(@By() by: Acting, @PathId('entity') id: number, @Body() body: ReportMissingDto) {
    return { data: await this.writes.report(by, id, body) }
  }

  @Get('missing/:id')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @AnswersOne(MissingCaseDto)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('case', { description: 'Of a vehicle with an open case, or else of a case' }) id: number,
  ) {
    return { data: await this.cases.find(caller, id) }
  }

  @Moves('resolve', 'The vehicle was found')
  async resolve(@By() by: Acting, @CaseId() id: number, @Body() body: MoveMissingCaseDto) {
    return { data: await this.writes.end(by, id, 'resolved', body) }
  }

  @Moves('close', 'The vehicle is given up')
  async close(@By() by: Acting, @CaseId() id: number, @Body() body: MoveMissingCaseDto) {
    return { data: await this.writes.end(by, id, 'closed', body) }
  }

  @Moves('reopen', 'A case that was ended too early goes on, under the conditions of a new one')
  async reopen(@By() by: Acting, @CaseId() id: number, @Body() body: MoveMissingCaseDto) {
    return { data: await this.writes.reopen(by, id, body) }
  }
}
