import { Module } from '@nestjs/common'
import { AnalyticsController } from './analytics.controller.js'
import { AnalyticsRepository } from './analytics.repository.js'
import { AnalyticsService } from './analytics.service.js'
import { ChartsRepository } from './charts.repository.js'
import { ChartsService } from './charts.service.js'

@Module({
  controllers: [AnalyticsController],
  providers: [AnalyticsRepository, AnalyticsService, ChartsRepository, ChartsService],
})
export class AnalyticsModule {}
