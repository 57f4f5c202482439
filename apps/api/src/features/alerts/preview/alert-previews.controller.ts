import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { LimitedPerUser } from '../../../auth/user-limits/user-rate-limit.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { AlertPreviewDto, PreviewAlertRuleDto } from './alert-preview.dto.js'
import { AlertPreviewsService } from './alert-previews.service.js'

@ApiTags('Alerts')
@Controller('alert-rules/preview')
export class AlertPreviewsController {
  constructor(private readonly previews: AlertPreviewsService) {}

  @Post()
  @RequirePermission('manage:alerts')
  @LimitedPerUser('RATE_LIMIT_PREVIEWS_PER_MINUTE')
  @ApiOperation({
    summary: 'Preview an alert rule',
    description:
      'Returns how many alerts a rule would have raised in the last 30 days, from the stored readings of the vehicles that the caller may see. Saves nothing.',
  })
  @AnswersOne(AlertPreviewDto, 400, 422, 429)
  async count(@CurrentCaller() caller: Caller, @Body() body: PreviewAlertRuleDto) {
    return { data: await this.previews.count(caller, body) }
  }
}
