import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { WriteReportScheduleDto } from '../dto/report-schedule.dto.js'
import { REPORT_SCHEDULE_LIST } from './report-schedules.repository.js'
import { ReportSchedulesService } from './report-schedules.service.js'

@ApiTags('Reports')
@Controller('report-schedules')
export class ReportSchedulesController extends ResourceController(REPORT_SCHEDULE_LIST, ReportSchedulesService, {
  thing: 'report-schedule',
  singular: 'a report schedule',
  writes: 'read:reports',
  create: {
    body: WriteReportScheduleDto,
    description:
      'Creates a schedule. Its report is made at six in the morning after each day, week or month, with the rights of the user who saved it last.',
  },
  update: { body: WriteReportScheduleDto, description: 'Replaces a report schedule.' },
  delete: { description: 'Deletes a report schedule. Reports that it made stay.' },
}) {}
