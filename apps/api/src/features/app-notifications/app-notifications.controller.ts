import { Body, Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { AnswersList } from '../../lists/answers-list.decorator.js'
import { Criteria } from '../../lists/list-parameters.decorator.js'
import { ResourceController } from '../../resources/index.js'
import { APP_NOTIFICATION_LIST } from './app-notifications.repository.js'
import { AppNotificationsService, MAX_DAYS_AHEAD } from './app-notifications.service.js'
import {
  AppNotificationDto,
  AskAudienceDto,
  ConsumerOptionDto,
  CreateAppNotificationDto,
  NotificationAudienceDto,
  type NotificationRecipientDto,
  UpdateAppNotificationDto,
} from './dto/app-notification.dto.js'
import { isDay } from '../../day-sums/index.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { field, query } from '../../texts/platform.js'
import { RECIPIENT_LIST, type RecipientCriteria } from './recipient-list.js'
import { RecipientsService } from './recipients.service.js'

const READS = 'create:notification'

@ApiTags('App notifications')
@Controller('notifications')
export class AppNotificationsController extends ResourceController(APP_NOTIFICATION_LIST, AppNotificationsService, {
  thing: 'app-notification',
  singular: 'an app notification',
  writes: READS,
  create: {
    body: CreateAppNotificationDto,
    description: 'Plans an app notification. If its time has passed, it is sent at once, but only if the body confirms this.',
  },
  update: {
    body: UpdateAppNotificationDto,
    description: 'Changes an app notification. Refused once sending has begun.',
    problems: [409],
  },
  delete: {
    isShown: true,
    description: 'Deletes an app notification. Refused once sending has begun; it can be restored until its time has passed.',
    problems: [409],
  },
  marks: { restore: { problems: [409], description: 'Restores a deleted app notification whose time has not passed.' } },
}) {
  constructor(private readonly recipients: RecipientsService) {
    super()
  }

  @Post('audience')
  @RequirePermission(READS)
  @ApiOperation({
    summary: 'Preview the audience of a notification',
    description: 'Returns who would receive the notification if it were sent now. Nothing is saved.',
  })
  @AnswersOne(NotificationAudienceDto, 400, 422)
  async audience(@By() by: Acting, @Body() body: AskAudienceDto) {
    return { data: await this.service.audience(by, body) }
  }

  @Get(':id/recipients')
  @AnswersList(RECIPIENT_LIST)
  async whoGotIt(
    @CurrentCaller() caller: Caller,
    @PathId('app-notification') id: number,
    @Criteria(RECIPIENT_LIST.fields) criteria: RecipientCriteria,
  ): Promise<Page<NotificationRecipientDto>> {
    return this.recipients.page(caller, id, criteria)
  }
}

interface AskedCalendar {
  date: string
  additionalDays: number
}

/**
 * Reads `?date=&additional-days=`.
 * @throws Problem 422
 */
function askedCalendar(given: Record<string, unknown>): AskedCalendar {
  const { date, 'additional-days': days = '0' } = readQuery(given, ['date', 'additional-days'])
  if (!isDay(date)) throw invalid({ date: [query('not-day')] })
  if (!/^\d{1,4}$/.test(days)) throw invalid({ 'additional-days': [field('not-whole')] })
  if (Number(days) > MAX_DAYS_AHEAD) throw invalid({ 'additional-days': [field('too-great', { max: MAX_DAYS_AHEAD })] })
  return { date, additionalDays: Number(days) }
}

@ApiTags('App notifications')
@Controller()
export class AppNotificationsCalendarController {
  constructor(private readonly notifications: AppNotificationsService) {}

  @Get('calendar/notifications')
  @RequirePermission(READS)
  @ApiOperation({
    summary: 'List app notifications by day',
    description: 'Lists app notifications from a day on, by their local day. Deleted ones are left out.',
  })
  @ApiQuery({ name: 'date', schema: { type: 'string', format: 'date' }, description: 'First day' })
  @ApiQuery({
    name: 'additional-days',
    required: false,
    schema: { type: 'integer', minimum: 0, maximum: MAX_DAYS_AHEAD, default: 0 },
    description: 'Number of further days',
  })
  @AnswersAll(AppNotificationDto, 422)
  async calendar(@CurrentCaller() caller: Caller, @Asked(askedCalendar) { date, additionalDays }: AskedCalendar) {
    return { data: await this.notifications.calendar(caller, date, additionalDays) }
  }

  @Get('dropdown/consumers')
  @ApiTags('Dropdowns')
  @RequirePermission(READS)
  @ApiOperation({
    summary: 'List consumers to choose from',
    description: 'Lists consumers with a vehicle that the caller may see, by name.',
  })
  @ApiQuery({ name: 'search', required: false, description: 'Part of a name, an e-mail address or the name of a vehicle' })
  @AnswersAll(ConsumerOptionDto)
  @AnswersProblems(422)
  async consumersToChoose(
    @CurrentCaller() caller: Caller,
    @Asked((given) => readQuery(given, ['search']).search ?? '') search: string,
  ) {
    return { data: await this.notifications.options(caller, search) }
  }
}
