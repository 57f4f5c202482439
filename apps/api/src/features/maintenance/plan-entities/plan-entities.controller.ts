import { Body, Controller, Delete, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Creates, Deletes } from '../../../http/routes.decorator.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import { AddedPlanEntitiesDto, AddPlanEntitiesDto, PlanEntityDto } from './plan-entity.dto.js'
import { PLAN_ENTITY_FIELDS } from './plan-entity-list.js'
import { PlanEntitiesService } from './plan-entities.service.js'

@ApiTags('Maintenance')
@Controller('maintenance-plans/:id/entities')
export class PlanEntitiesController {
  constructor(private readonly entities: PlanEntitiesService) {}

  @Get()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List vehicles of a maintenance plan',
    description: 'Lists the visible vehicles to which the plan applies.',
  })
  @ListParameters(PLAN_ENTITY_FIELDS)
  @AnswersPage(PlanEntityDto)
  async list(
    @CurrentCaller() caller: Caller,
    @PathId('maintenance-plan') id: number,
    @Criteria(PLAN_ENTITY_FIELDS) criteria: ListCriteria,
  ) {
    return this.entities.page(caller, id, criteria)
  }

  @Post()
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Add vehicles to a maintenance plan',
    description: 'Applies the plan to these vehicles as well. Their intervals start now, except those of vehicles in `starts`.',
  })
  @Creates(AddedPlanEntitiesDto, 409)
  async add(@By() by: Acting, @PathId('maintenance-plan') id: number, @Body() body: AddPlanEntitiesDto) {
    return { data: await this.entities.add(by, id, body) }
  }

  @Delete(':entityId')
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Remove a vehicle from a plan',
    description: 'Stops applying the plan to the vehicle. Its open services by the plan are archived.',
  })
  @Deletes()
  async remove(
    @By() by: Acting,
    @PathId('maintenance-plan') id: number,
    @PathId('entity', { name: 'entityId' }) entityId: number,
  ): Promise<void> {
    await this.entities.remove(by, id, entityId)
  }
}
