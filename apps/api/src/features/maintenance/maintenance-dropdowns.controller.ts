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
  @ApiOperation({
    summary: 'List maintenance plans to choose from',
    description: 'Lists active plans that a vehicle can be given, by title.',
  })
  @AnswersAll(MaintenancePlanOptionDto)
  async plansToChoose(@CurrentCaller() caller: Caller) {
    return { data: await this.plans.options(caller) }
  }

  @Get('maintenance-notifications')
  @SignedIn()
  @ApiOperation({
    summary: 'List open services to choose from',
    description: 'Lists open services, the soonest planned first. Completed and archived ones are left out.',
  })
  @AnswersAll(MaintenanceNotificationOptionDto)
  async notificationsToChoose(@CurrentCaller() caller: Caller) {
    return { data: await this.plans.notificationOptions(caller) }
  }
}
