import { Controller, Get, Put } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { field } from '../../texts/platform.js'
import { ResourceController } from '../../resources/index.js'
import { CreateMaintenancePlanDto, MaintenancePlanDto, UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { MAINTENANCE_PLAN_LIST } from './maintenance-plans.repository.js'
import { MaintenancePlanTemplateDto, templatesIn } from './templates/plan-templates.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

/** Reads the query parameter `catch_up`. */
function catchesUp(query: Record<string, unknown>): boolean {
  const { catch_up = 'false' } = readQuery(query, ['catch_up'])
  if (!['true', 'false'].includes(catch_up)) throw invalid({ catch_up: [field('not-boolean')] })
  return catch_up === 'true'
}

@ApiTags('Maintenance')
@Controller('maintenance-plans')
export class MaintenancePlansController extends ResourceController(MAINTENANCE_PLAN_LIST, MaintenancePlansService, {
  thing: 'maintenance-plan',
  singular: 'a maintenance plan',
  writes: 'manage:maintenance',
  create: { body: CreateMaintenancePlanDto, description: 'Creates a maintenance plan with its triggers.' },
  update: {
    body: UpdateMaintenancePlanDto,
    description:
      'Changes a maintenance plan. Triggers are matched by name; a trigger left out is removed together with the services due by it.',
    problems: [409],
  },
  delete: {
    isShown: true,
    description: 'Deletes a maintenance plan. It can be restored with its vehicles, and is inactive then.',
  },
  marks: {
    deactivate: { description: 'Deactivates a maintenance plan. No more services become due by it; open services stay.' },
    restore: { description: 'Restores a deleted maintenance plan with its vehicles. It is inactive until it is activated.' },
  },
}) {
  @Get('templates')
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List maintenance plan templates',
    description: 'Lists plans to start from, in the language of the caller.',
  })
  @AnswersAll(MaintenancePlanTemplateDto)
  templates(@CurrentCaller() { locale }: Caller) {
    return { data: templatesIn(locale) }
  }

  @Put(':id/activate')
  @RequirePermission('manage:maintenance')
  @ApiOperation({
    summary: 'Activate a maintenance plan',
    description:
      'Activates a maintenance plan. Its intervals start now. With `catch_up`, they also count the time in which the plan was inactive.',
  })
  @ApiQuery({
    name: 'catch_up',
    required: false,
    schema: { type: 'boolean' },
    description: 'True to open now the services that became due while the plan was inactive',
  })
  @AnswersOne(MaintenancePlanDto, 409, 422)
  async activate(@By() by: Acting, @PathId('maintenance-plan') id: number, @Asked(catchesUp) isCatchingUp: boolean) {
    return { data: await this.service.activate(by, id, isCatchingUp) }
  }
}
