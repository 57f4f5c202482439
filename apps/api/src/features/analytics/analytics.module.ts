import { Module } from '@nestjs/common'
import { AnalyticsController } from './analytics.controller.js'
import { AnalyticsRepository } from './analytics.repository.js'
import { AnalyticsService } from './analytics.service.js'
import { ChartsService } from './charts.service.js'

@Module({ controllers: [AnalyticsController], providers: [AnalyticsRepository, AnalyticsService, ChartsService] })
export class AnalyticsModule {}
