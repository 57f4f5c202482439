import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { HistoryImportsController } from './history-imports.controller.js'
import { HistoryImportsRepository } from './history-imports.repository.js'
import { HistoryImportsService } from './history-imports.service.js'
import { HistorySender } from './history-sender.js'
import { ImportStepsRepository } from './import-steps.repository.js'

@Module({
  imports: [AuthModule],
  controllers: [HistoryImportsController],
  providers: [HistoryImportsRepository, HistoryImportsService, HistorySender, ImportStepsRepository],
})
export class HistoryImportsModule {}
