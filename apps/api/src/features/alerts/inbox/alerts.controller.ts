import { Body, Controller, Inject, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { ListController } from '../../../exports/index.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { AcknowledgeAlertsDto, ChangedAlertsDto, ReopenAlertsDto, SnoozeAlertsDto } from './alert.dto.js'
import { ALERT_LIST } from './alert-list.js'
import { AlertsService } from './alerts.service.js'

@ApiTags('Alerts')
@Controller('alerts')
export class AlertsController extends ListController(ALERT_LIST) {
  @Inject(AlertsService) private readonly alerts: AlertsService

  @Put('acknowledge')
  @RequirePermission('read:map')
  @ApiOperation({ description: 'Somebody has seen to them' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async acknowledge(@By() by: Acting, @Body() body: AcknowledgeAlertsDto) {
    return { data: await this.alerts.acknowledge(by, body) }
  }

  @Put('snooze')
  @RequirePermission('read:map')
  @ApiOperation({ description: 'Out of sight until then' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async snooze(@By() by: Acting, @Body() body: SnoozeAlertsDto) {
    return { data: await this.alerts.snooze(by, body) }
  }

  @Put('reopen')
  @RequirePermission('read:map')
  @ApiOperation({ description: 'As if nobody had acknowledged or put them off' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async reopen(@By() by: Acting, @Body() body: ReopenAlertsDto) {
    return { data: await this.alerts.reopen(by, body) }
  }
}
