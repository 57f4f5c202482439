import { Controller, Delete, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { Deletes } from '../../../http/routes.decorator.js'
import { CalendarFeed } from './calendar-feed.js'
import { CalendarLinkDto, NewCalendarLinkDto } from './calendar-link.dto.js'

@ApiTags('Maintenance')
@Controller('maintenance-calendar/link')
export class CalendarLinkController {
  constructor(private readonly feed: CalendarFeed) {}

  @Get()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'Get your calendar link',
    description: 'Returns whether the caller has a calendar link. The secret is not included.',
  })
  @AnswersOne(CalendarLinkDto)
  async link(@CurrentCaller() caller: Caller) {
    return { data: await this.feed.link(caller) }
  }

  @Post()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'Create your calendar link',
    description: 'Creates a new calendar link, which replaces the earlier one. Its secret is returned only this once.',
  })
  @AnswersOne(NewCalendarLinkDto)
  async make(@By() by: Acting) {
    return { data: await this.feed.make(by) }
  }

  @Delete()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'Revoke your calendar link',
    description: 'Revokes the calendar link of the caller. It shows nothing from now on.',
  })
  @Deletes(404)
  async revoke(@By() by: Acting): Promise<void> {
    await this.feed.revoke(by)
  }
}
