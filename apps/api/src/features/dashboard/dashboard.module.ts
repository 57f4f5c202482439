import { Module } from '@nestjs/common'
import { DashboardController } from './dashboard.controller.js'
import { DashboardRepository } from './dashboard.repository.js'
import { DashboardService } from './dashboard.service.js'
import { FirstStepsRepository } from './first-steps.repository.js'
import { FirstStepsService } from './first-steps.service.js'
import { NeedDaysRepository } from './need-days.repository.js'
import { NeedDays } from './need-days.js'

@Module({
  controllers: [DashboardController],
  providers: [DashboardRepository, DashboardService, FirstStepsRepository, FirstStepsService, NeedDays, NeedDaysRepository],
})
export class DashboardModule {}
