import { Controller, Get, Headers, Req, Res } from '@nestjs/common'
import { ApiResponse, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { originOf } from '../../http/request-origin.js'
import { MarkersDto } from './dto/markers.dto.js'
import { MapService } from './map.service.js'

@ApiTags('Map')
@Controller('map')
export class MapController {
  constructor(private readonly map: MapService) {}

  @Get('markers')
  @RequirePermission('read:map')
  @AnswersOne(MarkersDto, 'Every visible entity with its last position, column by column')
  @ApiResponse({ status: 304, description: 'Nothing changed since the ETag of If-None-Match' })
  async markers(
    @CurrentCaller() caller: Caller,
    @Headers('if-none-match') known: string | undefined,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { etag, body } = await this.map.markers(caller, originOf(request))
    void reply.header('etag', etag).header('cache-control', 'private, no-cache').type('application/json; charset=utf-8')
    if (!isKnown(known, etag)) return body
    void reply.status(304)
    return ''
  }
}

/** `If-None-Match` may name several; a proxy may have made a weak one of ours strong. */
const isKnown = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
