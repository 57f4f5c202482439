import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { ReportFiles } from './requests/report-files.js'
import { ReportMaker } from './requests/report-maker.js'
import { ReportRequestsController } from './requests/report-requests.controller.js'
import { ReportRequestsRepository } from './requests/report-requests.repository.js'
import { ReportRequestsService } from './requests/report-requests.service.js'
import { ReportRows } from './report-rows.js'
import { ReportSchedulesController } from './schedules/report-schedules.controller.js'
import { ReportSchedulesRepository } from './schedules/report-schedules.repository.js'
import { ReportSchedulesService } from './schedules/report-schedules.service.js'
import { ReportSubjectsRepository } from './report-subjects.repository.js'
import { ReportTimetable } from './schedules/report-timetable.js'
import { ReportsController } from './reports.controller.js'
import { ReportsRepository } from './reports.repository.js'
import { ReportsService } from './reports.service.js'

@Module({
  controllers: [ReportRequestsController, ReportSchedulesController, ReportsController],
  imports: [AuthModule],
  providers: [
    ReportFiles,
    ReportMaker,
    ReportRows,
    ReportsRepository,
    ReportsService,
    ReportRequestsRepository,
    ReportRequestsService,
    ReportSchedulesRepository,
    ReportSchedulesService,
    ReportSubjectsRepository,
    ReportTimetable,
  ],
})
export class ReportsModule {}
