import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { AlertsController } from './inbox/alerts.controller.js'
import { AlertsService } from './inbox/alerts.service.js'
import { AlertMails } from './telling/alert-mails.js'
import { AlertTeller } from './telling/alert-teller.js'
import { TellingsRepository } from './telling/tellings.repository.js'
import { AlertPreviewsController } from './preview/alert-previews.controller.js'
import { AlertPreviewsService } from './preview/alert-previews.service.js'
import { PREVIEW_LIMITS, USUAL_LIMITS } from './preview/preview-limits.js'
import { PreviewedStaysRepository } from './preview/previewed-stays.repository.js'
import { RunningPreviews } from './preview/running-previews.js'
import { AlertRulesController } from './rules/alert-rules.controller.js'
import { AlertRulesRepository } from './rules/alert-rules.repository.js'
import { AlertRulesService } from './rules/alert-rules.service.js'

@Module({
  imports: [AuthModule],
  controllers: [AlertPreviewsController, AlertRulesController, AlertsController],
  providers: [
    AlertRulesRepository,
    AlertRulesService,
    AlertsService,
    AlertMails,
    AlertTeller,
    TellingsRepository,
    AlertPreviewsService,
    PreviewedStaysRepository,
    RunningPreviews,
    { provide: PREVIEW_LIMITS, useValue: USUAL_LIMITS },
  ],
  exports: [AlertTeller],
})
export class AlertsModule {}
