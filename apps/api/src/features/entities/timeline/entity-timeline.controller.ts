import { Controller, Get, Query } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import type { Page } from '../../../http/page.dto.js'
import { timeZoneOf } from '../../../http/time-zone.js'
import { TimelineItemDto } from '../dto/entity-timeline.dto.js'
import { TIMELINE_LIST } from './entity-timeline-list.js'
import { EntityTimelineService } from './entity-timeline.service.js'

@ApiTags('Entities')
@Controller('entities')
export class EntityTimelineController {
  constructor(private readonly timeline: EntityTimelineService) {}

  @Get(':id/timeline')
  @RequirePermission('index:entity')
  @ApiOperation({
    summary: 'Get the timeline of a vehicle',
    description: 'Lists trackers, trips by day (with read:map), missing cases and changes of a vehicle, newest first.',
  })
  @ListParameters(TIMELINE_LIST)
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'IANA time zone of the days',
  })
  @AnswersPage(TimelineItemDto)
  async list(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @Criteria(TIMELINE_LIST) criteria: ListCriteria,
    @Query('tz') tz: string | undefined,
  ): Promise<Page<TimelineItemDto>> {
    return this.timeline.list(caller, { entityId: id, timeZone: timeZoneOf(tz) }, criteria)
  }
}
