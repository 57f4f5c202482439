import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { AlertsController } from './inbox/alerts.controller.js'
import { AlertsService } from './inbox/alerts.service.js'
import { AlertRulesController } from './rules/alert-rules.controller.js'
import { AlertRulesRepository } from './rules/alert-rules.repository.js'
import { AlertRulesService } from './rules/alert-rules.service.js'

@Module({
  imports: [AuthModule],
  controllers: [AlertRulesController, AlertsController],
  providers: [AlertRulesRepository, AlertRulesService, AlertsService],
})
export class AlertsModule {}
