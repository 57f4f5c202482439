import { Controller, Get, Param, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Caller, CurrentCaller } from '../auth/caller.js'
import { SignedIn } from '../auth/require-permission.decorator.js'
import { RequestDatabase } from '../database/request-database.js'
import { AnswersProblems } from '../http/answers.decorator.js'
import { existing, notFound } from '../http/problems.js'
import { csvAnswer } from './csv-answer.js'
import { unpacked } from './csv-file.js'
import { ExportedFilesRepository } from './exported-files.repository.js'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

@ApiTags('Jobs')
@Controller('exports')
export class ExportsController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly files: ExportedFilesRepository,
  ) {}

  @Get(':id')
  @SignedIn()
  @ApiOperation({
    summary: 'Download a CSV export',
    description:
      'Returns a CSV file that was too large for a mail. Only the user who asked for it may download it, until it expires.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @AnswersProblems(404)
  async fetch(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    if (!UUID.test(id)) throw notFound('file')
    const file = existing(
      await this.database.read(caller.scope, (transaction) => this.files.find(transaction, caller.userId, id)),
      'file',
    )
    return csvAnswer(reply, file.name, unpacked(file.content))
  }
}
