import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { AlertsController } from './inbox/alerts.controller.js'
import { AlertsService } from './inbox/alerts.service.js'
import { AlertMails } from './telling/alert-mails.js'
import { AlertTeller } from './telling/alert-teller.js'
import { TellingsRepository } from './telling/tellings.repository.js'
import { AlertRulesController } from './rules/alert-rules.controller.js'
import { AlertRulesRepository } from './rules/alert-rules.repository.js'
import { AlertRulesService } from './rules/alert-rules.service.js'

@Module({
  imports: [AuthModule],
  controllers: [AlertRulesController, AlertsController],
  providers: [AlertRulesRepository, AlertRulesService, AlertsService, AlertMails, AlertTeller, TellingsRepository],
  exports: [AlertTeller],
})
export class AlertsModule {}
