import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { type CsvWish, ExportParameters, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { DEVICE_CSV_COLUMNS } from './device-csv.js'
import { DEVICE_LIST } from './device-list.js'
import { DevicesService } from './devices.service.js'
import { DeviceDto } from './dto/device.dto.js'
import { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'

const DeviceId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Devices')
@Controller('devices')
export class DevicesController {
  constructor(
    private readonly devices: DevicesService,
    private readonly csv: CsvExports,
  ) {}

  @Get()
  @RequirePermission('read:business-management')
  @ListParameters(DEVICE_LIST)
  @ExportParameters(DEVICE_CSV_COLUMNS)
  @AnswersPage(DeviceDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(DEVICE_LIST) criteria: ListCriteria,
    @WantsCsv(DEVICE_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<DeviceDto> | StreamableFile> {
    return wish ? this.csv.answer(reply, caller, originOf(request), 'devices', query) : this.devices.list(caller, criteria)
  }

  @Post('csv')
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(DEVICE_LIST)
  @MailedCsvParameters(DEVICE_CSV_COLUMNS)
  async mailCsv(
    @CurrentCaller() caller: Caller,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(caller, originOf(request), 'devices', query) } }
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'From then on its tracker is let in' })
  @TakesIdempotencyKey()
  @AnswersOne(DeviceDto)
  @AnswersProblems(400, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: CreateDeviceDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceDto>> {
    return { data: await this.devices.create(caller, said, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @DeviceId()
  @AnswersOne(DeviceDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<DeviceDto>> {
    const data = await this.devices.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @DeviceId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(DeviceDto)
  @AnswersProblems(400, 404, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Body() said: UpdateDeviceDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceDto>> {
    return { data: await this.devices.update(caller, id, said, ifMatch, originOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'From then on its tracker is turned away; what it sent stays, and it can be restored' })
  @DeviceId()
  @ApiNoContentResponse()
  @AnswersProblems(404, 409)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.devices.delete(caller, id, originOf(request))
  }

  @Put(':id/restore')
  @RequirePermission('manage:devices')
  @DeviceId()
  @AnswersOne(DeviceDto)
  @AnswersProblems(404)
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceDto>> {
    return { data: await this.devices.restore(caller, id, originOf(request)) }
  }
}
