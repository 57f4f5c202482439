import { Module } from '@nestjs/common'
import { DashboardController } from './dashboard.controller.js'
import { DashboardRepository } from './dashboard.repository.js'
import { DashboardService } from './dashboard.service.js'
import { FirstStepsRepository } from './first-steps.repository.js'
import { FirstStepsService } from './first-steps.service.js'
import { NeedDays } from './need-days.js'

@Module({
  controllers: [DashboardController],
  providers: [DashboardRepository, DashboardService, FirstStepsRepository, FirstStepsService, NeedDays],
})
export class DashboardModule {}
