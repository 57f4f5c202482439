import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { CreateMaintenancePlanDto, UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { MAINTENANCE_PLAN_LIST } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

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
    activate: { description: 'Its intervals are counted from now on' },
    deactivate: { description: 'Nothing more becomes due by it; what is open stays' },
    restore: {},
  },
}) {}
