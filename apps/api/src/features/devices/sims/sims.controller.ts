import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse, ApiParam, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../../http/answers.decorator.js'
import { IdParam } from '../../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../../http/if-match.js'
import { type ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../../http/once.js'
import type { One, Page } from '../../../http/page.dto.js'
import { originOf } from '../../../http/request-origin.js'
import { SimDto, WriteSimDto } from './sim.dto.js'
import { SIM_LIST } from './sim-list.js'
import { SimsService } from './sims.service.js'

const SimId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('SIMs')
@Controller('sims')
export class SimsController {
  constructor(private readonly sims: SimsService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ListParameters(SIM_LIST)
  @AnswersPage(SimDto)
  async list(@CurrentCaller() caller: Caller, @Criteria(SIM_LIST) criteria: ListCriteria): Promise<Page<SimDto>> {
    return this.sims.list(caller, criteria)
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @TakesIdempotencyKey()
  @AnswersOne(SimDto)
  @AnswersProblems(400, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: WriteSimDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<SimDto>> {
    return { data: await this.sims.create(caller, said, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @SimId()
  @AnswersOne(SimDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('sim') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<SimDto>> {
    const data = await this.sims.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @SimId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(SimDto)
  @AnswersProblems(400, 404, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('sim') id: number,
    @Body() said: WriteSimDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<SimDto>> {
    return { data: await this.sims.update(caller, id, said, ifMatch, originOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('manage:devices')
  @SimId()
  @ApiNoContentResponse()
  @AnswersProblems(404)
  async delete(@CurrentCaller() caller: Caller, @IdParam('sim') id: number, @Req() request: AuthenticatedRequest): Promise<void> {
    await this.sims.delete(caller, id, originOf(request))
  }
}
