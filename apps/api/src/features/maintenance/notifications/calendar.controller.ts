import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { dayAfter, isDay } from '../../../day-sums/index.js'
import { AnswersAll } from '../../../http/answers.decorator.js'
import { invalid } from '../../../http/problems.js'
import { Asked, readQuery } from '../../../http/query-parameters.js'
import { timeZoneOf } from '../../../http/time-zone.js'
import { field, query } from '../../../texts/platform.js'
import { MaintenanceNotificationDto } from './dto/notification.dto.js'
import type { CalendarDays } from './notifications.repository.js'
import { NotificationsService } from './notifications.service.js'

/** as far as a calendar looks ahead. */
const MOST_DAYS = 1_000

/** The query parameters `date`, `additional-days` and `tz`. */
function calendarDays(given: Record<string, unknown>): CalendarDays {
  const { date, 'additional-days': days = '0', tz } = readQuery(given, ['date', 'additional-days', 'tz'])
  if (!isDay(date)) throw invalid({ date: [query('not-day')] })
  if (!/^\d{1,4}$/.test(days)) throw invalid({ 'additional-days': [field('not-whole')] })
  if (Number(days) > MOST_DAYS) throw invalid({ 'additional-days': [field('too-great', { max: MOST_DAYS })] })
  return { from: date, till: dayAfter(date, Number(days)), zone: timeZoneOf(tz) }
}

@ApiTags('Maintenance')
@Controller('calendar')
export class MaintenanceCalendarController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('maintenance')
  @RequirePermission('read:information')
  @ApiOperation({
    description: 'Services that are planned for one of these days or, where they are not, due on it; soonest first',
  })
  @ApiQuery({ name: 'date', schema: { type: 'string', format: 'date' }, description: 'The first day' })
  @ApiQuery({ name: 'additional-days', required: false, schema: { type: 'integer', minimum: 0, maximum: MOST_DAYS, default: 0 } })
  @ApiQuery({ name: 'tz', required: false, schema: { type: 'string', default: 'UTC' }, description: 'Whose days they are' })
  @AnswersAll(MaintenanceNotificationDto, 422)
  async coming(@CurrentCaller() caller: Caller, @Asked(calendarDays) days: CalendarDays) {
    return { data: await this.notifications.coming(caller, days) }
  }
}
