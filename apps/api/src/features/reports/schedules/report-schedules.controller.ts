import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { WriteReportScheduleDto } from '../dto/report-schedule.dto.js'
import { REPORT_SCHEDULE_LIST } from './report-schedules.repository.js'
import { ReportSchedulesService } from './report-schedules.service.js'

@ApiTags('Reports')
@Controller('report-schedules')
export class ReportSchedulesController extends ResourceController(REPORT_SCHEDULE_LIST, ReportSchedulesService, {
  of: 'report-schedule',
  writes: 'read:reports',
  create: {
    body: WriteReportScheduleDto,
    description: 'Comes at six in the morning after each day, week or month, made with the rights of who saved it last',
  },
  update: { body: WriteReportScheduleDto },
  delete: { description: 'Reports that it made stay' },
}) {}
