import { Controller, Get } from '@nestjs/common'
import { ApiQuery, ApiTags } from '@nestjs/swagger'
import { Asked } from '../../http/query-parameters.js'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { TripDetailDto, TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import { TRIP_PAGE_FIELDS } from './trip-list.js'
import { readTripDetail, type TripDetailQuery, type TripPeriod } from './trip-query.js'
import { TripsService } from './trips.service.js'

@ApiTags('Trips')
@Controller('trips')
export class TripsController {
  constructor(private readonly trips: TripsService) {}

  @Get()
  @RequirePermission('read:map')
  @ListParameters(TRIP_PAGE_FIELDS)
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'Whose days `meta.days` are',
  })
  @AnswersPage(TripDto, TripPageMetaDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(TRIP_PAGE_FIELDS) criteria: ListCriteria<TripPeriod>,
  ): Promise<Page<TripDto, TripPageMetaDto>> {
    return this.trips.list(caller, criteria)
  }

  @Get(':id')
  @AuditsConsumerLooks()
  @RequirePermission('read:map')
  @ApiQuery({ name: 'with', required: false, type: 'string', description: 'Relations, joined by `;`: waypoints' })
  @ApiQuery({ name: 'simplify', required: false, type: 'number', description: 'Metres that the thinned line may be off' })
  @AnswersOne(TripDetailDto, 422)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('trip', { type: 'int8' }) id: number,
    @Asked(readTripDetail) query: TripDetailQuery,
  ) {
    return { data: await this.trips.get(caller, id, query) }
  }
}
