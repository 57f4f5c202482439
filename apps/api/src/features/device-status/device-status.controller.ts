import { Controller, Get, Param } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import { Asked } from '../../http/query-parameters.js'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { TripDetailDto, TripDto } from '../trips/index.js'
import { DeviceStatusService } from './device-status.service.js'
import { DeviceStatusDto, DeviceTripsMetaDto } from './device-status.dto.js'
import { askedTimeZone } from '../../http/time-zone.js'

const Digits = () => ApiParam({ name: 'id', type: 'string', description: 'IMEI, or its last six digits when they are unique' })

@ApiTags('Debug')
@Controller('debug/:id')
export class DeviceStatusController {
  constructor(private readonly statuses: DeviceStatusService) {}

  @Get()
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Get the status of a tracker',
    description: 'Returns the condition of a tracker: last update, network, GPS, external battery, online hours and position.',
  })
  @Digits()
  @AnswersOne(DeviceStatusDto, 404, 409)
  async get(@By() by: Acting, @Param('id') id: string) {
    return { data: await this.statuses.get(by, id) }
  }

  @Get('trips')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'List the trips of today',
    description: 'Lists the trips that the tracker began today, newest first. Empty while the location is hidden.',
  })
  @Digits()
  @ApiQuery({
    name: 'tz',
    required: false,
    type: 'string',
    description: 'IANA time zone of the day. Default: the time zone of the caller',
  })
  @AnswersPage(TripDto, DeviceTripsMetaDto)
  @AnswersProblems(404, 409, 422)
  async listTrips(
    @By() by: Acting,
    @Param('id') id: string,
    @Asked(askedTimeZone) timeZone: string | undefined,
  ): Promise<{ data: TripDto[]; meta: DeviceTripsMetaDto }> {
    return this.statuses.listTrips(by, id, timeZone)
  }

  @Get('trips/:tripId')
  @AuditsConsumerLooks()
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'Get a trip of a tracker', description: 'Returns one trip of the tracker with its line.' })
  @Digits()
  @ApiParam({ name: 'tripId', schema: { type: 'integer' } })
  @AnswersOne(TripDetailDto, 409)
  async getTrip(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @PathId('trip', { type: 'int8', name: 'tripId' }) tripId: number,
  ) {
    return { data: await this.statuses.getTrip(caller, id, tripId) }
  }
}
