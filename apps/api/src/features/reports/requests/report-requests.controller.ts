import { applyDecorators, Body, Controller, Get, HttpCode, Post, Res, StreamableFile } from '@nestjs/common'
import {
  ApiAcceptedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { ListController } from '../../../exports/index.js'
import { AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { MEDIA_TYPES } from '../../../papers/index.js'
import { AskedReportDto, AskForReportDto, ReportRequestDto } from '../dto/report-request.dto.js'
import { REPORT_REQUEST_LIST } from './report-requests.repository.js'
import { ReportRequestsService } from './report-requests.service.js'

/** Declares status 202 for a report that is made in the background. Requests with the same Idempotency-Key make one report. */
const AcceptsReport = () =>
  applyDecorators(
    HttpCode(202),
    TakesIdempotencyKey(),
    ApiExtraModels(AskedReportDto),
    ApiAcceptedResponse({
      schema: { type: 'object', required: ['data'], properties: { data: { $ref: getSchemaPath(AskedReportDto) } } },
    }),
    AnswersProblems(400, 422),
  )

@ApiTags('Reports')
@Controller('reports')
export class ReportRequestsController extends ListController(REPORT_REQUEST_LIST, 'requests') {
  constructor(private readonly requests: ReportRequestsService) {
    super()
  }

  @Post()
  @RequirePermission('read:reports')
  @ApiOperation({
    summary: 'Request a report',
    description: 'Starts to make a report as a file. It is mailed where mail is set up, and stays with the request for 30 days.',
  })
  @AcceptsReport()
  async ask(@By() by: Acting, @Body() body: AskForReportDto) {
    return { data: await this.requests.ask(by, body) }
  }

  @Get('requests/:id')
  @RequirePermission('read:reports')
  @ApiOperation({ summary: 'Get a report request', description: 'Returns one report request and its progress.' })
  @AnswersOne(ReportRequestDto)
  async get(@CurrentCaller() caller: Caller, @PathId('report') id: number) {
    return { data: await this.requests.get(caller, id) }
  }

  @Get('requests/:id/file')
  @RequirePermission('read:reports')
  @ApiOperation({
    summary: 'Download a report',
    description: 'Returns the file of a report until it expires, for the user who asked for it and its recipients.',
  })
  @ApiProduces(...Object.values(MEDIA_TYPES))
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async file(
    @CurrentCaller() caller: Caller,
    @PathId('report') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { name, mediaType, content } = await this.requests.file(caller, id)
    void reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`)
    return new StreamableFile(content)
  }

  @Post('requests/:id/retry')
  @RequirePermission('read:reports')
  @ApiOperation({
    summary: 'Retry a report request',
    description: 'Makes a report again that failed, was cancelled, or whose file has expired.',
  })
  @AnswersOne(ReportRequestDto, 409)
  async retry(@By() by: Acting, @PathId('report') id: number) {
    return { data: await this.requests.retry(by, id) }
  }

  @Post('requests/:id/cancel')
  @RequirePermission('read:reports')
  @ApiOperation({ summary: 'Cancel a report request', description: 'Stops a report. No file is made and nothing is mailed.' })
  @AnswersOne(ReportRequestDto, 409)
  async cancel(@By() by: Acting, @PathId('report') id: number) {
    return { data: await this.requests.cancel(by, id) }
  }
}
