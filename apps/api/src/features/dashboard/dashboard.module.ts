import { Module } from '@nestjs/common'
import { DashboardController } from './dashboard.controller.js'
import { DashboardRepository } from './dashboard.repository.js'
import { DashboardService } from './dashboard.service.js'
import { NeedDays } from './need-days.js'

@Module({ controllers: [DashboardController], providers: [DashboardRepository, DashboardService, NeedDays] })
export class DashboardModule {}
