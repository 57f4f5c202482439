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
  thing: 'trigger',
  singular: 'a maintenance trigger',
  writes: 'manage:maintenance',
  create: { body: CreatePlanTriggerDto, description: 'Adds a trigger to a maintenance plan.' },
  update: {
    body: WriteMaintenanceTriggerDto,
    description: 'Changes a trigger. Services due by a changed interval are found anew; planned or assigned services stay.',
  },
  delete: {
    problems: [409],
    description: 'Deletes a trigger and the services due by it; completed services stay. A plan keeps at least one trigger.',
  },
}) {}
