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
  of: 'maintenance-plan',
  writes: 'manage:maintenance',
  create: { body: CreateMaintenancePlanDto },
  update: {
    body: UpdateMaintenancePlanDto,
    description: 'Its triggers are those of the body, by name; what is due by one that is left out goes with it',
    problems: [409],
  },
  delete: { isShown: true, description: 'Can be restored, with its vehicles, and is not active then' },
  marks: {
    deactivate: { description: 'Nothing more becomes due by it; what is open stays' },
    restore: {},
  },
}) {
  @Get('templates')
  @RequirePermission('read:information')
  @ApiOperation({ description: 'Plans to begin with, in the language of who asks' })
  @AnswersAll(MaintenancePlanTemplateDto)
  templates(@CurrentCaller() { locale }: Caller) {
    return { data: templatesIn(locale) }
  }

  @Put(':id/activate')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'Its intervals are counted from now on, or as if it had been active all the time' })
  @ApiQuery({ name: 'catch_up', required: false, schema: { type: 'boolean' }, description: 'What came due meanwhile comes now' })
  @AnswersOne(MaintenancePlanDto, 409, 422)
  async activate(@By() by: Acting, @PathId('maintenance-plan') id: number, @Asked(catchesUp) isCatchingUp: boolean) {
    return { data: await this.service.activate(by, id, isCatchingUp) }
  }
}
