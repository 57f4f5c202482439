import { Readable } from 'node:stream'
import { applyDecorators, Controller, Get, Res, StreamableFile } from '@nestjs/common'
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersProblems } from '../../../http/answers.decorator.js'
import { forFileName } from '../../../http/file-answer.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { GEOJSON_SCHEMA } from '../files/geojson-schema.js'
import { AskedTrack, TRACK_FORMATS, TRACK_TYPES, type TrackQuery } from './track-query.js'
import { TrackMetaDto, TrackPointDto } from './track.dto.js'
import { TrackService } from './track.service.js'

const moment = { type: 'string', format: 'date-time' }
const text = { schema: { type: 'string' } }

const AnswersTrack = () =>
  applyDecorators(
    ApiExtraModels(TrackPointDto, TrackMetaDto),
    ApiOkResponse({
      content: {
        [TRACK_TYPES.json]: {
          schema: {
            type: 'object',
            required: ['data', 'meta'],
            properties: {
              data: { type: 'array', items: { $ref: getSchemaPath(TrackPointDto) } },
              meta: { $ref: getSchemaPath(TrackMetaDto) },
            },
          },
        },
        [TRACK_TYPES.geojson]: { schema: GEOJSON_SCHEMA },
        [TRACK_TYPES.gpx]: text,
        [TRACK_TYPES.csv]: text,
      },
    }),
    AnswersProblems(422),
  )

@ApiTags('Trips')
@Controller('entities')
export class TrackController {
  constructor(private readonly track: TrackService) {}

  @Get(':id/track')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'Get the track of a vehicle',
    description:
      'Streams every reading of a vehicle between two times, on trips and between them, oldest first. `format` or `Accept` selects JSON, GeoJSON (RFC 7946, one feature for each reading), GPX 1.1 or CSV.',
  })
  @ApiQuery({ name: 'from', required: false, schema: moment, description: 'Default: a day before `till`' })
  @ApiQuery({ name: 'till', required: false, schema: moment, description: 'Default: now' })
  @ApiQuery({ name: 'simplify', required: false, type: 'number', description: 'Tolerance in metres for a simplified line' })
  @ApiQuery({ name: 'format', required: false, schema: { type: 'string', enum: [...TRACK_FORMATS] } })
  @AnswersTrack()
  async get(
    @By() by: Acting,
    @PathId('entity') id: number,
    @AskedTrack() query: TrackQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { name, day, content } = await this.track.write(by, id, query)
    const type = TRACK_TYPES[query.format]
    void reply.type(query.format === 'csv' ? `${type}; charset=utf-8` : type).header('vary', 'accept')
    if (query.format !== 'json')
      void reply.header('content-disposition', `attachment; filename="${forFileName(name) || id}-${day}.${query.format}"`)
    return new StreamableFile(Readable.from(content, { objectMode: false }))
  }
}
