import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { CreateAlertRuleDto, UpdateAlertRuleDto } from './alert-rule.dto.js'
import { ALERT_RULE_LIST } from './alert-rules.repository.js'
import { AlertRulesService } from './alert-rules.service.js'

@ApiTags('Alerts')
@Controller('alert-rules')
export class AlertRulesController extends ResourceController(ALERT_RULE_LIST, AlertRulesService, {
  of: 'alert-rule',
  writes: 'manage:alerts',
  create: { body: CreateAlertRuleDto },
  update: {
    body: UpdateAlertRuleDto,
    description: 'What is left out is as for a new one. Another cause speaks from now on; what was told before stands',
  },
  delete: { description: 'Nothing more is told by it; what was told stays' },
}) {}
