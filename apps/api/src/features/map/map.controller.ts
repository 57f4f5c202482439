import { Controller, Get, Headers, Res } from '@nestjs/common'
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { MarkersDto } from './dto/markers.dto.js'
import { MapService } from './map.service.js'

@ApiTags('Map')
@Controller('map')
export class MapController {
  constructor(private readonly map: MapService) {}

  @Get('markers')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'Get the map markers',
    description: 'Returns every visible vehicle with its last position, column by column.',
  })
  // The handler returns JSON that is already serialised, so its type does not match the model.
  @(AnswersOne(MarkersDto, 'Every visible entity with its last position, column by column') as MethodDecorator)
  @ApiResponse({ status: 304, description: 'Nothing changed since the ETag of If-None-Match' })
  async markers(
    @By() by: Acting,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { etag, body } = await this.map.markers(by)
    void reply.header('etag', etag).header('cache-control', 'private, no-cache').type('application/json; charset=utf-8')
    if (!isKnown(known, etag)) return body
    void reply.status(304)
    return ''
  }
}

/**
 * Returns whether `If-None-Match` contains the current ETag. Ignores the prefix `W/` of weak ETags, because a proxy may have
 * removed the prefix.
 */
const isKnown = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
