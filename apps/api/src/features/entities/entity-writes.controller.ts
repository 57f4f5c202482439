import { Body, Controller, Delete, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch } from '../../http/if-match.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { EntityDto } from './dto/entity.dto.js'
import { CreateEntityDto, UpdateEntityDto } from './dto/write-entity.dto.js'
import { EntityWritesService } from './entity-writes.service.js'

const EntityId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Entities')
@Controller('entities')
export class EntityWritesController {
  constructor(private readonly writes: EntityWritesService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Makes an entity without a tracker' })
  @TakesIdempotencyKey()
  @AnswersOne(EntityDto)
  @AnswersProblems(400, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: CreateEntityDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<EntityDto>> {
    return { data: await this.writes.create(caller, said, once, originOf(request)) }
  }

  @Put(':id')
  @RequirePermission('update:entity')
  @EntityId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'W/"…" with the `updated_at` of the state that is to be changed' })
  @AnswersOne(EntityDto)
  @AnswersProblems(400, 404, 409, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Body() said: UpdateEntityDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<EntityDto>> {
    return { data: await this.writes.update(caller, id, said, ifMatch, originOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('delete:entity')
  @ApiOperation({ description: 'Its tracker is free from then on; trips and history stay, and it can be restored' })
  @EntityId()
  @ApiNoContentResponse()
  @AnswersProblems(404, 409)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.writes.delete(caller, id, originOf(request))
  }

  @Put(':id/restore')
  @RequirePermission('delete:entity')
  @ApiOperation({ description: 'With its tracker, unless that is on another vehicle by now' })
  @EntityId()
  @AnswersOne(EntityDto)
  @AnswersProblems(404)
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<EntityDto>> {
    return { data: await this.writes.restore(caller, id, originOf(request)) }
  }
}
