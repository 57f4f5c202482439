import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { ListController } from '../../../exports/index.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Creates, Deletes } from '../../../http/routes.decorator.js'
import type { One } from '../../../http/page.dto.js'
import { DEVICE_UPDATE_LIST } from './device-update-list.js'
import { DeviceUpdatesService } from './device-updates.service.js'
import { CreateDeviceUpdateDto, DeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'

@ApiTags('Device updates')
@Controller('device-updates')
export class DeviceUpdatesController extends ListController(DEVICE_UPDATE_LIST) {
  constructor(private readonly updates: DeviceUpdatesService) {
    super()
  }

  @Post()
  @RequirePermission('manage:devices')
  @Creates(DeviceUpdateDto, 409)
  async create(@By() by: Acting, @Body() body: CreateDeviceUpdateDto): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @AnswersOne(DeviceUpdateDto)
  async get(@CurrentCaller() caller: Caller, @PathId('update') id: number): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'queued → sent → done, or failed; a device that it is done on has its firmware and settings' })
  @AnswersOne(DeviceUpdateDto)
  @AnswersProblems(400, 409, 422)
  async move(@By() by: Acting, @PathId('update') id: number, @Body() body: MoveDeviceUpdateDto): Promise<One<DeviceUpdateDto>> {
    return { data: await this.updates.move(by, id, body) }
  }

  @Delete(':id')
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Takes back what was not sent yet' })
  @Deletes(409)
  async delete(@By() by: Acting, @PathId('update') id: number): Promise<void> {
    await this.updates.delete(by, id)
  }
}
