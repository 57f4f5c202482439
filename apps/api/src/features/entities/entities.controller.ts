import { Controller, Get, Query } from '@nestjs/common'
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../http/list-fields.js'
import { Criteria, ListParameters } from '../../http/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { EntityDto, EntityPositionAnswerDto } from './dto/entity.dto.js'
import { EntitiesService } from './entities.service.js'
import { ENTITY_LIST } from './entity-list.js'
import { EntityDetailQuery } from './entity-detail-query.js'

@ApiTags('Entities')
@Controller('entities')
export class EntitiesController {
  constructor(private readonly entities: EntitiesService) {}

  @Get('index')
  @RequirePermission('index:entity')
  @ListParameters(ENTITY_LIST)
  @AnswersPage(EntityDto)
  async list(@CurrentCaller() caller: Caller, @Criteria(ENTITY_LIST) criteria: ListCriteria): Promise<Page<EntityDto>> {
    return this.entities.list(caller, criteria)
  }

  @Get(':id')
  @RequirePermission('read:map', 'index:entity')
  @ApiParam({ name: 'id', schema: { type: 'integer' } })
  @ApiQuery({ name: 'with', required: false, type: 'string', description: 'Relations, joined by `;`: tags' })
  @AnswersOne(EntityDto)
  @AnswersProblems(404, 422)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('entity') id: number,
    @Query(EntityDetailQuery) relations: ReadonlySet<string>,
  ): Promise<One<EntityDto>> {
    return { data: await this.entities.get(caller, id, relations) }
  }

  @Get(':id/position')
  @RequirePermission('read:map')
  @ApiParam({ name: 'id', schema: { type: 'integer' } })
  @AnswersOne(EntityPositionAnswerDto)
  @AnswersProblems(404)
  async position(@CurrentCaller() caller: Caller, @IdParam('entity') id: number): Promise<One<EntityPositionAnswerDto>> {
    return { data: await this.entities.position(caller, id) }
  }
}
