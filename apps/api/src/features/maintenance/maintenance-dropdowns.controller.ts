import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

/** Options of forms about maintenance, in the caller's scope (G-28). */
@ApiTags('Dropdowns')
@Controller('dropdown')
export class MaintenanceDropdownsController {
  constructor(private readonly plans: MaintenancePlansService) {}

  @Get('maintenance-plans')
  @SignedIn()
  @ApiOperation({ description: 'Active plans that a vehicle can be given, by title; a plan that was deactivated is not offered' })
  @AnswersAll(MaintenancePlanOptionDto)
  async plansToChoose(@CurrentCaller() caller: Caller) {
    return { data: await this.plans.options(caller) }
  }

  @Get('maintenance-notifications')
  @SignedIn()
  @ApiOperation({
    description: 'Open notifications, those that are planned soonest first; what is done or archived is not offered',
  })
  @AnswersAll(MaintenanceNotificationOptionDto)
  async notificationsToChoose(@CurrentCaller() caller: Caller) {
    return { data: await this.plans.notificationOptions(caller) }
  }
}
