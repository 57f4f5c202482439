import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { LimitedPerUser } from '../../../auth/user-limits/user-rate-limit.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { AlertPreviewDto, PreviewAlertRuleDto } from './alert-preview.dto.js'
import { AlertPreviewsService } from './alert-previews.service.js'
import { ClientGone } from './client-gone.decorator.js'
import { RunningPreviews } from './running-previews.js'

@ApiTags('Alerts')
@Controller('alert-rules/preview')
export class AlertPreviewsController {
  constructor(
    private readonly previews: AlertPreviewsService,
    private readonly running: RunningPreviews,
  ) {}

  @Post()
  @RequirePermission('manage:alerts')
  @LimitedPerUser('RATE_LIMIT_PREVIEWS_PER_MINUTE')
  @ApiOperation({
    summary: 'Preview an alert rule',
    description:
      'Returns how many alerts a rule would have raised in the last 30 days, from the stored readings of the vehicles that the caller may see. Saves nothing. A new preview ends a running one of the same user.',
  })
  @AnswersOne(AlertPreviewDto, 400, 422, 429)
  async count(@By() by: Acting, @ClientGone() gone: AbortSignal, @Body() body: PreviewAlertRuleDto) {
    return { data: await this.running.run(by.caller.userId, gone, (signal) => this.previews.count(by, body, signal)) }
  }
}
