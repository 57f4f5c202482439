import { Controller, Get, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { fileAnswer } from '../../../http/file-answer.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { ServiceBook } from './service-book.js'

@ApiTags('Maintenance')
@Controller('entities/:id/service-book')
export class ServiceBookController {
  constructor(private readonly book: ServiceBook) {}

  @Get()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'Download the service book of a vehicle',
    description: 'Returns every completed service of the vehicle as a PDF in the language of the caller.',
  })
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async make(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return fileAnswer(reply, await this.book.make(caller, id))
  }
}
