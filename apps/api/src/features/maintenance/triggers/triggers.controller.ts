import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { WriteMaintenanceTriggerDto } from '../dto/maintenance-plan.dto.js'
import { CreatePlanTriggerDto } from './plan-trigger.dto.js'
import { TRIGGER_LIST } from './trigger-list.js'
import { TriggersService } from './triggers.service.js'

@ApiTags('Maintenance')
@Controller('triggers')
export class TriggersController extends ResourceController(TRIGGER_LIST, TriggersService, {
  of: 'trigger',
  writes: 'manage:maintenance',
  create: { body: CreatePlanTriggerDto },
  update: {
    body: WriteMaintenanceTriggerDto,
    description: 'What is due by another interval is found anew; what is planned or assigned stays',
  },
  delete: { problems: [409], description: 'With what is due by it; what was done stays. A plan keeps one at least' },
}) {}
