import { Controller, Get, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { Asked } from '../../http/query-parameters.js'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { fileAnswer } from '../../http/file-answer.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { TripDetailDto, TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import { GEOJSON_SCHEMA } from './files/geojson-schema.js'
import { TRIP_PAGE_FIELDS } from './trip-list.js'
import { TRIP_FILE_FORMATS } from './files/trip-file.js'
import { readTripDetail, readTripFile, type TripDetailQuery, type TripFileQuery, type TripPeriod } from './trip-query.js'
import { TripsService } from './trips.service.js'

const text = { schema: { type: 'string' } }

@ApiTags('Trips')
@Controller('trips')
export class TripsController {
  constructor(private readonly trips: TripsService) {}

  @Get()
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'List trips',
    description: 'Lists trips of the vehicles that the caller may see, newest first by default.',
  })
  @ListParameters(TRIP_PAGE_FIELDS)
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'IANA time zone of the days in `meta.days`',
  })
  @AnswersPage(TripDto, TripPageMetaDto)
  async list(
    @By() by: Acting,
    @Criteria(TRIP_PAGE_FIELDS) criteria: ListCriteria<TripPeriod>,
  ): Promise<Page<TripDto, TripPageMetaDto>> {
    return this.trips.show(by, criteria)
  }

  @Get(':id/export')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'Download a trip',
    description:
      'Returns one trip with its line as GPX 1.1, KML 2.2, GeoJSON (RFC 7946) or CSV. The file is named after the vehicle and the start.',
  })
  @ApiQuery({ name: 'format', required: false, schema: { type: 'string', enum: [...TRIP_FILE_FORMATS], default: 'gpx' } })
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'IANA time zone of the time in the file name',
  })
  @ApiOkResponse({
    content: {
      'application/gpx+xml': text,
      'application/vnd.google-earth.kml+xml': text,
      'application/geo+json': { schema: GEOJSON_SCHEMA },
      'text/csv': text,
    },
  })
  @AnswersProblems(422)
  async file(
    @By() by: Acting,
    @PathId('trip', { type: 'int8' }) id: number,
    @Asked(readTripFile) query: TripFileQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return fileAnswer(reply, await this.trips.file(by, id, query))
  }

  @Get(':id')
  @AuditsConsumerLooks()
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Get a trip', description: 'Returns one trip with its line.' })
  @ApiQuery({
    name: 'with',
    required: false,
    type: 'string',
    description: 'Relations, joined by `;`: waypoints, quality, reasons',
  })
  @ApiQuery({ name: 'simplify', required: false, type: 'number', description: 'Tolerance in metres for a simplified line' })
  @AnswersOne(TripDetailDto, 422)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('trip', { type: 'int8' }) id: number,
    @Asked(readTripDetail) query: TripDetailQuery,
  ) {
    return { data: await this.trips.get(caller, id, query) }
  }
}
