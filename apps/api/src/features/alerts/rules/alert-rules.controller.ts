import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { CreateAlertRuleDto, UpdateAlertRuleDto } from './alert-rule.dto.js'
import { ALERT_RULE_LIST } from './alert-rules.repository.js'
import { AlertRulesService } from './alert-rules.service.js'

@ApiTags('Alerts')
@Controller('alert-rules')
export class AlertRulesController extends ResourceController(ALERT_RULE_LIST, AlertRulesService, {
  thing: 'alert-rule',
  singular: 'an alert rule',
  writes: 'manage:alerts',
  create: { body: CreateAlertRuleDto, description: 'Creates an alert rule.' },
  update: {
    body: UpdateAlertRuleDto,
    description:
      'Replaces an alert rule; fields left out get their defaults. A new cause applies from now on; earlier alerts stay.',
  },
  delete: { description: 'Deletes an alert rule. It raises no more alerts; earlier alerts stay.' },
}) {}
