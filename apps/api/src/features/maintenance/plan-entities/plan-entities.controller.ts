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
  @ApiOperation({ description: 'Vehicles in scope that the plan holds for' })
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
  @ApiOperation({ description: 'The plan holds for these vehicles, too, from now on' })
  @Creates(AddedPlanEntitiesDto, 409)
  async add(@By() by: Acting, @PathId('maintenance-plan') id: number, @Body() body: AddPlanEntitiesDto) {
    return { data: await this.entities.add(by, id, body) }
  }

  @Delete(':entityId')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'The plan no longer holds for it; what is open by it is put aside' })
  @Deletes()
  async remove(
    @By() by: Acting,
    @PathId('maintenance-plan') id: number,
    @PathId('entity', { name: 'entityId' }) entityId: number,
  ): Promise<void> {
    await this.entities.remove(by, id, entityId)
  }
}
