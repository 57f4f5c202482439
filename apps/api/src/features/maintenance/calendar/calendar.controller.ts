import { Controller, Get, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { Public, RequirePermission } from '../../../auth/require-permission.decorator.js'
import { dayAfter, isDay } from '../../../day-sums/index.js'
import { AnswersAll, AnswersProblems } from '../../../http/answers.decorator.js'
import { fileAnswer } from '../../../http/file-answer.js'
import { invalid } from '../../../http/problems.js'
import { Asked, readQuery } from '../../../http/query-parameters.js'
import { timeZoneOf } from '../../../http/time-zone.js'
import { field, query } from '../../../texts/platform.js'
import { CalendarFeed } from './calendar-feed.js'
import { MaintenanceNotificationDto } from '../notifications/dto/notification.dto.js'
import type { CalendarDays } from '../notifications/notifications.repository.js'
import { NotificationsService } from '../notifications/notifications.service.js'

/** Maximum days of a calendar request. */
const MOST_DAYS = 1_000

/** Reads the query parameters `date`, `additional-days` and `tz`. */
function calendarDays(given: Record<string, unknown>): CalendarDays {
  const { date, 'additional-days': days = '0', tz } = readQuery(given, ['date', 'additional-days', 'tz'])
  if (!isDay(date)) throw invalid({ date: [query('not-day')] })
  if (!/^\d{1,4}$/.test(days)) throw invalid({ 'additional-days': [field('not-whole')] })
  if (Number(days) > MOST_DAYS) throw invalid({ 'additional-days': [field('too-great', { max: MOST_DAYS })] })
  return { from: date, till: dayAfter(date, Number(days)), zone: timeZoneOf(tz) }
}

interface AskedFeed {
  secret: string
  isMine: boolean
}

/** Reads the query parameters `token` and `mine`. */
function feedOf(given: Record<string, unknown>): AskedFeed {
  const { token = '', mine = 'false' } = readQuery(given, ['token', 'mine'])
  if (!['true', 'false'].includes(mine)) throw invalid({ mine: [field('not-boolean')] })
  return { secret: token, isMine: mine === 'true' }
}

@ApiTags('Maintenance')
@Controller('calendar')
export class MaintenanceCalendarController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly feed: CalendarFeed,
  ) {}

  @Get('maintenance')
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List coming services',
    description:
      'Lists the services that are planned for the given days, and unplanned services that are due on these days. The soonest comes first.',
  })
  @ApiQuery({ name: 'date', schema: { type: 'string', format: 'date' }, description: 'First day' })
  @ApiQuery({ name: 'additional-days', required: false, schema: { type: 'integer', minimum: 0, maximum: MOST_DAYS, default: 0 } })
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'IANA time zone of the days',
  })
  @AnswersAll(MaintenanceNotificationDto, 422)
  async coming(@CurrentCaller() caller: Caller, @Asked(calendarDays) days: CalendarDays) {
    return { data: await this.notifications.coming(caller, days) }
  }

  @Get('maintenance.ics')
  @Public()
  @ApiOperation({
    summary: 'Get the maintenance calendar as iCalendar',
    description:
      'Returns the coming services as an iCalendar feed, for the holder of a calendar link. It shows what the user of the link may see now.',
  })
  @ApiQuery({ name: 'token', schema: { type: 'string' }, description: 'Secret of the link' })
  @ApiQuery({
    name: 'mine',
    required: false,
    schema: { type: 'boolean' },
    description: 'Only services that are assigned to the user',
  })
  @ApiProduces('text/calendar')
  @ApiOkResponse({ schema: { type: 'string' } })
  @AnswersProblems(404, 422, 429)
  async file(@Asked(feedOf) asked: AskedFeed, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    return fileAnswer(reply, {
      name: 'maintenance.ics',
      type: 'text/calendar; charset=utf-8',
      content: await this.feed.read(asked),
    })
  }
}
