import { Body, Controller, Get, Inject, Param, type PipeTransform, Put } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { ListController } from '../../../exports/index.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { notFound } from '../../../http/problems.js'
import { AcknowledgeAlertsDto, AlertDto, ChangedAlertsDto, isAlertId, ReopenAlertsDto, SnoozeAlertsDto } from './alert.dto.js'
import { ALERT_LIST } from './alert-list.js'
import { AlertsService } from './alerts.service.js'

/** Reads an alert's id. A malformed id gives the same 404 as an unknown one. */
class AlertIdPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!isAlertId(text)) throw notFound('alert')
    return text
  }
}

@ApiTags('Alerts')
@Controller('alerts')
export class AlertsController extends ListController(ALERT_LIST) {
  @Inject(AlertsService) private readonly alerts: AlertsService

  @Get(':id')
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Get an alert', description: 'Returns one alert by its id.' })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AnswersOne(AlertDto, 404)
  async get(@By() by: Acting, @Param('id', new AlertIdPipe()) id: string) {
    return { data: await this.alerts.get(by, id) }
  }

  @Put('acknowledge')
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Acknowledge alerts', description: 'Marks alerts as seen by the caller.' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async acknowledge(@By() by: Acting, @Body() body: AcknowledgeAlertsDto) {
    return { data: await this.alerts.acknowledge(by, body) }
  }

  @Put('snooze')
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Snooze alerts', description: 'Hides alerts until the given time.' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async snooze(@By() by: Acting, @Body() body: SnoozeAlertsDto) {
    return { data: await this.alerts.snooze(by, body) }
  }

  @Put('reopen')
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Reopen alerts', description: 'Removes acknowledgement and snooze from alerts.' })
  @AnswersOne(ChangedAlertsDto, 400, 422)
  async reopen(@By() by: Acting, @Body() body: ReopenAlertsDto) {
    return { data: await this.alerts.reopen(by, body) }
  }
}
