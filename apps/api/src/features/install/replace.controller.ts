import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { ReplaceableEntityDto, ReplaceDeviceDto, ReplacedDto } from './dto/replace.dto.js'
import { ReplaceService } from './replace.service.js'

const EntityId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })
const WHAT =
  'Puts another tracker onto a vehicle, which keeps its id, its trips and its odometer; the old one is free, or sent back'

@ApiTags('Install')
@Controller()
export class ReplaceController {
  constructor(private readonly replacing: ReplaceService) {}

  @Get('install-devices/replace-entity/:id')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'The vehicle, the tracker that is on it, and what stands in the way of another one' })
  @EntityId()
  @AnswersOne(ReplaceableEntityDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('entity') id: number): Promise<One<ReplaceableEntityDto>> {
    return { data: await this.replacing.get(caller, id) }
  }

  @Put('install-devices/replace-entity/:id')
  @RequirePermission('create:entity')
  @ApiOperation({ description: WHAT })
  @EntityId()
  @TakesIdempotencyKey()
  @AnswersOne(ReplacedDto)
  @AnswersProblems(400, 404, 409, 422)
  async put(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Body() said: ReplaceDeviceDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ReplacedDto>> {
    return { data: await this.replacing.replace(caller, id, said, once, originOf(request)) }
  }

  @Post('entities/:id/replace')
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: WHAT })
  @EntityId()
  @TakesIdempotencyKey()
  @AnswersOne(ReplacedDto)
  @AnswersProblems(400, 404, 409, 422)
  async post(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Body() said: ReplaceDeviceDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ReplacedDto>> {
    return { data: await this.replacing.replace(caller, id, said, once, originOf(request)) }
  }
}
