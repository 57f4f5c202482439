import { Module } from '@nestjs/common'
import { MissingCasesRepository } from './missing-cases.repository.js'
import { MissingCasesService } from './missing-cases.service.js'
import { MissingWritesRepository } from './missing-writes.repository.js'
import { MissingWritesService } from './missing-writes.service.js'
import { MissingController } from './missing.controller.js'

@Module({
  controllers: [MissingController],
  providers: [MissingCasesRepository, MissingCasesService, MissingWritesRepository, MissingWritesService],
})
export class MissingModule {}
