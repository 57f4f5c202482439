import { applyDecorators, Body, Controller, Get, Post, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { fileAnswer } from '../../http/file-answer.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Asked } from '../../http/query-parameters.js'
import { Creates } from '../../http/routes.decorator.js'
import { CloseLogbookMonthDto, CorrectLogbookEntryDto, LogbookDto, LogbookEntryDto } from './dto/logbook.dto.js'
import { LOGBOOK_FORMATS, type LogbookAsked, type LogbookFileAsked, readLogbook, readLogbookFile } from './logbook-query.js'
import { LogbookService } from './logbook.service.js'

const month = { type: 'string', example: '2025-10' }
const Period = () =>
  applyDecorators(
    ApiQuery({ name: 'from', required: false, schema: month, description: 'Default: the present month' }),
    ApiQuery({ name: 'till', required: false, schema: month, description: 'Last month, included. At most twelve months' }),
    ApiQuery({
      name: 'tz',
      required: false,
      schema: { type: 'string', default: 'UTC' },
      description: 'IANA time zone of the months',
    }),
  )

@ApiTags('Trips')
@Controller()
export class LogbookController {
  constructor(private readonly logbook: LogbookService) {}

  @Get('entities/:id/logbook')
  @AuditsConsumerLooks()
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'Get the logbook of a vehicle',
    description: 'Returns the logbook of a vehicle: closed months as they were closed, and open entries.',
  })
  @Period()
  @AnswersOne(LogbookDto, 422)
  async get(@CurrentCaller() caller: Caller, @PathId('entity') id: number, @Asked(readLogbook) asked: LogbookAsked) {
    return { data: await this.logbook.get(caller, id, asked) }
  }

  @Get('entities/:id/logbook/export')
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Download the logbook of a vehicle', description: 'Returns the logbook as PDF or spreadsheet.' })
  @ApiQuery({ name: 'format', required: false, schema: { type: 'string', enum: [...LOGBOOK_FORMATS], default: 'pdf' } })
  @Period()
  @ApiProduces('application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @AnswersProblems(422)
  async file(
    @By() by: Acting,
    @PathId('entity') id: number,
    @Asked(readLogbookFile) asked: LogbookFileAsked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return fileAnswer(reply, await this.logbook.file(by, id, asked))
  }

  @Post('entities/:id/logbook/closings')
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Close a month of a logbook',
    description: 'Closes a past month in which every trip has a purpose. A repeated call adds trips that were found since.',
  })
  @Creates(LogbookDto, 404, 409)
  async close(@By() by: Acting, @PathId('entity') id: number, @Body() body: CloseLogbookMonthDto) {
    return { data: await this.logbook.close(by, id, body) }
  }

  @Post('logbook-entries/:id/corrections')
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Correct a logbook entry',
    description: 'Corrects a closed entry. The earlier version stays in the logbook, with who changed it and why.',
  })
  @Creates(LogbookEntryDto, 404)
  async correct(@By() by: Acting, @PathId('logbook-entry', { type: 'int8' }) id: number, @Body() body: CorrectLogbookEntryDto) {
    return { data: await this.logbook.correct(by, id, body) }
  }
}
