import { Module } from '@nestjs/common'
import { BaseMapModule } from '../../base-map/index.js'
import { CommandsModule } from '../commands/index.js'
import { CaseAlarms } from './alarms/case-alarms.job.js'
import { CaseAlarmsRepository } from './alarms/case-alarms.repository.js'
import { CaseEventsRepository } from './room/case-events.repository.js'
import { CasePhotosController } from './room/case-photos.controller.js'
import { CasePhotosRepository } from './room/case-photos.repository.js'
import { CasePhotosService } from './room/case-photos.service.js'
import { CaseRoomRepository } from './room/case-room.repository.js'
import { CaseRoomService } from './room/case-room.service.js'
import { CaseSharesController } from './shares/case-shares.controller.js'
import { CaseSharesRepository } from './shares/case-shares.repository.js'
import { CaseSharesService } from './shares/case-shares.service.js'
import { CaseTrackRepository } from './room/case-track.repository.js'
import { CustomerEnds } from './cases/customer-ends.js'
import { CaseReporting } from './reporting/case-reporting.job.js'
import { CaseReportingRepository } from './reporting/case-reporting.repository.js'
import { MissingCasesRepository } from './cases/missing-cases.repository.js'
import { MissingCasesService } from './cases/missing-cases.service.js'
import { MissingWritesRepository } from './cases/missing-writes.repository.js'
import { MissingWritesService } from './cases/missing-writes.service.js'
import { MissingController, MissingListController } from './cases/missing.controller.js'

@Module({
  imports: [BaseMapModule, CommandsModule],
  controllers: [MissingListController, MissingController, CaseSharesController, CasePhotosController],
  providers: [
    CaseAlarms,
    CaseAlarmsRepository,
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
