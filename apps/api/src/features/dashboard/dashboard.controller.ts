import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { Asked } from '../../http/query-parameters.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { askedTimeZone } from '../../http/time-zone.js'
import { DashboardService } from './dashboard.service.js'
import { FirstStepsService } from './first-steps.service.js'
import { DashboardBadgesDto, DashboardSummaryDto } from './dto/dashboard-summary.dto.js'
import { FirstStepsDto } from './dto/first-steps.dto.js'

@ApiTags('Dashboard')
@Controller('dashboard')
export class DashboardController {
  constructor(
    private readonly dashboard: DashboardService,
    private readonly firstSteps: FirstStepsService,
  ) {}

  @Get('summary')
  @RequirePermission('index:dashboard')
  @ApiOperation({
    summary: 'Get the dashboard summary',
    description: 'Returns the trips and distances of the last days, and what needs attention.',
  })
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string' },
    description: "Time zone of the days; the default is the user's",
  })
  @AnswersOne(DashboardSummaryDto, 422)
  async summary(@CurrentCaller() caller: Caller, @Asked(askedTimeZone) timeZone: string | undefined) {
    return { data: await this.dashboard.summary(caller, timeZone) }
  }

  @Get('first-steps')
  @RequirePermission('index:dashboard')
  @ApiOperation({ summary: 'Get the first steps', description: 'Returns the steps to set up a business and which are done.' })
  @AnswersOne(FirstStepsDto)
  async steps(@CurrentCaller() caller: Caller) {
    return { data: await this.firstSteps.read(caller) }
  }

  @Get('badges')
  @RequirePermission('index:dashboard')
  @ApiOperation({
    summary: 'Get the badge counts',
    description: 'Returns the counts that the portal shows beside its menu items.',
  })
  @AnswersOne(DashboardBadgesDto)
  async badges(@CurrentCaller() caller: Caller) {
    return { data: await this.dashboard.badges(caller) }
  }
}
