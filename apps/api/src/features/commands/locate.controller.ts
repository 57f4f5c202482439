import { Controller, Get, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { LimitedPerUser } from '../../auth/user-rate-limit.js'
import { LocateDto } from './dto/locate.dto.js'
import { LocateService } from './locate.service.js'

const EntityId = () => ApiParam({ name: 'id', schema: { type: 'integer' }, description: 'Of the entity' })

@ApiTags('Entities')
@Controller('entities/:id/commands/locate')
export class LocateController {
  constructor(private readonly locate: LocateService) {}

  @Get()
  @RequirePermission('update:entity')
  @ApiOperation({ description: 'How far the newest locate is' })
  @EntityId()
  @AnswersOne(LocateDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('entity') id: number): Promise<One<LocateDto>> {
    return { data: await this.locate.get(caller, id) }
  }

  @Put()
  @RequirePermission('update:entity')
  @LimitedPerUser('RATE_LIMIT_LOCATE_PER_MINUTE')
  @ApiOperation({
    description: 'Switches the tracker’s Bluetooth on for ten minutes, or asks for its position where it has none',
  })
  @EntityId()
  @AnswersOne(LocateDto)
  @AnswersProblems(404, 409)
  async ask(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LocateDto>> {
    return { data: await this.locate.ask(caller, id, originOf(request)) }
  }
}
