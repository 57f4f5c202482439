import { Controller, Get, Query } from '@nestjs/common'
import { ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { TimeZonePipe } from '../../http/time-zone.pipe.js'
import { DashboardService } from './dashboard.service.js'
import { DashboardSummaryDto } from './dto/dashboard-summary.dto.js'

@ApiTags('Dashboard')
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('summary')
  @RequirePermission('index:dashboard')
  @ApiQuery({ name: 'tz', required: false, schema: { type: 'string' }, description: "Whose days; default the user's own" })
  @AnswersOne(DashboardSummaryDto, 422)
  async summary(@CurrentCaller() caller: Caller, @Query(TimeZonePipe) timeZone: string | undefined) {
    return { data: await this.dashboard.summary(caller, timeZone) }
  }
}
