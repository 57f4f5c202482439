import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../../http/answers.decorator.js'
import { IdParam } from '../../../http/id-param.decorator.js'
import { type ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../../http/once.js'
import type { One, Page } from '../../../http/page.dto.js'
import { originOf } from '../../../http/request-origin.js'
import { DEVICE_UPDATE_LIST } from './device-update-list.js'
import { DeviceUpdatesService } from './device-updates.service.js'
import { CreateDeviceUpdateDto, DeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'

const UpdateId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Device updates')
@Controller('device-updates')
export class DeviceUpdatesController {
  constructor(private readonly updates: DeviceUpdatesService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ListParameters(DEVICE_UPDATE_LIST)
  @AnswersPage(DeviceUpdateDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(DEVICE_UPDATE_LIST) criteria: ListCriteria,
  ): Promise<Page<DeviceUpdateDto>> {
    return this.updates.list(caller, criteria)
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @TakesIdempotencyKey()
  @AnswersOne(DeviceUpdateDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: CreateDeviceUpdateDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.create(caller, said, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @UpdateId()
  @AnswersOne(DeviceUpdateDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('update') id: number): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'queued → sent → done, or failed; a device that it is done on has its firmware and settings' })
  @UpdateId()
  @AnswersOne(DeviceUpdateDto)
  @AnswersProblems(400, 404, 409, 422)
  async move(
    @CurrentCaller() caller: Caller,
    @IdParam('update') id: number,
    @Body() said: MoveDeviceUpdateDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.move(caller, id, said, originOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Takes back what was not sent yet' })
  @UpdateId()
  @ApiNoContentResponse()
  @AnswersProblems(404, 409)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('update') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.updates.delete(caller, id, originOf(request))
  }
}
