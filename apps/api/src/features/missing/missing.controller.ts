import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { MissingCaseDto } from './dto/missing-case.dto.js'
import { MoveMissingCaseDto, ReportMissingDto } from './dto/write-missing-case.dto.js'
import { MISSING_CASE_LIST } from './missing-case-list.js'
import { MissingCasesService } from './missing-cases.service.js'
import { MissingWritesService } from './missing-writes.service.js'

const Id = (description?: string) => ApiParam({ name: 'id', schema: { type: 'integer' }, description })
const PERMISSION = 'manage:missing-entities'

@ApiTags('Missing')
@Controller()
export class MissingController {
  constructor(
    private readonly cases: MissingCasesService,
    private readonly writes: MissingWritesService,
  ) {}

  @Get('entities/missing')
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'Cases, the open and the ended ones' })
  @ListParameters(MISSING_CASE_LIST)
  @AnswersPage(MissingCaseDto)
  list(
    @CurrentCaller() caller: Caller,
    @Criteria(MISSING_CASE_LIST) criteria: ListCriteria,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<MissingCaseDto>> {
    return this.cases.list(caller, criteria, originOf(request))
  }

  @Post('entities/:id/missing')
  @HttpCode(200)
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'Takes an active subscription of the vehicle and a recovery contract of its business' })
  @Id()
  @TakesIdempotencyKey()
  @AnswersOne(MissingCaseDto)
  @AnswersProblems(400, 404, 409, 422)
  async report(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Body() said: ReportMissingDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MissingCaseDto>> {
    return { data: await this.writes.report(caller, id, said, once, originOf(request)) }
  }

  @Get('missing/:id')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @Id('Of a vehicle with an open case, or else of a case')
  @AnswersOne(MissingCaseDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('case') id: number): Promise<One<MissingCaseDto>> {
    return { data: await this.cases.find(caller, id) }
  }

  @Put('missing/:id/resolve')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'The vehicle was found' })
  @Id('Of the case')
  @TakesIdempotencyKey()
  @AnswersOne(MissingCaseDto)
  @AnswersProblems(400, 404, 409, 422)
  async resolve(
    @CurrentCaller() caller: Caller,
    @IdParam('case') id: number,
    @Body() said: MoveMissingCaseDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MissingCaseDto>> {
    return { data: await this.writes.end(caller, id, 'resolved', said, once, originOf(request)) }
  }

  @Put('missing/:id/close')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'The vehicle is given up' })
  @Id('Of the case')
  @TakesIdempotencyKey()
  @AnswersOne(MissingCaseDto)
  @AnswersProblems(400, 404, 409, 422)
  async close(
    @CurrentCaller() caller: Caller,
    @IdParam('case') id: number,
    @Body() said: MoveMissingCaseDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MissingCaseDto>> {
    return { data: await this.writes.end(caller, id, 'closed', said, once, originOf(request)) }
  }

  @Put('missing/:id/reopen')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ description: 'A case that was ended too early goes on, under the conditions of a new one' })
  @Id('Of the case')
  @TakesIdempotencyKey()
  @AnswersOne(MissingCaseDto)
  @AnswersProblems(400, 404, 409, 422)
  async reopen(
    @CurrentCaller() caller: Caller,
    @IdParam('case') id: number,
    @Body() said: MoveMissingCaseDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MissingCaseDto>> {
    return { data: await this.writes.reopen(caller, id, said, once, originOf(request)) }
  }
}
