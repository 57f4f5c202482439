import { Module } from '@nestjs/common'
import { CommandsModule } from '../commands/index.js'
import { CaseAlarms } from './case-alarms.job.js'
import { CaseEventsRepository } from './case-events.repository.js'
import { CasePhotosController } from './case-photos.controller.js'
import { CasePhotosRepository } from './case-photos.repository.js'
import { CasePhotosService } from './case-photos.service.js'
import { CaseRoomRepository } from './case-room.repository.js'
import { CaseRoomService } from './case-room.service.js'
import { CaseSharesController } from './case-shares.controller.js'
import { CaseSharesRepository } from './case-shares.repository.js'
import { CaseSharesService } from './case-shares.service.js'
import { CaseTrackRepository } from './case-track.repository.js'
import { CustomerEnds } from './customer-ends.js'
import { CaseReporting } from './case-reporting.job.js'
import { CaseReportingRepository } from './case-reporting.repository.js'
import { MissingCasesRepository } from './missing-cases.repository.js'
import { MissingCasesService } from './missing-cases.service.js'
import { MissingWritesRepository } from './missing-writes.repository.js'
import { MissingWritesService } from './missing-writes.service.js'
import { MissingController, MissingListController } from './missing.controller.js'

@Module({
  imports: [CommandsModule],
  controllers: [MissingListController, MissingController, CaseSharesController, CasePhotosController],
  providers: [
    CaseAlarms,
    CaseEventsRepository,
    CasePhotosRepository,
    CasePhotosService,
    CaseReporting,
    CaseReportingRepository,
    CaseRoomRepository,
    CaseRoomService,
    CaseSharesRepository,
    CaseSharesService,
    CaseTrackRepository,
    CustomerEnds,
    MissingCasesRepository,
    MissingCasesService,
    MissingWritesRepository,
    MissingWritesService,
  ],
})
export class MissingModule {}
